import { randomUUID } from 'node:crypto';
import { type Dragoman, DragomanError } from '../../../sdk/src/dragoman.ts';
import { packTexts } from '../../../sdk/src/text-batches.ts';
import type { Journal, JournaledRequest } from './journal.ts';
import type { Wanted } from './text-map.ts';

/** The translation of a text, or why there is none. */
export type Outcome = { readonly translation: string; readonly charged: number } | { readonly problem: string };

type Parts = {
  readonly client: Dragoman;
  readonly journal: Journal;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Called once for each text, with outcomes as the requests end. */
  readonly settle: (wanted: Wanted, outcome: Outcome) => void;
};

/**
 * Translates texts in as few requests as the service allows, one pair of languages each. Requests that an earlier run could
 * not end come first, as they were.
 *
 * @throws DragomanError if a request fails for another reason than one of its texts; the reason of the signal
 */
export async function sendTexts(wanted: readonly Wanted[], parts: Parts): Promise<void> {
  const pairs = new Map<string, Wanted[]>();
  for (const each of wanted) {
    const texts = pairs.get(pairOf(each));
    if (texts) texts.push(each);
    else pairs.set(pairOf(each), [each]);
  }
  const requests = [...pairs.values()].flatMap((texts) => requestsOf(texts, parts.journal));
  const rest = requests.values();
  const failures: unknown[] = [];
  const lane = async () => {
    for (const request of rest) {
      if (failures.length > 0 || parts.signal.aborted) return;
      await sendRequest(request, parts);
    }
  };
  // Requests under way end, because they may be paid.
  const stop = (error: unknown) => failures.push(error);
  await Promise.all(Array.from({ length: parts.concurrency }, () => lane().catch(stop)));
  parts.signal.throwIfAborted();
  if (failures.length > 0) throw failures[0];
}

const pairOf = ({ from, to }: Omit<Wanted, 'text'>): string => `${from} ${to}`;

/** Requests for texts of one pair. A text that an unfinished request has is not in a new one. */
function requestsOf(wanted: readonly Wanted[], journal: Journal): readonly JournaledRequest[] {
  const [{ from, to } = { from: '', to: '' }] = wanted;
  const texts = new Set(wanted.map(({ text }) => text));
  const again = repeatedRequests(
    journal,
    (request, text) => pairOf(request) === pairOf({ from, to }) && texts.has(text),
  );
  const sent = new Set(again.flatMap((request) => request.texts));
  const { batches } = packTexts([...texts].filter((text) => !sent.has(text)));
  return [...again, ...batches.map((batch) => ({ key: randomUUID(), from, to, texts: batch }))];
}

/** Unfinished requests with a wanted text; on Windows, where a journal may be of other people, with no other texts. */
export const repeatedRequests = (
  journal: Journal,
  isWanted: (request: JournaledRequest, text: string) => boolean,
): readonly JournaledRequest[] =>
  journal.unfinished.filter((request) =>
    request.texts[process.getuid === undefined ? 'every' : 'some']((text) => isWanted(request, text)),
  );

/** Sends a request, and another one without the texts that the service names, until none is left. */
async function sendRequest(request: JournaledRequest, { client, journal, signal, settle }: Parts): Promise<void> {
  let texts = request.texts;
  for (let key = request.key; texts.length > 0; key = randomUUID()) {
    const { from, to } = request;
    journal.begin({ key, from, to, texts });
    try {
      const translated = await client.translate(texts, { from, to, idempotencyKey: key, signal });
      journal.end(
        key,
        translated.map(({ text }) => text),
      );
      for (const [index, { text: translation, charged }] of translated.entries()) {
        settle({ from, to, text: texts[index] ?? '' }, { translation, charged });
      }
      return;
    } catch (error) {
      const problems = problemsOf(error, texts.length);
      if (problems === undefined) throw error;
      journal.end(key, []);
      for (const [index, problem] of problems) settle({ from, to, text: texts[index] ?? '' }, { problem });
      texts = texts.filter((_, index) => !problems.has(index));
    }
  }
}

/** Returns what is wrong with the texts that an error names; undefined if it is about anything else. */
function problemsOf(error: unknown, count: number): ReadonlyMap<number, string> | undefined {
  if (!(error instanceof DragomanError) || error.errors.length === 0) return undefined;
  const problems = new Map(
    error.errors.map(({ param, message }) => [
      Number(/^texts\[(\d+)\]$/.exec(param)?.[1] ?? count),
      `the text ${message}.`,
    ]),
  );
  return [...problems.keys()].every((index) => index < count) ? problems : undefined;
}
