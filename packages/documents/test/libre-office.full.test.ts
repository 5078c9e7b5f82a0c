/** Files that LibreOffice made, translated and opened by it again. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Unit } from '../src/file.ts';
import { filterFor } from '../src/filters.ts';

const isMissing = spawnSync('soffice', ['--version']).status !== 0;

/** Converts a file to another format with a temporary profile. Returns the path of the result. */
async function convert(folder: string, file: string, to: string): Promise<string> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const [extension = ''] = to.split(':');
  const out = await mkdtemp(join(folder, 'out-'));
  await promisify(execFile)('soffice', [profile, '--headless', '--convert-to', to, '--outdir', out, file], {
    timeout: 120_000,
  });
  return join(out, `${file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'))}.${extension}`);
}

const paragraph = (index: number): string =>
  `<p>Paragraph ${index} has <b>bold words</b>, <i>slanted ones</i> and a <a href="https://example.org/">link to a page</a>. ${'It goes on for a while. '.repeat(6)}</p>`;

const text = `<html lang="en"><head><title>A report</title></head><body><h1>The title of the report</h1>
${Array.from({ length: 40 }, (_, index) => paragraph(index + 1)).join('\n')}
<ul><li>First point</li><li>Second point</li></ul>
<table border="1"><tr><th>Name</th><th>Meaning</th></tr><tr><td>House</td><td>A building</td></tr></table>
</body></html>`;

const table = 'Name,Meaning,Number\nHouse,"A building, with rooms",12\nTree,A tall plant,=1+1\n';

/** The letters of each word in reverse: as long as the source, so that lines and pages stay. */
const reversed = ({ text: source }: Unit): string =>
  source.replaceAll(/<\/?\d+\/?>|\{\d+\}|[a-z]+/gi, (found) =>
    /\d/.test(found) ? found : [...found.toLowerCase()].toReversed().join(''),
  );

async function pagesOf(folder: string, file: string): Promise<number> {
  const pdf = await readFile(await convert(folder, file, 'pdf'), 'latin1');
  return pdf.split(/\/Type\s*\/Page\b(?!s)/).length - 1;
}

describe('a file made by LibreOffice', { skip: isMissing ? 'LibreOffice is not installed' : false }, () => {
  const cases = [
    { to: 'docx:MS Word 2007 XML', source: ['report.html', text], read: 'txt:Text' },
    { to: 'odt:writer8', source: ['report.html', text], read: 'txt:Text' },
    { to: 'xlsx:Calc MS Excel 2007 XML', source: ['table.csv', table], read: 'csv' },
    { to: 'ods:calc8', source: ['table.csv', table], read: 'csv' },
  ] as const;
  for (const { to, source, read } of cases) {
    const [format = ''] = to.split(':');
    test(`${format} has the same pages when it is translated, and every translation in them`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'dragoman-office-'));
      try {
        const [name, content] = source;
        await writeFile(join(folder, name), content);
        const made = await convert(folder, join(folder, name), to);
        const bytes = await readFile(made);
        const filter = filterFor(made, bytes);
        assert.equal(filter.id, format);
        const file = await filter.parse(bytes, { sourceLang: 'en', targetLang: 'es' });
        assert.ok(file.units.length >= 6, `${file.units.length} units`);
        const translations = new Map(file.units.map((unit) => [unit.id, reversed(unit)]));
        const result = await filter.write(file, translations, { target: 'es' });
        assert.deepEqual(result.untranslated, []);
        const written = join(folder, `translated.${format}`);
        await writeFile(written, result.bytes);
        assert.equal(await pagesOf(folder, written), await pagesOf(folder, made));
        const words = (await readFile(await convert(folder, written, read), 'utf8')).replaceAll(/\s+/g, ' ');
        // Headers and footers are not in a text.
        for (const unit of file.units.filter(({ id }) => !id.startsWith('styles.xml'))) {
          for (const part of reversed(unit).split(/<[^>]*>|\n|"/))
            assert.ok(words.includes(part.replaceAll(/\s+/g, ' ').trim()), part);
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});
