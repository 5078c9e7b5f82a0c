import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { openGlossaryFiles } from '../../../src/engines.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { AccountGlossaries } from '../../../src/shop/glossaries/account-glossaries.ts';
import { GlossaryWork } from '../../../src/shop/glossaries/glossary-files.ts';
import { LanguageCatalogue } from '../../../src/text/languages/catalogue.ts';
import { glossaryRoutes } from '../../../src/web/glossary/glossary-routes.ts';
import { FormVisitor, type Shown, type ShownForm } from '../../support/account-area-visitor.ts';
import { addEntry } from '../../support/glossary-world.ts';
import { openAccount } from '../../support/ledger-world.ts';
import { ReversingEngine } from '../../support/reversing-engine.ts';
import { servePages, standingNow, visitorOf } from '../../support/served-pages.ts';
import { type OpenStores, openTemporarySqlite } from '../../support/stores.ts';

/** An account's glossary pages, on a database that it may share with others. */
export type EntriesWorld = AsyncDisposable & {
  readonly url: string;
  readonly accountId: AccountId;
  readonly glossaries: AccountGlossaries;
  readonly stores: OpenStores;
  /** Signed in, without scripts. */
  readonly visitor: FormVisitor;
  /** Accounts with a recorded import. */
  readonly noted: readonly AccountId[];
  readonly failures: readonly unknown[];
  /** The entries as `panel solar = PV module`. */
  readonly words: () => Promise<readonly string[]>;
  readonly addWords: (...pairs: readonly string[]) => Promise<void>;
};

/** @param shared the world of another account, whose database this one shares */
export async function openEntriesWorld(shared?: EntriesWorld): Promise<EntriesWorld> {
  await using opening = new AsyncDisposableStack();
  const stores = shared?.stores ?? opening.use(await openTemporarySqlite());
  const accountId = await openAccount(stores);
  const glossaries = new AccountGlossaries({ store: stores.glossaries, now: () => standingNow, newId: randomUUID });
  const noted: AccountId[] = [];
  const pages = opening.use(
    await servePages({
      routes: ({ pages: drawn }) =>
        glossaryRoutes({
          pages: drawn,
          glossaries,
          admit: async () => undefined,
          glossaryWork: new GlossaryWork(),
          openFiles: openGlossaryFiles,
          catalogue: new LanguageCatalogue([new ReversingEngine()]),
          failed: (_id, error) => assert.fail(error instanceof Error ? error : String(error)),
          recordImport: async (id) => {
            noted.push(id);
            await Promise.resolve();
          },
        }),
      visitor: visitorOf(accountId),
      now: () => standingNow,
    }),
  );
  const opened = opening.move();
  const editor = { accountId, by: accountId };
  return {
    url: pages.url,
    accountId,
    glossaries,
    stores,
    visitor: new FormVisitor(pages.url, { Cookie: 'session=1' }),
    noted,
    failures: pages.failures,
    words: async () =>
      (await glossaries.readAll(accountId)).entries.map((entry) => `${entry.term} = ${entry.translation ?? 'itself'}`),
    addWords: async (...pairs) => {
      for (const pair of pairs) {
        const [term = '', wanted] = pair.split(' = ');
        const rest = wanted === 'itself' ? { doNotTranslate: 'yes' } : { translation: wanted };
        await addEntry(glossaries, editor, { source: 'es', target: 'en', term, ...rest });
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** A file as a browser sends it. */
export function fileOf(name: string, content: string | Uint8Array<ArrayBuffer>): File {
  return new File([content], name);
}

/** Returns the form of a report, as its import button sends it; the file is chosen again, unless rows were pasted. */
export function importForm(report: Shown): ShownForm {
  const form = report.forms.find(({ action }) => action === '/glossary/import');
  assert.ok(form !== undefined && /<button[^>]*name="import"/.test(report.html), report.text);
  return { ...form, fields: [...form.fields, ['import', 'yes']] };
}

/** Sends a file from the import page, and returns its report. */
export async function checkFile(
  visitor: FormVisitor,
  file: File,
  choices: Readonly<Record<string, string>> = {},
): Promise<Shown> {
  const page = await visitor.open('/glossary/import');
  return visitor.submit(page, '/glossary/import', { file, ...choices });
}

/** Checks a file, and imports what the report shows. */
export async function importFile(
  visitor: FormVisitor,
  file: File,
  choices: Readonly<Record<string, string>> = {},
): Promise<Shown> {
  return visitor.send(importForm(await checkFile(visitor, file, choices)), { file });
}
