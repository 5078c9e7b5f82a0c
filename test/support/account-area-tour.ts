import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { AccountArea, Member } from './account-area.ts';
import { furnish, idsIn, pathWith, payWithInvoice, placeOrder, translateFile } from './account-area-belongings.ts';
import { totpCode } from './totp-code.ts';

/** The viewers of pages: `guarded` has 2FA on, `newcomer` has an empty account. */
export const onlookers = ['anonymous', 'member', 'newcomer', 'guarded'] as const;

type Onlooker = (typeof onlookers)[number];

/** A page to view. */
export type Stop = {
  /** Base name of files about it. */
  readonly name: string;
  readonly path: string;
  readonly as: Onlooker;
  /** Acts on the page before it is viewed. */
  readonly act?: (page: Page) => Promise<void>;
};

export type Tour = {
  /** `member` has bought a pack and used it. */
  readonly members: Readonly<Record<Exclude<Onlooker, 'anonymous'>, Member>>;
  readonly stops: readonly Stop[];
};

export type TourOptions = {
  /** Part of every name, text and note of the member. */
  readonly words?: string;
  /** What the member has done before. */
  readonly past?: (area: AccountArea, member: Member) => Promise<void>;
};

/** Prepares all viewers and data, and the list of all pages. */
export async function planTour(area: AccountArea, { words = 'Zwiebelfisch', past }: TourOptions = {}): Promise<Tour> {
  const member = await area.signUp('ada.lovelace@example.com');
  const newcomer = await area.signUp('grace@example.com');
  const guarded = await area.signUp('edith@example.com');
  await addSecondFactor(guarded);
  await past?.(area, member);
  const belongings = await furnish(area, member, words);
  const documents = await translateFile(member, `file ${words}.txt`);
  // Of a second order: the first one waits for its payment.
  const invoices = await payWithInvoice(area, await placeOrder(member));
  const ids = { ...idsIn(belongings), documents, invoices };
  const pages = area.routes.filter(({ method, path }) => method === 'GET' && !isFile(path));
  const stops = pages.flatMap(({ path, audience }): readonly Stop[] => {
    const opensFor = audience === 'anyone' ? (['anonymous'] as const) : whoOf(path);
    return opensFor.map((as) => ({
      name: `${nameOf(path)}${suffixes[as]}`,
      path: pathWith(path, ids),
      as,
    }));
  });
  return { members: { member, newcomer, guarded }, stops: [...stops, ...further(member)] };
}

const suffixes: Readonly<Record<Onlooker, string>> = {
  anonymous: '',
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

/** Returns whether a path is a download, or a part of a page that scripts request. */
function isFile(path: string): boolean {
  return /\/(wait|example|quality|file|review)$|\.(?:csv|json|ico|txt|xml)$/.test(path);
}

/** Returns the viewers of a page: also `newcomer` where lists are empty at first, and `guarded` for 2FA. */
function whoOf(path: string): readonly Onlooker[] {
  if (/^\/(account|keys|usage|requests|playground|documents|glossary|memory|packs|orders|notices)$/.test(path))
    return ['member', 'newcomer'];
  if (path === '/security/backup-codes') return ['guarded'];
  return /^\/security(\/second-factor)?$/.test(path) ? ['member', 'guarded'] : ['member'];
}

function nameOf(path: string): string {
  return path === '/' ? 'front' : path.slice(1).replaceAll('/', '-').replaceAll(':', '');
}

/** Pages that only an act or a mailed link leads to. */
function further({ password }: Member): readonly Stop[] {
  return [
    { name: 'nothing-here', path: '/no/such/page', as: 'anonymous' },
    { name: 'docs-languages-pair', path: '/docs/languages?source=es&target=en', as: 'anonymous' },
    { name: 'verify-link', path: '/verify?token=abc', as: 'anonymous' },
    { name: 'reset-link', path: '/reset/new?token=abc', as: 'anonymous' },
    ...refusals(),
    { name: 'keys-made', path: '/keys/new', as: 'member', act: sending({ name: 'Website' }) },
    { name: 'second-factor-setup', path: '/security/second-factor', as: 'member', act: sending({ password }) },
    { name: 'backup-codes-made', path: '/security/backup-codes', as: 'guarded', act: sending({ password }) },
    {
      name: 'documents-counted',
      path: '/documents',
      as: 'member',
      act: async (page) => {
        await page.setInputFiles('#file', {
          name: 'notes.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from('uno dos'),
        });
        await page.getByText('Plain text: 1 text').waitFor();
      },
    },
    {
      name: 'playground-result',
      path: '/playground',
      as: 'member',
      act: async (page) => {
        await page.fill(
          '[name=text]',
          'La nueva biblioteca es grande y tiene un jardín. Hoy es un buen día para aprender.',
        );
        await page.click('main button.primary');
      },
    },
  ];
}

/** Forms that are refused, with the fields that are wrong. */
function refusals(): readonly Stop[] {
  const [email, password, code] = ['ada.lovelace@example.com', 'short', '123'];
  const forms: readonly (readonly [path: string, as: Onlooker, fields: Readonly<Record<string, string>>])[] = [
    ['/sign-up', 'anonymous', { email, password }],
    ['/sign-in', 'anonymous', { email, password: 'not my password' }],
    ['/sign-in/code', 'anonymous', { code }],
    ['/security/password', 'member', { current: 'not my password', password }],
    ['/security/email', 'member', { email: 'ada@nowhere' }],
    ['/security/second-factor', 'member', { password }],
    ['/security/backup-codes', 'guarded', { password }],
    ['/keys/new', 'member', { name: 'right\u202eleft' }],
    ['/notices', 'member', { threshold: 'none' }],
    ['/data/erase', 'member', { email: 'grace@example.com' }],
    ['/playground', 'member', { text: 'fracasa' }],
  ];
  return forms.map(([path, as, fields]) => {
    return { name: `${nameOf(path)}-refused`, path, as, act: sending(fields) };
  });
}

/** Returns an act that fills in a page's form and submits it. */
function sending(fields: Readonly<Record<string, string>>) {
  return async (page: Page): Promise<void> => {
    for (const [name, text] of Object.entries(fields)) await page.fill(`[name=${name}]`, text);
    await page.click('main button[type=submit]');
  };
}
