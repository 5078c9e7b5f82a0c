import { Dragoman, DragomanError } from '../../../sdk/src/dragoman.ts';
import { formatCount, messageOf } from './console.ts';
import { TaskError } from './content.ts';
import type { Plan } from './plan.ts';
import { UsageError } from './usage-error.ts';

/** @throws UsageError without a key or a usable address */
export function openClient(baseUrl: string | undefined, key: string | undefined): Dragoman {
  if (!key) throw new UsageError('DRAGOMAN_KEY is not set. Set it to a key of your account.');
  try {
    return new Dragoman({ key, baseUrl });
  } catch (error) {
    if (!(error instanceof DragomanError)) throw error;
    throw new UsageError(messageOf(error));
  }
}

/** Characters that are enough to detect a language. */
const sampleLength = 2_000;

/** Detects the language of a source file that does not say it. @throws TaskError if it is not clear */
export async function detectSource(client: Dragoman, { task, units }: Plan, signal: AbortSignal): Promise<string> {
  const texts = units.map(({ unit }) => unit.text).join('\n');
  const { language } = await client.detect(texts.slice(0, sampleLength).replace(/[\ud800-\udbff]$/, ''), { signal });
  if (language !== null) return language;
  const message = 'the language of the file cannot be detected. Name it with --from.';
  throw new TaskError('unknown_language', message, { path: task.source.path });
}

/** A text without letters is free, but its languages are checked. */
const probe = ['0'];

/** Checks the key, the server and a pair of languages before anything is sent. @throws UsageError */
export async function checkPair(
  client: Dragoman,
  { from, to }: { readonly from: string | undefined; readonly to: string },
  signal: AbortSignal,
): Promise<void> {
  try {
    await client.translate(probe, { from, to, signal });
  } catch (error) {
    if (!(error instanceof DragomanError)) throw error;
    if (error.code === 'not_found') {
      throw new UsageError(
        'The server has no batches. It must be Dragoman 0.2 or newer, and the address without a path.',
      );
    }
    if (error.code === 'validation_error' || error.code === 'invalid_api_key') throw new UsageError(messageOf(error));
    throw error;
  }
}

/** Returns what to print when a request fails, with `open` characters still to be translated. */
export async function stopMessage(
  client: Dragoman,
  error: DragomanError,
  { open, signal }: { readonly open: number; readonly signal: AbortSignal },
): Promise<string> {
  if (error.code !== 'insufficient_balance') return messageOf(error);
  // The balance in the error has characters that other requests held.
  const { characters_balance: left } = await client.usage({ signal });
  if (left >= open) return error.message;
  const needed = `${formatCount(open)} characters are to be translated, ${formatCount(left)} are left`;
  return `The balance is too small: ${needed}. Buy ${formatCount(open - left)} or more, then run the command again.`;
}
