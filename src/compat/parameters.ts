import { charsetProblem, decodeJson, parseMediaType, utf8Text } from '../calls/json-object.ts';
import { readBytes } from '../calls/request-content.ts';
import type { Exchange } from '../http/exchange.ts';
import { hasMany, readMultipart } from '../http/multipart.ts';
import { batchTextsMax } from '../shop/sale/translate.ts';
import { FaultyRequest } from './failure.ts';

/** Fields of a form. Each text is one. */
const fieldsMax = 50_000;

/**
 * The parameters of a request: those of the body, and those of the query that the body does not have. A repeated
 * parameter of a query or form is a list, as an array in JSON is. Unknown parameters are ignored.
 */
export class Parameters {
  /** The whole body if it is JSON. */
  readonly json: unknown;
  /** The body as sent. */
  readonly bytes: Uint8Array;
  readonly #body: ReadonlyMap<string, unknown>;
  readonly #query: ReadonlyMap<string, unknown>;

  constructor(query: URLSearchParams, { bytes = new Uint8Array(), json, members }: Body = { members: [] }) {
    this.json = json;
    this.bytes = bytes;
    this.#body = new Map(members);
    this.#query = gathered(query);
  }

  /** A string, a list of strings, a file, or any value of JSON; undefined for none and `null`. */
  get(name: string): unknown {
    return (this.#body.has(name) ? this.#body : this.#query).get(name) ?? undefined;
  }

  /** The same, but not from the query, which logs of tools and proxies have. */
  inBody(name: string): unknown {
    return this.#body.get(name);
  }

  /** Returns a single value as text, such as a code or a number; undefined for none and an empty one. */
  word(name: string): string | undefined {
    const value = this.get(name);
    const single = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
    if (single === undefined || single === '') return undefined;
    if (Array.isArray(single) && this.json === undefined) throw new FaultyRequest({ kind: 'repeated', name });
    if (typeof single === 'string') return single;
    if (typeof single === 'number' || typeof single === 'boolean') return String(single);
    throw new FaultyRequest({ kind: 'mistyped', name, expected: 'a string' });
  }

  /** Returns the values of a parameter that may be repeated, a list, or have several between commas; without empty ones. */
  words(name: string): readonly string[] {
    const values: readonly unknown[] = [this.get(name) ?? []].flat();
    if (!values.every((value) => typeof value === 'string'))
      throw new FaultyRequest({ kind: 'mistyped', name, expected: 'a string or a list of strings' });
    return values.flatMap((value) => value.split(',')).flatMap((word) => word.trim() || []);
  }

  /** @throws FaultyRequest `missing` */
  requiredWord(name: string): string {
    const word = this.word(name);
    if (word === undefined) throw new FaultyRequest({ kind: 'missing', name });
    return word;
  }

  /** Returns what a word stands for, in any case. @throws FaultyRequest `unsupported` for any other word */
  choice<Choice>(name: string, choices: Readonly<Record<string, Choice>>, byDefault: Choice): Choice {
    const written = this.word(name);
    if (written === undefined) return byDefault;
    const word = written.toLowerCase();
    if (!Object.hasOwn(choices, word)) throw new FaultyRequest({ kind: 'unsupported', name, written });
    return choices[word] as Choice;
  }

  /** Returns the file of a form; undefined for none. */
  file(name: string): File | undefined {
    const value = this.get(name);
    if (value === undefined || value instanceof File) return value;
    throw new FaultyRequest({ kind: 'mistyped', name, expected: 'a file with its name' });
  }

  /**
   * Returns the texts to translate, exactly as sent. `isList` unless a single one was sent outside a list.
   * @throws FaultyRequest `missing` also for a single empty text and an empty list; `too_long` for more than a batch
   */
  texts(name: string): { readonly texts: readonly string[]; readonly isList: boolean } {
    const value = this.get(name);
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (value === undefined || value === '' || texts.length === 0) throw new FaultyRequest({ kind: 'missing', name });
    refuseMany(name, texts.length);
    if (!texts.every((text) => typeof text === 'string'))
      throw new FaultyRequest({ kind: 'mistyped', name, expected: 'a string or a list of strings' });
    if (!texts.every((text) => text.isWellFormed())) throw new FaultyRequest({ kind: 'ill_formed', name });
    return { texts, isList: Array.isArray(value) };
  }
}

/** @throws FaultyRequest for more texts than a batch of the API has */
export function refuseMany(name: string, length: number): void {
  if (length > batchTextsMax)
    throw new FaultyRequest({ kind: 'too_long', name, count: `${length} texts`, max: batchTextsMax });
}

/** Gathers the values of each name: one that is repeated is a list. */
function gathered(pairs: Iterable<readonly [string, unknown]>): ReadonlyMap<string, unknown> {
  const all = new Map<string, unknown>();
  for (const [name, value] of pairs) {
    const before = all.get(name);
    if (Array.isArray(before)) before.push(value);
    else all.set(name, before === undefined ? value : [before, value]);
  }
  return all;
}

type Body = {
  readonly bytes?: Uint8Array;
  readonly json?: unknown;
  readonly members: Iterable<readonly [string, unknown]>;
};

/** Reads a JSON body, a form, or nothing, also of GET: the Python client of DeepL sends parameters so. */
export async function readParameters(
  exchange: Exchange,
  query: URLSearchParams,
  bytesMax: number,
): Promise<Parameters> {
  if (exchange.req.method === 'GET' && exchange.req.headers['content-type'] === undefined) return new Parameters(query);
  const bytes = await readBytes(exchange, bytesMax);
  if (bytes.byteLength === 0) return new Parameters(query);
  return new Parameters(query, { bytes, ...(await readMembers(bytes, exchange.req.headers['content-type'] ?? '')) });
}

async function readMembers(bytes: Buffer, contentType: string): Promise<Body> {
  const type = parseMediaType(contentType);
  if (type?.essence === 'multipart/form-data') {
    const form = await readMultipart(bytes, contentType);
    if (form === undefined) throw new FaultyRequest({ kind: 'unreadable', why: 'is no complete form' });
    return { members: gathered(form) };
  }
  if (type !== undefined && charsetProblem(type) !== undefined)
    throw new FaultyRequest({ kind: 'unreadable', why: 'must be in UTF-8' });
  if (type?.essence === 'application/json') {
    const json = decodeJson(utf8Text(bytes));
    return { json, members: typeof json === 'object' && json !== null ? Object.entries(json) : [] };
  }
  if (type?.essence === 'application/x-www-form-urlencoded') {
    if (hasMany(bytes, '&', fieldsMax)) throw new FaultyRequest({ kind: 'unreadable', why: 'has too many fields' });
    return { members: gathered(new URLSearchParams(utf8Text(bytes))) };
  }
  throw new FaultyRequest({ kind: 'unreadable', why: 'must be JSON or a form, as its Content-Type says' });
}
