/** Writes figures into docs/performance.md, part by part, and keeps all other text. */
import type { Figure } from './figure.ts';

/** The figures of one run of the bench. */
export type Run = {
  readonly parts: readonly { readonly name: string; readonly figures: readonly Figure[] }[];
  /** Day, machine, Node and texts, in one line. */
  readonly conditions: string;
};

const start = '## Figures\n';

/**
 * Returns the page with the sections of the parts of `run` replaced or added, in the order of `order`. Sections of other
 * parts keep their figures and their conditions.
 *
 * @throws Error if the page has no section "Figures", which is its last one
 */
export function withFigures(page: string, run: Run, order: readonly string[]): string {
  const from = page.indexOf(start) + start.length;
  if (from < start.length) throw new Error(`the page needs the heading ${start.trim()}`);
  const [before = '', ...old] = page.slice(from).split(/^### /m);
  const sections = new Map(old.map((text) => [text.slice(0, text.indexOf('\n')), text.trimEnd()]));
  for (const { name, figures } of run.parts) sections.set(name, section(name, run.conditions, figures));
  const places = [...sections].toSorted(([left], [right]) => order.indexOf(left) - order.indexOf(right));
  return page.slice(0, from) + before + places.map(([, text]) => `### ${text}\n`).join('\n');
}

function section(name: string, conditions: string, figures: readonly Figure[]): string {
  const rows = figures.map(({ name: figure, value, unit, goal, met }) => {
    const verdict = met === undefined ? '' : met ? `${goal}: met` : `${goal}: **missed**`;
    return `| ${[figure.replaceAll('|', '\\|'), `${value.toLocaleString('en-US', { maximumSignificantDigits: 4 })} ${unit}`.trim(), verdict].join(' | ')} |`;
  });
  return [...[name, '', conditions, '', '| figure | value | goal |', '| --- | --- | --- |'], ...rows].join('\n');
}
