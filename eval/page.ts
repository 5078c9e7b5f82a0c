import { mkdir, writeFile } from 'node:fs/promises';
import { detectionSections } from './page-detection.ts';
import { qualitySections } from './page-quality.ts';
import { speedSections } from './page-speed.ts';
import { entrySections } from './page-terms.ts';
import { drawPicture } from './picture.ts';
import type { Results } from './results.ts';
import type { Section, Table } from './section.ts';

const folder = new URL('../docs/', import.meta.url);

/** Writes docs/quality.md and its pictures. The same results give the same files. */
export async function writePage(results: Results): Promise<void> {
  const { page, pictures } = renderPage(results);
  await mkdir(new URL('quality/', folder), { recursive: true });
  await writeFile(new URL('quality.md', folder), page);
  for (const [name, svg] of pictures) await writeFile(new URL(`quality/${name}`, folder), svg);
}

export function renderPage(results: Results): { page: string; pictures: ReadonlyMap<string, string> } {
  const sections = [
    ...qualitySections(results),
    ...entrySections(results),
    ...detectionSections(results),
    ...speedSections(results),
  ];
  const pictures = new Map<string, string>();
  for (const { picture } of sections) {
    if (picture !== undefined) pictures.set(`${picture[0]}.svg`, drawPicture(picture[1]));
  }
  return { page: `${[introduction, ...sections.map(renderSection)].join('\n\n')}\n`, pictures };
}

const introduction = `# Quality

This page shows what \`npm run eval\` measured: translation quality, language detection and speed. The program writes it from
\`eval/results.json\`. The scores decide which engine serves a pair ([how](languages.md#from-one-language-to-another)). A pair
with a low score is served too.

\`\`\`
FLORES_DIR=<folder with <language>.txt> PEERS_DIR=<folder with <source>-<target>.<who>.txt> npm run eval
npm run eval -- --only=quality --engines=bergamot --pairs=es-en      # only these; other results stay
npm run eval -- --only=quality --lines=50                            # a quick run that writes nothing
\`\`\`

\`MODELS_DIR\` names a folder of models to measure instead of the starter models. To measure an endpoint, set \`OPENAI_BASE_URL\`
and \`OPENAI_MODEL\`.`;

function renderSection({ heading, text, table, picture }: Section): string {
  const image = picture && `![${picture[1].title}](quality/${picture[0]}.svg)`;
  return [`## ${heading}`, ...text, image, table && renderTable(table)].filter(Boolean).join('\n\n');
}

function renderTable({ columns, texts, rows }: Table): string {
  const rule = columns.map((_, index) => (index < texts ? '---' : '--:'));
  return [columns, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
