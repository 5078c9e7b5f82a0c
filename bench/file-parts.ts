/** Files: time and memory to read and write them, growth of the time, and the effect of a document on short requests. */
import { type Figure, round, type Scale } from './figure.ts';
import { hostileSamples, largeSamples } from './file-samples.ts';
import { median, run } from './processes.ts';

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

export async function documents({ quick }: Scale): Promise<readonly Figure[]> {
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
  for (const { file } of [...largeSamples, ...hostileSamples]) {
    const [once, twice] = [await take(file, 1, rounds), await take(file, 2, rounds)];
    const growth = twice.seconds / once.seconds;
    const outcome = twice.refused === '' ? '' : `, refused (${twice.refused})`;
    figures.push({
      name: `${file}${outcome}: time for twice the length`,
      value: round(growth),
      unit: 'x',
      goal: '<= 2.2',
      met: growth <= 2.2,
    });
  }
  return figures;
}
