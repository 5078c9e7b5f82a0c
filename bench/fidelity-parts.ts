/** The cost of protecting spans, and whether texts are preserved. */
import { openDetector } from '../src/adapters/detection/detector.ts';
import { findIssue } from '../src/core/checks/check.ts';
import { repairTokens } from '../src/core/checks/repair-tokens.ts';
import { parseDocument } from '../src/core/document/document.ts';
import { render } from '../src/core/document/render.ts';
import type { Detector } from '../src/core/languages/detector.ts';
import type { LanguagePair } from '../src/core/languages/language.ts';
import { finish } from '../src/core/steps.ts';
import { corpusFolders, findDamage, readCorpus } from '../test/support/corpus.ts';
import { denseHtml, longText, readSentences } from './corpus.ts';
import { openEngine } from './engine.ts';
import { type Figure, round, type Scale } from './figure.ts';
import { openService } from './parties.ts';
import { median, temporaryFolder } from './processes.ts';

const pair = { source: 'es', target: 'en' } as LanguagePair;

/**
 * Marking, splitting, mending, examining and rendering beside the engine's time for the same text, and whether their time
 * grows as the text does, for texts that consist of what a scanner could stumble over.
 */
export async function marking({ quick }: Scale): Promise<readonly Figure[]> {
  const { sentences } = readSentences('es');
  const detector = await openDetector();
  await using engine = await openEngine();
  const rounds = quick ? 3 : 8;
  const prose = longText(sentences, 100_000);
  const html = denseHtml(sentences, 100_000);
  const onProse = await measureBesideEngine(engine, { detector, text: prose, rounds });
  const onHtml = await measureBesideEngine(engine, { detector, text: html, rounds });
  const hostile = hostileStretches.map((stretch) => measureGrowth(stretch, { detector, rounds }));
  const [steepest] = hostile.toSorted((one, other) => other.growth - one.growth);
  const [slowest] = hostile.toSorted((one, other) => other.ms - one.ms);
  if (steepest === undefined || slowest === undefined) throw new Error('nothing was measured');
  const timesProse = slowest.ms / onProse.ms;
  return [
    { name: 'marking 100,000 characters of prose', value: round(onProse.ms), unit: 'ms' },
    shareOfEngine('prose', onProse.share, 0.02),
    { name: 'marking 100,000 characters of dense HTML', value: round(onHtml.ms), unit: 'ms' },
    shareOfEngine('dense HTML', onHtml.share, 0.12),
    {
      name: `marking: twice the text takes at most, of ${hostile.length} hostile ones (${steepest.name})`,
      value: round(steepest.growth),
      unit: 'x',
      goal: '<= 2.2',
      met: steepest.growth <= 2.2,
    },
    {
      name: `marking: the slowest of them, times prose (${slowest.name})`,
      value: round(timesProse),
      unit: 'x',
      goal: '<= 10',
      met: timesProse <= 10,
    },
  ];
}

function shareOfEngine(what: string, share: number, shareMax: number): Figure {
  return {
    name: `marking: share of the engine's time, ${what}`,
    value: round(share),
    unit: 'share',
    goal: `<= ${shareMax}`,
    met: share <= shareMax,
  };
}

type Measured = { readonly detector: Detector; readonly text: string; readonly rounds: number };

/** Milliseconds, and as a share of what the engine takes: what a request waits for either. */
async function measureBesideEngine(
  engine: { translate(segments: readonly string[]): Promise<readonly string[]> },
  { detector, text, rounds }: Measured,
): Promise<{ readonly ms: number; readonly share: number }> {
  const segments = finish(parseDocument(text, pair.source)).sentences;
  const translations = await engine.translate(segments);
  const took: number[] = [];
  for (let done = 0; done < rounds; done++) {
    const startedAt = performance.now();
    await engine.translate(segments);
    took.push(performance.now() - startedAt);
  }
  const own: number[] = [];
  for (let done = 0; done < 8 * rounds; done++) {
    const startedAt = performance.now();
    markAndExamine(text, detector, (_, index) => translations[index] ?? '');
    // The first half lets the compiler see what a server that runs has long seen.
    if (done >= 4 * rounds) own.push(performance.now() - startedAt);
  }
  return { ms: median(own), share: median(own) / median(took) };
}

/** Everything that is done to a text but to translate it. */
function markAndExamine(
  text: string,
  detector: Detector,
  translationOf: (sentence: string, index: number) => string,
): string {
  const document = finish(parseDocument(text, pair.source));
  const translations = document.sentences.map((sentence, index) => {
    const translation = repairTokens(sentence, translationOf(sentence, index));
    findIssue({ pair, sentence, translation, detector });
    return translation;
  });
  return render(document, translations).text;
}

/** What texts are made of that could cost more than their length. */
const hostileStretches: readonly string[] = [
  ...['<', '&', '{', '\n', '*', '[', '"', '$', ':', '_', '`', '(', '|', '\\', '%', '@', '#', '~', '=', "'", '>', '!'],
  ...[
    '1.',
    'a.',
    '1 ',
    'a ',
    '.',
    ' ',
    '\t',
    '-',
    '<!--',
    '<a',
    '<a ',
    '</',
    '{{',
    '${',
    '[[',
    '](',
    '**a',
    '_a',
    '&a',
  ],
  ...[
    '<b>',
    '<b>a',
    '</b>',
    'a@',
    'a/',
    'http://',
    '\r\n',
    '> ',
    '- ',
    '1. ',
    '| ',
    '```\n',
    '{a, plural, ',
    '😀',
    'a\u0301',
  ],
];

/** How many times longer twice the text takes, and milliseconds for 100,000 characters. */
function measureGrowth(
  stretch: string,
  { detector, rounds }: Omit<Measured, 'text'>,
): { readonly name: string; readonly growth: number; readonly ms: number } {
  const textOf = (count: number): string => stretch.repeat(Math.ceil(count / stretch.length)).slice(0, count);
  const [half, whole] = [50_000, 100_000].map((count) => {
    const text = textOf(count);
    return () => markAndExamine(text, detector, (sentence) => sentence);
  });
  if (half === undefined || whole === undefined) throw new Error('two texts make a growth');
  const took = Array.from({ length: blocks }, () => ({
    half: processorMs(rounds, half),
    whole: processorMs(rounds, whole),
  }));
  const growths = took.map((block) => Math.max(floorMs, block.whole) / Math.max(floorMs / 2, block.half));
  return { name: JSON.stringify(stretch), growth: median(growths), ms: median(took.map((block) => block.whole)) };
}

const blocks = 3;
/** Less is too little to tell once from twice; for 100,000 characters. */
const floorMs = 10;

/**
 * Milliseconds of processor time that `work` takes on average, that of the collector included, once it is warm. Other
 * processes on the machine do not count, so that a few milliseconds can be told from twice as many.
 */
function processorMs(rounds: number, work: () => unknown): number {
  work();
  const before = process.cpuUsage();
  for (let done = 0; done < rounds; done++) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / rounds;
}

/** Every file of the corpus of hard texts through the whole service. */
export async function integrity(): Promise<readonly Figure[]> {
  await using folder = await temporaryFolder();
  await using service = await openService(folder.path);
  const files = corpusFolders().flatMap(readCorpus);
  const damaged: string[] = [];
  for (const file of files) {
    const found = await service.translate(file.text, file.expected.pair).then(
      (reply) => findDamage(file, reply),
      (error: unknown) => [String(error)],
    );
    if (found.length > 0) damaged.push(`${file.path}: ${found.join(' ')}`);
  }
  for (const line of damaged) process.stderr.write(`${line}\n`);
  const share = 1 - damaged.length / files.length;
  return [
    { name: 'corpus of hard texts', value: files.length, unit: 'files' },
    {
      name: 'corpus of hard texts: share preserved intact',
      value: round(share),
      unit: 'share',
      goal: '1',
      met: damaged.length === 0,
    },
  ];
}
