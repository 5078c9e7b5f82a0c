import { isUtf8 } from 'node:buffer';
import { MIMEType } from 'node:util';
import { RefusedRequest } from './problem.ts';

const byteOrderMark = Buffer.from('\uFEFF');

/** Returns why a Content-Type is not JSON in UTF-8, or undefined. Parameters other than the charset are ignored. */
export function contentTypeProblem(contentType: string | undefined): string | undefined {
  if (contentType === 'application/json') return undefined;
  const type = parseMediaType(contentType ?? '');
  if (type?.essence !== 'application/json') return 'The Content-Type must be application/json.';
  return charsetProblem(type);
}

/** Returns why the text of this type is not UTF-8, or undefined. */
export function charsetProblem({ params }: MIMEType): string | undefined {
  const charset = params.get('charset') ?? 'utf-8';
  if (isUtf8Label(charset)) return undefined;
  return `The charset ${quoted(charset)} is not accepted. Send the body in UTF-8.`;
}

/** Returns undefined for a malformed type. */
export function parseMediaType(contentType: string): MIMEType | undefined {
  try {
    return new MIMEType(contentType);
  } catch {
    return undefined;
  }
}

/** Whether `label` names UTF-8, such as `utf8`. Source: WHATWG Encoding Standard, section 4.2. */
function isUtf8Label(label: string): boolean {
  try {
    return new TextDecoder(label).encoding === 'utf-8';
  } catch {
    return false;
  }
}

/**
 * Parses a JSON object, more strictly than JSON.parse: it must be valid UTF-8 and have no repeated member, because the
 * parser would silently keep the last one.
 * @param required the fields that an empty body lacks
 * @throws RefusedRequest
 */
export function parseJsonObject(body: Buffer, required: readonly string[]): Readonly<Record<string, unknown>> {
  if (body.byteLength === 0) {
    const fields = required.map((name) => `\`${name}\``).join(', ');
    throw new RefusedRequest({ message: `The request has no body. Send a JSON object with: ${fields}.` });
  }
  const json = utf8Text(body);
  const value = decodeJson(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RefusedRequest({ message: 'The body must be a JSON object.' });
  }
  const repeated = repeatedMember(json);
  if (repeated !== undefined) {
    const param = shortened(repeated);
    const message = `The field ${quoted(repeated)} appears more than once.`;
    throw new RefusedRequest({ message, param, errors: [{ param, message: 'appears more than once' }] });
  }
  return value as Readonly<Record<string, unknown>>;
}

/** Returns a body as text without a byte order mark (RFC 8259, section 8.1). @throws RefusedRequest */
export function utf8Text(body: Buffer): string {
  if (!isUtf8(body)) throw new RefusedRequest({ message: 'The body is not valid UTF-8.' });
  const isMarked = body.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  return body.toString('utf8', isMarked ? byteOrderMark.length : 0);
}

const nameLengthMax = 64;

/** Returns a string from the caller for use in a message: shortened, between backticks. */
export function quoted(name: string): string {
  return `\`${shortened(name)}\``;
}

export function shortened(name: string): string {
  const whole = name.toWellFormed();
  return whole.length <= nameLengthMax ? whole : `${whole.slice(0, nameLengthMax).toWellFormed()}...`;
}

/** @throws RefusedRequest that says where, without quoting the text */
export function decodeJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    // The parser's message quotes the caller's text, so only the position is used.
    const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    const ended = error instanceof Error && error.message.includes('end of JSON input');
    const where = ended ? ': it ends too early' : position === undefined ? '' : `: see position ${position}`;
    throw new RefusedRequest({ message: `The body is not valid JSON${where}.` });
  }
}

const quote = 0x22;
const backslash = 0x5c;
const [openBrace, openBracket, closeBrace, closeBracket] = [0x7b, 0x5b, 0x7d, 0x5d];
const [comma, colon] = [0x2c, 0x3a];

/** Returns the first repeated member name of the outermost object. @param json valid, and an object */
function repeatedMember(json: string): string | undefined {
  const seen = new Set<string>();
  let depth = 0;
  let nameExpected = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(json, at);
      if (depth === 1 && nameExpected) {
        const name = nameBetween(json, at, end);
        if (seen.has(name)) return name;
        seen.add(name);
        nameExpected = false;
      }
      at = end;
    } else if (code === openBrace || code === openBracket) {
      depth++;
      nameExpected = depth === 1;
    } else if (code === closeBrace || code === closeBracket) depth--;
    else if (code === comma) nameExpected = depth === 1;
    else if (code === colon) nameExpected = false;
  }
  return undefined;
}

/** Returns the end of the string that starts at `start`. Searching for quotes is fast in long strings. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end;
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0;
  while (json.charCodeAt(at - 1 - backslashes) === backslash) backslashes++;
  return backslashes % 2 === 1;
}

/** Resolves escapes: `text` and `\u0074ext` are the same name. */
function nameBetween(json: string, start: number, end: number): string {
  const name = json.slice(start + 1, end);
  return name.includes('\\') ? String(JSON.parse(`"${name}"`)) : name;
}
