/** Files: time and memory to read and write them, growth of the time, and the effect of a document on short requests. */
import { longText, readSentences, shortTexts } from './corpus.ts';
import { assertAllSucceeded } from './driving.ts';
import { type Figure, round, type Scale } from './figure.ts';
import { hostileSamples, largeSamples } from './file-samples.ts';
import { load, median, run, temporaryFolder } from './processes.ts';
import { openService } from './systems.ts';

type Taken = { readonly seconds: number; readonly megabytes: number; readonly refused: string };

async function take(file: string, scale: number, rounds: number): Promise<Taken> {
  const script = new URL('file-process.ts', import.meta.url).pathname;
  const taken: Taken[] = [];
  for (let done = 0; done < rounds; done++) {
    const { stdout } = await run(process.execPath, ['--disable-sigusr1', script, file, String(scale)], {});
    taken.push(JSON.parse(stdout) as Taken);
  }
  const { refused = '' } = taken[0] ?? {};
  return {
    seconds: median(taken.map(({ seconds }) => seconds)),
    megabytes: median(taken.map(({ megabytes }) => megabytes)),
    refused,
  };
}

export async function documents(scale: Scale): Promise<readonly Figure[]> {
  return [...(await readingAndWriting(scale)), ...(await besideShortRequests(scale))];
}

/** Requests of 100 characters on an idle server, and while a document of 2,000,000 characters is translated. */
async function besideShortRequests({ quick }: Scale): Promise<readonly Figure[]> {
  const { sentences } = readSentences('es');
  await using folder = await temporaryFolder();
  await using service = await openService(folder.path);
  const samples = quick ? 100 : 400;
  const texts = shortTexts(sentences, { count: 100, texts: 4 * samples });
  const p50Of = async (first: number): Promise<number> => {
    const requests = texts.slice(first, first + 2 * samples).map((text) => service.request(text));
    const plan = { port: service.port, connections: 1, requestsMax: samples, secondsMax: 60, warmUpRequests: samples };
    const result = await load({ ...plan, requests });
    assertAllSucceeded(result);
    return result.p50Ms;
  };
  const idle = await p50Of(0);
  const url = `http://127.0.0.1:${service.port}/api/v1/documents`;
  const headers = { Authorization: `Bearer ${await service.newKey(2_000_000)}` };
  const form = new FormData();
  form.set('file', new Blob([longText(numbered(sentences), 1_990_000)]), 'long.txt');
  form.set('source_lang', 'es');
  form.set('target_lang', 'en');
  const { id } = (await (await fetch(url, { method: 'POST', headers, body: form })).json()) as { id: string };
  const beside = await p50Of(2 * samples);
  const state = (await (await fetch(`${url}/${id}`, { headers })).json()) as { status: string };
  if (state.status !== 'translating') throw new Error(`the document was not translated meanwhile: ${state.status}`);
  return [
    { name: '100 characters, idle server: p50', value: round(idle), unit: 'ms' },
    { name: '100 characters, beside a document of 2,000,000: p50', value: round(beside), unit: 'ms' },
    {
      name: '100 characters: p50 beside a document, relative to an idle server',
      value: round(beside / idle),
      unit: 'x',
      goal: '<= 1.5',
      met: beside / idle <= 1.5,
    },
  ];
}

/** No sentence twice, because the service would translate it once. A paragraph each. */
const numbered = (sentences: readonly string[]): readonly string[] =>
  Array.from({ length: 20_000 }, (_, index) => `${index}: ${sentences[index % sentences.length]}\n\n`);

async function readingAndWriting({ quick }: Scale): Promise<readonly Figure[]> {
  const rounds = quick ? 1 : 3;
  const figures: Figure[] = [];
  for (const { file } of largeSamples) {
    const { seconds, megabytes } = await take(file, 1, rounds);
    figures.push(
      { name: `read and write ${file}`, value: round(seconds), unit: 's', goal: '<= 2', met: seconds <= 2 },
      {
        name: `read and write ${file}: memory`,
        value: round(megabytes),
        unit: 'MB',
        goal: '<= 300',
        met: megabytes <= 300,
      },
    );
  }
  const files = [...largeSamples, ...hostileSamples];
  let steepest = { file: '', growth: 0 };
  for (const { file } of files) {
    const [once, twice] = [await take(file, 1, rounds), await take(file, 2, rounds)];
    const growth = twice.seconds / once.seconds;
    if (growth > steepest.growth) steepest = { file, growth };
  }
  figures.push({
    name: `largest growth of time for twice the length, of ${files.length} files (${steepest.file})`,
    value: round(steepest.growth),
    unit: 'x',
    goal: '<= 2.2',
    met: steepest.growth <= 2.2,
  });
  return figures;
}
