import { describe } from './page-circumstances.ts';
import type { Picture, PictureRow } from './picture.ts';
import type { Results, Score } from './results.ts';
import type { Section } from './section.ts';

type Quality = NonNullable<Results['quality']>;

/** The engines of the service, alone or joined by `+`; all others are for comparison. */
const ours = /^(?:apertium|bergamot|openai)\b/;
const names: Readonly<Record<string, string>> = {
  apertium: 'Apertium',
  bergamot: 'Bergamot',
  openai: 'OpenAI',
  google: 'Google',
  microsoft: 'Microsoft',
  nllb: 'NLLB',
  opusmt: 'OPUS-MT',
  argos: 'Argos',
};

export function qualitySections({ quality }: Results): readonly Section[] {
  if (quality === undefined) return [];
  return [how(quality), besideOthers(quality), direct(quality), throughOthers(quality), notMeasured(quality)];
}

function how({ circumstances, scores }: Quality): Section {
  const { direct: lines, pivots } = lineCounts(scores);
  return {
    heading: 'How translations are scored',
    text: [
      `**chrF2** and **BLEU** from 0 to 100, higher is better, as sacreBLEU 2.6 defines them
(\`chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no\`, \`BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp\`; Chinese with
\`tok:zh\`, Japanese with \`tok:char\`). Our figures equal those of sacreBLEU 2.6.0. Routing uses chrF2, because it gives credit
for nearly correct words and treats languages with many inflected forms fairly.`,
      `The test text is FLORES-200 dev: ${lines} sentences of news, travel and encyclopedia in each language (CC BY-SA 4.0, not
part of the project). Each line is translated as in the service: split into sentences, checked, repaired. A line that the
engine cannot translate counts as empty; the service would try the next route. Direct pairs are measured on all lines, pivot
routes on the first ${pivots}, unless they are better than the direct pair. Differences of less than a point mean little. Results on
other kinds of text differ: the starter models (\`esen-starter\`, \`enes-starter\`) are far better at short everyday sentences
and at software than at these.`,
      `${describe(circumstances)}${datesOf(scores)}`,
    ],
  };
}

/** Dates of scores that a partial run kept from earlier runs. */
function datesOf(scores: readonly Score[]): string {
  const dates = [...new Set(scores.map(({ date }) => date))].toSorted();
  return dates.length < 2 ? '' : ` Some scores are older: ${dates.slice(0, -1).join(', ')}.`;
}

function lineCounts(scores: readonly Score[]): { readonly direct: number; readonly pivots: number } {
  const counts = scores.map(({ lines }) => lines);
  return { direct: Math.max(...counts), pivots: Math.min(...counts) };
}

/** Pairs with stored outputs of other systems. */
function besideOthers({ scores }: Quality): Section {
  const paths = [...new Set(scores.filter(({ engine }) => !ours.test(engine)).map(({ path }) => path))].toSorted();
  const rowsOf = paths.map((path) => scores.filter((score) => score.path === path));
  const systems = [...new Set(rowsOf.flat().map(systemOf))].toSorted(compareSystems);
  return {
    heading: 'Comparison with other systems',
    text: [
      `chrF2 / BLEU. Bergamot's \`tiny\` and \`base-memory\` are Mozilla's models for Firefox, by their architecture. These
and the systems of other makers are scored from outputs that Mozilla published in \`firefox-translations-models\`. **Bold**: our
best engine, which serves the pair if it is installed.`,
    ],
    table: {
      columns: ['pair', ...systems],
      texts: 1,
      rows: paths.map((path, index) => {
        const row = rowsOf[index] ?? [];
        const best = Math.max(...row.filter(({ engine }) => ours.test(engine)).map(({ chrF2 }) => chrF2));
        return [
          path,
          ...systems.map((system) => {
            const score = row.find((one) => systemOf(one) === system);
            if (score === undefined) return '';
            const cell = `${score.chrF2.toFixed(1)} / ${score.bleu.toFixed(1)}`;
            return ours.test(score.engine) && score.chrF2 === best ? `**${cell}**` : cell;
          }),
        ];
      }),
    },
    picture: [
      'beside-others',
      chart(
        'chrF2 of our engines and of other systems',
        systems,
        paths.map((path, index) => rowOf(path, rowsOf[index] ?? [])),
      ),
    ],
  };
}

function direct({ scores }: Quality): Section {
  const run = scores.filter(({ path, from }) => from === 'run' && path.split('>').length === 2);
  const sorted = run.toSorted((a, b) => b.chrF2 - a.chrF2);
  return {
    heading: 'Direct pairs',
    text: ['All measured direct pairs, best first. *Refused* lines have no translation.'],
    table: {
      columns: ['pair', 'engine', 'chrF2', 'refused'],
      texts: 2,
      rows: sorted.map((score) => [score.path, systemOf(score), score.chrF2.toFixed(1), score.refused]),
    },
    picture: [
      'direct-pairs',
      chart(
        'chrF2 of direct pairs',
        [...new Set(sorted.map(systemOf))].toSorted(compareSystems),
        [...Map.groupBy(sorted, ({ path }) => path)].map(([path, all]) => rowOf(path, all)),
      ),
    ],
  };
}

/** The best pivot route of each engine between two languages; the table has those that replace a direct pair. */
function throughOthers({ scores }: Quality): Section {
  const pivots = scores.filter(({ path }) => path.split('>').length > 2);
  const byEnds = [...Map.groupBy(pivots, (score) => `${systemOf(score)} ${endsOf(score)}`).values()];
  const best = byEnds.flatMap((all) => all.toSorted((a, b) => b.chrF2 - a.chrF2).slice(0, 1));
  const sorted = best.toSorted((a, b) => b.chrF2 - a.chrF2);
  const instead = sorted.filter((score) => scores.some(({ path, from }) => path === endsOf(score) && from === 'run'));
  return {
    heading: 'Pivot routes',
    text: [
      `The picture has the best pivot route of an engine between two languages, if it has no direct pair or a worse
one. The table has those that replace a direct pair. \`eval/results.json\` has all routes.`,
    ],
    table: {
      columns: ['route', 'engine', 'chrF2', 'lines'],
      texts: 2,
      rows: instead.map((score) => [score.path, systemOf(score), score.chrF2.toFixed(1), score.lines]),
    },
    picture: [
      'through-others',
      chart(
        'chrF2 of pivot routes',
        [...new Set(sorted.map(systemOf))].toSorted(compareSystems),
        sorted.map((score) => rowOf(score.path, [score])),
      ),
    ],
  };
}

function notMeasured({ notMeasured: absent, pairsWithoutText }: Quality): Section {
  const without = Object.entries(pairsWithoutText).flatMap(([engine, { length }]) =>
    length === 0 ? [] : [`- ${names[engine] ?? engine}: ${length} pairs without a test text`],
  );
  return {
    heading: 'What was not measured',
    text: [
      `The order in \`ENGINES\` decides about a pair without a score. Not measured are Mozilla's models for pairs without a stored
output above, imported models with another name, and these:`,
      [...absent.map((reason) => `- ${reason}`), ...without].join('\n'),
    ],
  };
}

function chart(title: string, series: readonly string[], rows: readonly PictureRow[]): Picture {
  const values = rows.flatMap((row) => Object.values(row.values));
  return {
    title,
    series,
    rows,
    from: 5 * Math.floor(Math.min(...values) / 5),
    to: 5 * Math.ceil(Math.max(...values) / 5),
    unit: 'chrF2',
  };
}

function rowOf(label: string, scores: readonly Score[]): PictureRow {
  return { label, values: Object.fromEntries(scores.map((score) => [systemOf(score), score.chrF2])) };
}

/** `Bergamot base-memory`, or `Apertium + Bergamot esen-starter` of a mixed route. */
function systemOf({ engine, model }: Score): string {
  const engines = engine.split('+').map((name) => names[name] ?? name);
  return [engines.join(' + '), model].filter(Boolean).join(' ');
}

/** Our engines first, then the others in the order of `names`. */
function compareSystems(a: string, b: string): number {
  const order = Object.values(names);
  const placeOf = (system: string) => order.findIndex((name) => system === name || system.startsWith(`${name} `));
  return placeOf(a) - placeOf(b) || (a < b ? -1 : Number(a > b));
}

function endsOf({ path }: Score): string {
  const tags = path.split('>');
  return `${tags[0]}>${tags.at(-1)}`;
}
