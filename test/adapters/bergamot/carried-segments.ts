import { carry } from '../../../src/adapters/bergamot/marked-text.ts';
import { readModel } from '../../../src/adapters/bergamot/model-bytes.ts';
import { WorkerThread } from '../../../src/adapters/bergamot/worker-thread.ts';
import type { LanguageTag } from '../../../src/core/languages/language.ts';
import { readToken, tokenPattern, writeToken } from '../../../src/core/marks/token.ts';
import { microFiles } from '../../support/folder-models.ts';

const limitMs = 120_000;

/** The real library with the small model for tests. */
export async function startMicro(): Promise<WorkerThread> {
  const worker = await WorkerThread.start();
  await worker.load('micro', await readModel(microFiles));
  return worker;
}

/** What becomes of segments on their way through the library; an abort of its module rejects. */
export async function translateCarried(worker: WorkerThread, segments: readonly string[]): Promise<readonly string[]> {
  const carried = segments.map((segment) => carry({ segment, terms: [] }, 'en' as LanguageTag));
  const outcomes: string[] = [];
  let pending = [...segments.keys()];
  while (pending.length > 0) {
    const texts = pending.flatMap((index) => carried[index]?.texts ?? []);
    const translations = await worker.translate('micro', texts, limitMs);
    const again: number[] = [];
    let taken = 0;
    for (const index of pending) {
      const own = carried[index];
      if (own === undefined) continue;
      const outcome = own.read(translations.slice(taken, taken + own.texts.length).map(({ text }) => text));
      taken += own.texts.length;
      if (typeof outcome === 'string') outcomes[index] = outcome;
      else {
        carried[index] = outcome;
        again.push(index);
      }
    }
    pending = again;
  }
  return outcomes;
}

/** Makes `<b>` and `</b>` a pair, `{w}` a word, `{p}` a point and `{s}` a space. */
export function withTokens(text: string, numberOf: (index: number) => number = (index) => index): string {
  const open: number[] = [];
  let count = 0;
  return text.replace(/\{([wps])\}|<b>|<\/b>/g, (mark: string, role: string | undefined) => {
    if (mark === '</b>') return writeToken('close', open.pop() ?? 0);
    const number = numberOf(count++);
    if (mark === '<b>') open.push(number);
    if (mark === '<b>') return writeToken('open', number);
    return writeToken(role === 'w' ? 'word' : role === 'p' ? 'point' : 'space', number);
  });
}

/** The same the other way round, numbers of words and of points told. */
export function shown(translation: string): string {
  return translation.replace(tokenPattern, (token) => {
    const { role, number } = readToken(token);
    if (role === 'open') return '<b>';
    if (role === 'close') return '</b>';
    return `{${role.charAt(0)}${number}}`;
  });
}

export function tokensOf(text: string): readonly string[] {
  return text.match(tokenPattern) ?? [];
}
