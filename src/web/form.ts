import { hasMany, readMultipart } from '../http/multipart.ts';
import { RefusedVisit } from './wordings.ts';

/** More than any page sends in this encoding; decoding takes a tenth of a second per megabyte. */
const urlEncodedBytesMax = 2.5 * 1024 * 1024;

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
      if (hasMany(bytes, '&')) throw new RefusedVisit('The form has too many fields.');
      return new Form(new URLSearchParams(textOf(bytes)));
    }
    if (media.trim() !== 'multipart/form-data') throw new RefusedVisit('Send what the form on the page sends.');
    const form = await readMultipart(bytes, contentType);
    if (form === undefined) throw new RefusedVisit('The form cannot be read, or has too many fields.');
    return new Form(form);
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

  /** All fields but files, in their order. */
  all(): readonly (readonly [name: string, value: string])[] {
    return [...this.#fields].filter((field): field is [string, string] => typeof field[1] === 'string');
  }

  hasFile(): boolean {
    return [...this.#fields.values()].some((value) => typeof value !== 'string' && isFile(value));
  }

  has(name: string): boolean {
    return this.#fields.has(name);
  }

  /** Returns the uploaded file; undefined when none was chosen. */
  async file(name: string): Promise<FormFile | undefined> {
    return (await this.files(name))[0];
  }

  /** Returns all files that were chosen in a field. */
  async files(name: string): Promise<readonly FormFile[]> {
    const chosen = this.#fields
      .getAll(name)
      .filter((value) => typeof value !== 'string')
      .filter(isFile);
    return Promise.all(
      chosen.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    );
  }
}

/** Browsers send an empty one without a name for a field without a chosen file. */
function isFile({ size, name }: File): boolean {
  return size > 0 || name !== '';
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new RefusedVisit('The form is not in UTF-8.');
  }
}

const attemptShape = /^[0-9a-f-]{36}$/;

/** Returns the id drawn with a form, which recognises a repeated one; a new id if it is missing or malformed. */
export function attemptOf(sent: string | undefined): string {
  return sent !== undefined && attemptShape.test(sent) ? sent : crypto.randomUUID();
}
