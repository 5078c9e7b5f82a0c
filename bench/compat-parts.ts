/** Latency of the APIs of other vendors, relative to `POST /api/v1/translate` of the same service. */
import { readSentences } from './corpus.ts';
import { drive, inTurn, middle, wholePasses } from './driving.ts';
import { type Figure, round, type Scale } from './figure.ts';
import { temporaryFolder, wireRequest } from './processes.ts';
import { openService, type System } from './systems.ts';

/** By shape: the path of its translations, and the body of a request from Spanish to English. */
const ways: Readonly<Record<string, readonly [path: string, bodyOf: (text: string) => object]>> = {
  apertium: ['/compat/apertium/translate', (q) => ({ q, langpair: 'spa|eng', format: 'txt' })],
  deepl: ['/v2/translate', (text) => ({ text: [text], source_lang: 'ES', target_lang: 'EN' })],
  google: ['/language/translate/v2', (q) => ({ q: [q], source: 'es', target: 'en', format: 'text' })],
  libretranslate: ['/translate', (q) => ({ q, source: 'es', target: 'en' })],
  microsoft: ['/compat/microsoft/translate?api-version=3.0&from=es&to=en', (Text) => [{ Text }]],
};

export async function doors({ quick }: Scale): Promise<readonly Figure[]> {
  const texts = readSentences('es').sentences;
  await using folder = await temporaryFolder();
  await using service = await openService(folder.path);
  const headers = {
    'Content-Type': 'application/json',
    Authorization: `Bearer ${await service.newKey(1_000_000_000_000)}`,
  };
  await drive(service, { texts, connections: 8, requestsMax: quick ? 1_000 : 10_000 });
  const vendors = Object.values(ways).map(([path, bodyOf]): System => {
    return { ...service, request: (text) => wireRequest(path, headers, JSON.stringify(bodyOf(text))) };
  });
  const requestsMax = wholePasses(texts, quick ? 100 : 400);
  const [own, ...theirs] = await inTurn([service, ...vendors], quick ? 3 : 5, (system) =>
    drive(system, { texts, connections: 1, requestsMax }),
  );
  const p50Of = (results: typeof own) => middle(results, (result) => result.p50Ms);
  return Object.keys(ways).map((name, index) => {
    const ratio = p50Of(theirs[index] ?? []) / p50Of(own);
    return {
      name: `p50 of ${name} at 1 connection, relative to the public API`,
      value: round(ratio),
      unit: 'x',
      goal: '<= 1.1',
      met: ratio <= 1.1,
    };
  });
}
