import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from '../../../src/ground/steps.ts';
import { findConflicts } from '../../../src/text/attempts/glossary-conflicts.ts';
import { accountEntries, ana, spanishToEnglish as pair } from '../../support/account-entries.ts';
import { readCases } from '../../support/case-file.ts';

/** By what they show: a source, its approved translation, entries of the glossary, and conflicts after `!`. */
for (const { title, rows } of readCases(import.meta.url, 'glossary-conflicts.txt')) {
  test(title, async () => {
    for (const [source = '', target = '', ...rest] of rows) {
      const entries = rest.filter((each) => !each.startsWith('!')).map((each) => each.split(' => '));
      const glossary = await accountEntries(Object.fromEntries(entries)).find({ ...ana, pair });
      assert.ok(glossary);
      const texts = { approved: [{ source, target }], pair, glossary };
      const [found = []] = await findConflicts({ turns: new Turns() }, texts, new AbortController().signal);
      const expected = rest.filter((each) => each.startsWith('!')).map((each) => each.slice(2));
      assert.deepEqual(
        found.map(({ words, wanted }) => `${words} => ${wanted}`),
        expected,
        source,
      );
    }
  });
}
