import { describe } from './page-circumstances.ts';
import type { Picture, PictureRow } from './picture.ts';
import type { Results, Score } from './results.ts';
import type { Section } from './section.ts';

type Quality = NonNullable<Results['quality']>;

/** The engines of the service; whoever else has scores is beside them to compare. */
const ours = ['apertium', 'bergamot', 'openai'];
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
      `**chrF2** and **BLEU**, 0 to 100, more is better, as sacreBLEU 2.6 defines them
(\`chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no\`, \`BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp\`; Chinese is cut by
\`tok:zh\`, Japanese by \`tok:char\` because MeCab is not at hand). On the 43 stored outputs below and on texts in other
scripts our figures and those of sacreBLEU 2.6.0 were the same to thirteen digits, and they agree with what Mozilla has
published of the same files (French to English: Google 48.7, base-memory 44.3). chrF2 decides about routes, because it also
tells apart what is nearly right, and treats languages with many forms fairly.`,
      `The test text is FLORES-200 dev, ${lines} sentences of news, travel and encyclopedia in each language (CC BY-SA 4.0, not
part of the project). Each line is translated as the service would translate it: cut into sentences, examined, repaired.
Where the engine alone could not bring a line through, the line counts as empty; the service would try the next way.
Direct pairs are measured on all lines, ways through other languages on the first ${pivots}; where one of those is better than
the direct way on them, on all. Differences of less than a point say little, so a longer way has to be better by a point than
each shorter one. Other kinds of text may fare otherwise:
\`esen-micro\` was made for short everyday sentences, and is better at those than Apertium, but not at these.`,
      `${describe(circumstances)}${datesOf(scores)}`,
    ],
  };
}

/** What a run over some pairs or engines left of earlier ones. */
function datesOf(scores: readonly Score[]): string {
  const dates = [...new Set(scores.map(({ date }) => date))].toSorted();
  return dates.length < 2 ? '' : ` Some scores are older, of ${dates.slice(0, -1).join(', ')}.`;
}

function lineCounts(scores: readonly Score[]): { readonly direct: number; readonly pivots: number } {
  const counts = scores.map(({ lines }) => lines);
  return { direct: Math.max(...counts), pivots: Math.min(...counts) };
}

/** Those pairs for which somebody else's output is at hand. */
function besideOthers({ scores }: Quality): Section {
  const paths = [...new Set(scores.filter(({ engine }) => !ours.includes(engine)).map(({ path }) => path))].toSorted();
  const rowsOf = paths.map((path) => scores.filter((score) => score.path === path));
  const systems = [...new Set(rowsOf.flat().map(systemOf))].toSorted(compareSystems);
  return {
    heading: 'Beside others',
    text: [
      `chrF2 / BLEU. Of Bergamot's \`tiny\` and \`base-memory\` (Mozilla's models for Firefox, by their architecture) and of all others
the outputs are scored that Mozilla has published in \`firefox-translations-models\`: those models themselves could not be
fetched where this was measured. In **bold** the best of ours, which is what serves the pair where it is installed.`,
    ],
    table: {
      columns: ['pair', ...systems],
      texts: 1,
      rows: paths.map((path, index) => {
        const row = rowsOf[index] ?? [];
        const best = Math.max(...row.filter(({ engine }) => ours.includes(engine)).map(({ chrF2 }) => chrF2));
        return [
          path,
          ...systems.map((system) => {
            const score = row.find((one) => systemOf(one) === system);
            if (score === undefined) return '';
            const cell = `${score.chrF2.toFixed(1)} / ${score.bleu.toFixed(1)}`;
            return ours.includes(score.engine) && score.chrF2 === best ? `**${cell}**` : cell;
          }),
        ];
      }),
    },
    picture: [
      'beside-others',
      chart(
        'chrF2 of our engines and of others',
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
    heading: 'Every direct pair',
    text: ['The pairs that were translated here, best first. *Refused* are lines that count as empty.'],
    table: {
      columns: ['pair', 'engine', 'chrF2', 'BLEU', 'lines', 'refused'],
      texts: 2,
      rows: sorted.map((score) => [
        score.path,
        systemOf(score),
        score.chrF2.toFixed(1),
        score.bleu.toFixed(1),
        score.lines,
        score.refused,
      ]),
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

/** The best way of each engine between two languages, where it is not the direct one. */
function throughOthers({ scores }: Quality): Section {
  const pivots = scores.filter(({ path }) => path.split('>').length > 2);
  const byEnds = [...Map.groupBy(pivots, (score) => `${systemOf(score)} ${endsOf(score)}`).values()];
  const best = byEnds.flatMap((all) => all.toSorted((a, b) => b.chrF2 - a.chrF2).slice(0, 1));
  const sorted = best.toSorted((a, b) => b.chrF2 - a.chrF2);
  const isDirect = (ends: string) => scores.some(({ path, from }) => path === ends && from === 'run');
  return {
    heading: 'Through other languages',
    text: [
      `The best way of an engine between two languages that it does not translate directly, or not as well directly
(${sorted.filter((score) => isDirect(endsOf(score))).length} of these, with †). All that were kept stand in \`eval/results.json\`. A way that is not better by a point than every shorter one has no score.`,
    ],
    table: {
      columns: ['way', 'engine', 'chrF2', 'BLEU', 'lines'],
      texts: 2,
      rows: sorted.map((score) => [
        `${score.path}${isDirect(endsOf(score)) ? ' †' : ''}`,
        systemOf(score),
        score.chrF2.toFixed(1),
        score.bleu.toFixed(1),
        score.lines,
      ]),
    },
    picture: [
      'through-others',
      chart(
        'chrF2 through other languages',
        [...new Set(sorted.map(systemOf))].toSorted(compareSystems),
        sorted.map((score) => rowOf(score.path, [score])),
      ),
    ],
  };
}

function notMeasured({ notMeasured: absent, pairsWithoutText }: Quality): Section {
  const without = Object.entries(pairsWithoutText).flatMap(([engine, pairs]) =>
    pairs.length === 0 ? [] : [`- ${names[engine] ?? engine}: ${pairs.map((pair) => `\`${pair}\``).join(', ')}`],
  );
  return {
    heading: 'What was not measured',
    text: [
      `A pair without a score is served as \`ENGINES\` has it; no score is guessed for it. Not measured are Mozilla's models for
pairs that have no stored output above, models that an operator imports under a name of their own, and these:`,
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

function systemOf({ engine, model }: Score): string {
  return [names[engine] ?? engine, model].filter(Boolean).join(' ');
}

/** Ours first, then the others as they are listed. */
function compareSystems(a: string, b: string): number {
  const order = Object.values(names);
  const placeOf = (system: string) => order.findIndex((name) => system === name || system.startsWith(`${name} `));
  return placeOf(a) - placeOf(b) || (a < b ? -1 : Number(a > b));
}

function endsOf({ path }: Score): string {
  const tags = path.split('>');
  return `${tags[0]}>${tags.at(-1)}`;
}
