import { nextRound } from '../ground/steps.ts';
import { RefusedVisit } from './wordings.ts';

const fieldsMax = 1_000;

/** More than any page sends in this encoding; decoding takes a tenth of a second per megabyte. */
const urlEncodedBytesMax = 2 * 1024 * 1024;

/** An uploaded file. */
export type FormFile = { readonly name: string; readonly bytes: Uint8Array };

/** The fields of a form: for each name its values, in their order. */
export class Form {
  readonly #fields: FormData | URLSearchParams;

  private constructor(fields: FormData | URLSearchParams) {
    this.#fields = fields;
  }

  /** @throws RefusedVisit */
  static async parse(bytes: Buffer, contentType: string): Promise<Form> {
    const [media = ''] = contentType.toLowerCase().split(';', 1);
    if (media.trim() === 'application/x-www-form-urlencoded') {
      if (bytes.length > urlEncodedBytesMax) throw new RefusedVisit('The form is too large: send a file instead.');
      refuseMany(bytes, '&');
      return new Form(new URLSearchParams(textOf(bytes)));
    }
    if (media.trim() !== 'multipart/form-data') throw new RefusedVisit('Send what the form on the page sends.');
    refuseMany(bytes, boundaryOf(contentType));
    try {
      return new Form(
        await new Response(ReadableStream.from(slicesOf(bytes)), {
          headers: { 'Content-Type': contentType },
        }).formData(),
      );
    } catch {
      throw new RefusedVisit('The form cannot be read.');
    }
  }

  /** Returns the first value of `name` with `\n` as line break; empty when there is none. */
  text(name: string): string {
    return this.longText(name).replaceAll('\r\n', '\n');
  }

  /** As `text`, with line breaks as sent: replacing those of a text of 16 MB takes a second. */
  longText(name: string): string {
    const value = this.#fields.get(name);
    if (typeof value !== 'string') return '';
    if (!value.isWellFormed()) throw new RefusedVisit('The form holds text that is not well-formed Unicode.');
    return value;
  }

  texts(name: string): readonly string[] {
    return this.#fields.getAll(name).filter((value) => typeof value === 'string');
  }

  has(name: string): boolean {
    return this.#fields.has(name);
  }

  /** Returns the uploaded file; undefined when none was chosen. */
  async file(name: string): Promise<FormFile | undefined> {
    const value = this.#fields.get(name);
    if (value === null || typeof value === 'string' || (value.size === 0 && value.name === '')) return undefined;
    return { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) };
  }
}

/** Between two slices other requests run, because a file of 16 MB is copied several times. */
const sliceBytes = 1024 * 1024;

async function* slicesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    await nextRound();
    yield bytes.subarray(at, at + sliceBytes);
  }
}

/** Counts fields before anything is parsed, because each field costs far more than its bytes. */
function refuseMany(bytes: Buffer, separator: string): void {
  let count = 0;
  for (let at = bytes.indexOf(separator); at !== -1; at = bytes.indexOf(separator, at + separator.length)) {
    if (++count > fieldsMax) throw new RefusedVisit('The form has too many fields.');
  }
}

/** With other parameters, another parser might find another boundary. Source: RFC 2046, section 5.1.1. */
function boundaryOf(contentType: string): string {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;\s*boundary=(?:"([^"\\]{1,70})"|([^\s;"]{1,70}))\s*$/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new RefusedVisit('The form cannot be read.');
  return `--${boundary}`;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new RefusedVisit('The form is not in UTF-8.');
  }
}
