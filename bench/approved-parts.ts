/** Approved translations: what a memory of the maximum size costs requests, imports beside requests, and matching. */
import { SaxesParser } from 'saxes';
import { readMemoryFile } from '../src/adapters/entry-files/read-memory-file.ts';
import { Turns } from '../src/ground/steps.ts';
import { HashSet } from '../src/shop/memory/hash-set.ts';
import { parseTexts } from '../src/text/attempts/translate-text.ts';
import type { LanguageTag } from '../src/text/languages/language.ts';
import { keysOfSource, type Memory } from '../src/text/memory/memory-entry.ts';
import { longSentences, readSentences } from './corpus.ts';
import { assertAllSucceeded } from './driving.ts';
import { type Figure, round, type Scale } from './figure.ts';
import type { LoadResult } from './load-client.ts';
import { load, median, startLoad, temporaryFolder, treeProcessorMs, wireRequest } from './processes.ts';
import { openService, type Service } from './systems.ts';

/** As many as fit into a file of an import. */
const unitsInFile = 100_000;

export async function approved(scale: Scale): Promise<readonly Figure[]> {
  return [
    ...(await besideRequests(scale)),
    ...(await besideEngine(scale)),
    ...(await reading(scale)),
    ...(await matching(scale)),
  ];
}

/** A source and its translation; each has other letters, because texts that differ in numbers only are alike. */
function unitOf(index: number): readonly [source: string, target: string] {
  const letters = Array.from(index.toString(26), (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
  return [`El panel ${letters.join('')}.`, `The panel ${letters.join('')}.`];
}

const units = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => unitOf(from + index));

function tsvOf(rows: readonly (readonly [string, string])[]): string {
  return `source\ttarget\n${rows.map((row) => row.join('\t')).join('\n')}\n`;
}

function tmxOf(rows: readonly (readonly [string, string])[]): string {
  const parts = rows.map(
    ([source, target]) =>
      `<tu><tuv xml:lang="es"><seg>${source}</seg></tuv><tuv xml:lang="en"><seg>${target}</seg></tuv></tu>`,
  );
  return `<tmx version="1.4"><header srclang="es"/><body>\n${parts.join('\n')}\n</body></tmx>\n`;
}

async function importFile({ port }: Service, key: string, format: 'tmx' | 'tsv', body: string): Promise<void> {
  const url = `http://127.0.0.1:${port}/api/v1/memory/import?format=${format}&source_lang=es&target_lang=en`;
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'text/plain' };
  const reply = await fetch(url, { method: 'POST', headers, body });
  if (!reply.ok) throw new Error(`the import was refused: ${reply.status}`);
}

function requestWith(key: string, text: string): string {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
  return wireRequest('/api/v1/translate', headers, JSON.stringify({ text, source_lang: 'es', target_lang: 'en' }));
}

/** The same sentences on an account without entries, and on one with entries that they do not match. */
async function besideRequests({ quick }: Scale): Promise<readonly Figure[]> {
  const { sentences } = readSentences('es');
  await using folder = await temporaryFolder();
  await using service = await openService(folder.path, { entry: 'bench/instant-server.ts' });
  const keys = [await service.newKey(1e12), await service.newKey(1e12)] as const;
  for (const from of [0, unitsInFile]) {
    await importFile(service, keys[1], 'tsv', tsvOf(units(from, from + (quick ? 1_000 : unitsInFile))));
  }
  const run = async (some: readonly string[], connections: number, requestsMax: number): Promise<LoadResult> => {
    const requests = sentences.flatMap((sentence) => some.map((key) => requestWith(key, sentence)));
    const plan = { port: service.port, connections, requestsMax, secondsMax: 60, warmUpRequests: requestsMax / 10 };
    const result = await load({ ...plan, requests, areTimed: true });
    assertAllSucceeded(result);
    return result;
  };
  await run(keys, 8, quick ? 1_000 : 10_000);
  // One after the other, so that other load on the machine affects both.
  const { tookMs = [] } = await run(keys, 1, quick ? 200 : 4_000);
  const p50s = keys.map((_, each) => median(tookMs.filter((_ms, index) => index % keys.length === each)));
  const spent: [number[], number[]] = [[], []];
  for (let done = 0; done < (quick ? 2 : 7); done++) {
    for (const each of done % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const before = await treeProcessorMs(service.child.pid ?? 0);
      const count = quick ? 500 : 3_000;
      await run([keys[each]], 8, count);
      spent[each].push(((await treeProcessorMs(service.child.pid ?? 0)) - before) / count);
    }
  }
  const [latency, processor] = [(p50s[1] ?? 0) / (p50s[0] ?? 0), median(spent[1]) / median(spent[0])];
  return [
    { name: 'no entries, instant engine: p50 at 1 connection', value: round(p50s[0] ?? 0), unit: 'ms' },
    {
      name: '200,000 entries: p50 of requests that alternate with those, relative to them',
      value: round(latency),
      unit: 'x',
      goal: '<= 1.1',
      met: latency <= 1.1,
    },
    { name: '200,000 entries: processor time of a request, relative to none', value: round(processor), unit: 'x' },
  ];
}

/** With the real engine: a text of 300 lines, approved and not; and requests beside an import. */
async function besideEngine({ quick }: Scale): Promise<readonly Figure[]> {
  await using folder = await temporaryFolder();
  await using service = await openService(folder.path);
  const lines = longSentences(300);
  const keys = [await service.newKey(1e12), await service.newKey(1e12)] as const;
  const rows = lines.map((line) => [line, `Approved: ${line}`] as const);
  await importFile(service, keys[1], 'tsv', tsvOf(rows));
  const taken: [number[], number[]] = [[], []];
  for (let done = 0; done < (quick ? 2 : 10); done++) {
    for (const each of [0, 1] as const) {
      const plan = { port: service.port, connections: 1, requestsMax: 1, secondsMax: 60, warmUpRequests: 0 };
      const result = await load({ ...plan, requests: [requestWith(keys[each], lines.join('\n'))] });
      assertAllSucceeded(result);
      // The first round starts a pipeline.
      if (done > 0) taken[each].push(result.p50Ms);
    }
  }
  const ratio = median(taken[1]) / median(taken[0]);
  return [
    { name: '300 approved lines', value: round(median(taken[1])), unit: 'ms' },
    {
      name: '300 approved lines, relative to new ones',
      value: round(ratio),
      unit: 'x',
      goal: '<= 0.5',
      met: ratio <= 0.5,
    },
    ...(await besideImport(service, quick)),
  ];
}

/** Requests of others during an import, relative to those that a second server gets at the same time. */
async function besideImport(service: Service, quick: boolean): Promise<readonly Figure[]> {
  await using folder = await temporaryFolder();
  await using idle = await openService(folder.path);
  const file = tmxOf(units(0, quick ? 2_000 : unitsInFile));
  const importer = await service.newKey(1);
  const texts = readSentences('es').sentences;
  const start = ({ port, request }: Service) =>
    startLoad({
      ...{ port, connections: 1, secondsMax: 600, requestsMax: 1e9, warmUpRequests: quick ? 1 : 100 },
      requests: texts.map(request),
    });
  await using beside = await start(service);
  await using alone = await start(idle);
  const startedAt = performance.now();
  await importFile(service, importer, 'tmx', file);
  const seconds = (performance.now() - startedAt) / 1_000;
  const [ours, theirs] = [await beside.end(), await alone.end()];
  for (const each of [ours, theirs]) assertAllSucceeded(each);
  const ratio = ours.p50Ms / theirs.p50Ms;
  return [
    { name: 'import of 100,000 units of TMX beside two requests at a time', value: round(seconds), unit: 's' },
    {
      name: 'p50 of a sentence during this import, relative to another server at the same time',
      value: round(ratio),
      unit: 'x',
      goal: '<= 1.5',
      met: ratio <= 1.5,
    },
  ];
}

/** Returns the median processor times in ms of two works in turn: other work on the machine affects elapsed time. */
async function inTurns(rounds: number, works: readonly [() => unknown, () => unknown]): Promise<[number, number]> {
  const taken: [number[], number[]] = [[], []];
  for (let done = 0; done < rounds; done++) {
    for (const each of [0, 1] as const) {
      const before = process.cpuUsage();
      await works[each]();
      const { user, system } = process.cpuUsage(before);
      // In the first rounds, the compiler optimises the code as on a running server.
      if (done > 1 || rounds < 3) taken[each].push((user + system) / 1_000);
    }
  }
  return [median(taken[0]), median(taken[1])];
}

/** Reading units of TMX with their checks, relative to the parser alone with the same handlers. */
async function reading({ quick }: Scale): Promise<readonly Figure[]> {
  const sentences = longSentences(quick ? 1_000 : 20_000);
  const text = tmxOf(sentences.map((sentence) => [sentence, `Approved: ${sentence}`]));
  const bytes = new TextEncoder().encode(text);
  const parse = () => {
    const parser = new SaxesParser({ xmlns: false, position: true });
    let seen = 0;
    for (const event of ['opentag', 'closetag', 'text'] as const) parser.on(event, () => void seen++);
    for (let start = 0; start < text.length; start += 8_192) parser.write(text.slice(start, start + 8_192));
    parser.close();
    return seen;
  };
  const [alone, ours] = await inTurns(quick ? 2 : 11, [parse, () => readMemoryFile(bytes, { format: 'tmx' })]);
  return [
    {
      name: `reading ${sentences.length} units of TMX, relative to saxes alone`,
      value: round(ours / alone),
      unit: 'x',
      goal: '<= 3',
      met: ours / alone <= 3,
    },
  ];
}

/** Parsing and matching of sentences, every third approved, beside a memory of the maximum size. */
async function matching({ quick }: Scale): Promise<readonly Figure[]> {
  const count = quick ? 400 : 4_000;
  const sentences = longSentences(2 * count).map((sentence, index) => `${unitOf(index)[0]} ${sentence}`);
  const hashes = new HashSet();
  const entries = new Map<string, Awaited<ReturnType<Memory['find']>>[number]>();
  const languages = { sourceLanguage: 'es' as LanguageTag, targetLanguage: 'en' as LanguageTag };
  for (let index = 0; index < 2 * unitsInFile; index++) {
    const sentence = index % 3 === 0 ? sentences[index] : undefined;
    const source = sentence ?? unitOf(index + 1e6)[0];
    const { key, ...found } = keysOfSource(source);
    hashes.add(found.hash);
    if (sentence) entries.set(key, { id: key, ...languages, source, target: `x ${source}`, ...found });
  }
  const memory: Memory = {
    mayHave: (hash) => hashes.has(hash),
    find: (looks) => Promise.resolve([...looks.keys()].flatMap((key) => entries.get(key) ?? [])),
  };
  const parse = (length: number, asked?: Memory) => () => {
    const texts = [sentences.slice(0, length).join('\n')];
    const rest = { language: 'es' as LanguageTag, glossary: undefined, memory: asked };
    return parseTexts({ turns: new Turns() }, { texts, ...rest }, new AbortController().signal);
  };
  const rounds = quick ? 2 : 11;
  const [once, twice] = await inTurns(rounds, [parse(count, memory), parse(2 * count, memory)]);
  const [without, matched] = await inTurns(rounds, [parse(count), parse(count, memory)]);
  return [
    { name: '200,000 entries: hashes of their keys', value: round(hashes.bytes / 1e6), unit: 'MB' },
    {
      name: `200,000 entries: matching ${2 * count} sentences of ${count} lines`,
      value: round(matched - without),
      unit: 'ms',
    },
    {
      name: '200,000 entries: time of twice the text',
      value: round(twice / once),
      unit: 'x',
      goal: '<= 2.2',
      met: twice / once <= 2.2,
    },
  ];
}
