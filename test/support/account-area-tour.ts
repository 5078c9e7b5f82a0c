import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { AccountArea, Member } from './account-area.ts';
import { type Belongings, furnish } from './account-area-belongings.ts';
import { totpCode } from './totp-code.ts';

/** Who looks at the pages: `guarded` has a second factor, `newcomer` has nothing yet. */
export const onlookers = ['stranger', 'member', 'newcomer', 'guarded'] as const;

type Onlooker = (typeof onlookers)[number];

/** A page that can be looked at. */
export type Stop = {
  /** What files about it are called. */
  readonly name: string;
  readonly path: string;
  readonly as: Onlooker;
  /** What is done on it, where what is to be seen comes after an act. */
  readonly act?: (page: Page) => Promise<void>;
};

export type Tour = {
  /** Of these `member` has bought, and used what was bought. */
  readonly members: Readonly<Record<Exclude<Onlooker, 'stranger'>, Member>>;
  readonly stops: readonly Stop[];
};

export type TourOptions = {
  /** That the member put into every name, text and note. */
  readonly words?: string;
  /** What the member has done before. */
  readonly past?: (area: AccountArea, member: Member) => Promise<void>;
};

/** Everybody and everything that the pages can show, and the way through all of them. */
export async function planTour(area: AccountArea, { words, past }: TourOptions = {}): Promise<Tour> {
  const member = await area.signUp('ada.lovelace@example.com');
  const newcomer = await area.signUp('grace@example.com');
  const guarded = await area.signUp('edith@example.com');
  await addSecondFactor(guarded);
  await past?.(area, member);
  const own = await furnish(area, member, words);
  const pages = area.routes.filter(({ method, path }) => method === 'GET' && !isFile(path));
  const stops = pages.flatMap(({ path, audience }): readonly Stop[] => {
    const opensFor = audience === 'anyone' ? (['stranger'] as const) : whoOf(path);
    return opensFor.map((as) => ({
      name: `${nameOf(path)}${suffixes[as]}`,
      path: pathOf(path, own),
      as,
    }));
  });
  return { members: { member, newcomer, guarded }, stops: [...stops, ...further(member)] };
}

const suffixes: Readonly<Record<Onlooker, string>> = {
  stranger: '',
  member: '',
  newcomer: '-empty',
  guarded: '-guarded',
};

async function addSecondFactor({ visitor, password }: Member): Promise<void> {
  const path = '/security/second-factor';
  const shown = await visitor.submit(await visitor.open(path), path, { password });
  const secret = /id="secret">([^<]+)</.exec(shown.html)?.[1];
  assert.ok(secret, 'no secret is shown');
  await visitor.submit(shown, `${path}/confirm`, { code: totpCode(secret, Date.now()) });
}

/** What is sent to be kept, and parts of pages that scripts ask for. */
function isFile(path: string): boolean {
  return /\/(wait|example)$|\.csv$|\.json$/.test(path);
}

/** What is empty at first looks different then, and what is about a second factor where there is one. */
function whoOf(path: string): readonly Onlooker[] {
  if (/^\/(account|keys|usage|playground|terms|packs|orders|notices)$/.test(path)) return ['member', 'newcomer'];
  if (path === '/security/backup-codes') return ['guarded'];
  return /^\/security(\/second-factor)?$/.test(path) ? ['member', 'guarded'] : ['member'];
}

function nameOf(path: string): string {
  return path === '/' ? 'front' : path.slice(1).replaceAll('/', '-').replaceAll(':', '');
}

function pathOf(path: string, { keyId, termId, orderId }: Belongings): string {
  const ids: Readonly<Record<string, string>> = { keys: keyId, terms: termId, orders: orderId };
  return path.replaceAll(/\/(\w+)\/:id/g, (_, noun: string) => `/${noun}/${encodeURIComponent(ids[noun] ?? 'none')}`);
}

/** Pages that only an act leads to, or that a link in a mail does. */
function further({ password }: Member): readonly Stop[] {
  return [
    { name: 'nothing-here', path: '/no/such/page', as: 'stranger' },
    { name: 'verify-link', path: '/verify?token=abc', as: 'stranger' },
    { name: 'reset-link', path: '/reset/new?token=abc', as: 'stranger' },
    {
      name: 'sign-in-refused',
      path: '/sign-in',
      as: 'stranger',
      act: sending({ email: 'ada.lovelace@example.com', password: 'not my password' }),
    },
    { name: 'keys-made', path: '/keys/new', as: 'member', act: sending({ name: 'Website' }) },
    { name: 'second-factor-setup', path: '/security/second-factor', as: 'member', act: sending({ password }) },
    { name: 'backup-codes-made', path: '/security/backup-codes', as: 'guarded', act: sending({ password }) },
    {
      name: 'playground-result',
      path: '/playground',
      as: 'member',
      act: async (page) => {
        await page.fill('[name=text]', 'La casa es grande y tiene un jardín. Vivo en ella con mi familia.');
        await page.click('main button.primary');
      },
    },
  ];
}

/** Fills in the form of a page and sends it. */
function sending(fields: Readonly<Record<string, string>>) {
  return async (page: Page): Promise<void> => {
    for (const [name, text] of Object.entries(fields)) await page.fill(`[name=${name}]`, text);
    await page.click('main button[type=submit]');
  };
}
