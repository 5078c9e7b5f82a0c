import type { Tab } from '../../support/browser.ts';

export type SecurityKey = {
  readonly count: () => Promise<number>;
  /** Whether it verifies its user; initially yes. */
  readonly setVerified: (isUserVerified: boolean) => Promise<void>;
};

/** Gives a browser window a virtual device for passkeys. Source: Chrome DevTools Protocol, domain WebAuthn. */
export async function plugIn({ context, page }: Tab): Promise<SecurityKey> {
  const devTools = await context.newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () => (await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    setVerified: async (isUserVerified) => {
      await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}
