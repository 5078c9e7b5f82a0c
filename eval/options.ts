import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export const parts = ['speed', 'quality', 'terms', 'detection'] as const;

export type Part = (typeof parts)[number];

export type EvalOptions = {
  readonly only: readonly Part[];
  /** `es>en`; undefined: all that can be measured. */
  readonly pairs: ReadonlySet<string> | undefined;
  readonly engines: readonly string[];
  /** How many lines of the test text are translated directly, and how many through other languages. */
  readonly lines: { readonly direct: number; readonly pivots: number };
  /** A run on fewer lines: results are printed and not written. */
  readonly isQuickLook: boolean;
  /** Contains one `<tag>.txt` for each language, with the same sentence in each line. */
  readonly floresDir: string;
  /** Contains `<source>-<target>.<system>.txt`: outputs of other systems for the same sentences. */
  readonly peersDir: string;
};

/** FLORES-200 dev has this many sentences. */
const linesMax = 997;
const pivotLines = 300;

const usage = `npm run eval [-- options]
  --only=speed,quality,terms,detection   which parts
  --pairs=es-en,es>pt-BR           which pairs; what was measured of others before stays
  --engines=apertium,bergamot      which engines; what was measured of others before stays
  --lines=N                        how many lines, at most ${linesMax} (through other languages ${pivotLines}); with
                                   fewer it is a quick look, which writes nothing
FLORES_DIR, PEERS_DIR and MODELS_DIR name folders; docs/quality.md says what is in them.
`;

/** @throws Error with the usage when an option is wrong */
export function readOptions(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): EvalOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      only: { type: 'string' },
      pairs: { type: 'string' },
      engines: { type: 'string', default: 'apertium,bergamot,openai' },
      lines: { type: 'string' },
    },
  });
  const folder = (name: string, beside: string) =>
    env[name] || fileURLToPath(new URL(`../../shared/eval/${beside}`, import.meta.url));
  const lines = values.lines === undefined ? undefined : readCount(values.lines);
  return {
    only: readParts(values.only),
    pairs: values.pairs === undefined ? undefined : new Set(values.pairs.split(',').map(readPair)),
    engines: values.engines.split(','),
    lines: { direct: lines ?? linesMax, pivots: Math.min(lines ?? pivotLines, pivotLines) },
    isQuickLook: lines !== undefined && lines < linesMax,
    floresDir: folder('FLORES_DIR', 'flores-dev'),
    peersDir: folder('PEERS_DIR', 'peers'),
  };
}

/** In a fixed order: speed comes first, before any engine has started. */
function readParts(written: string | undefined): readonly Part[] {
  const chosen = written?.split(',') ?? parts;
  const unknown = chosen.find((name) => !parts.some((part) => part === name));
  if (unknown !== undefined) refuse(`there is no part ${unknown}`);
  return parts.filter((part) => chosen.includes(part));
}

function readPair(written: string): string {
  const ends = written.includes('>') ? written.split('>') : written.split('-');
  return ends.length === 2 && ends.every((end) => end !== '') ? ends.join('>') : refuse(`${written} is not a pair`);
}

function readCount(written: string): number {
  const count = Number(written);
  return Number.isInteger(count) && count > 0 ? Math.min(count, linesMax) : refuse(`--lines=${written} is no count`);
}

function refuse(reason: string): never {
  throw new Error(`${reason}\n${usage}`);
}
