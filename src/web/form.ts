import { ServiceError } from '../core/service-error.ts';

const fieldsMax = 1_000;

/** A file of a form, as it was sent. */
export type FormFile = { readonly name: string; readonly bytes: Uint8Array };

/** What a form said: of each name the values, in their order. */
export class Form {
  readonly #fields: FormData | URLSearchParams;

  private constructor(fields: FormData | URLSearchParams) {
    this.#fields = fields;
  }

  /** @throws ServiceError `validation_error` */
  static async parse(bytes: Buffer, contentType: string): Promise<Form> {
    const [media = ''] = contentType.toLowerCase().split(';', 1);
    if (media.trim() === 'application/x-www-form-urlencoded') {
      const fields = new URLSearchParams(textOf(bytes));
      if (fields.size > fieldsMax) throw unreadable('The form has too many fields.');
      return new Form(fields);
    }
    if (media.trim() !== 'multipart/form-data') throw unreadable('Send what the form on the page sends.');
    try {
      return new Form(
        await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': contentType } }).formData(),
      );
    } catch {
      throw unreadable('The form cannot be read.');
    }
  }

  /** The first value of `name`, with the line breaks of the web as `\n`; empty when there is none. */
  text(name: string): string {
    const value = this.#fields.get(name);
    if (typeof value !== 'string') return '';
    if (!value.isWellFormed()) throw unreadable('The form holds text that is not well-formed Unicode.');
    return value.replaceAll('\r\n', '\n');
  }

  texts(name: string): readonly string[] {
    return this.#fields.getAll(name).filter((value) => typeof value === 'string');
  }

  has(name: string): boolean {
    return this.#fields.has(name);
  }

  /** Undefined when none was chosen. */
  async file(name: string): Promise<FormFile | undefined> {
    const value = this.#fields.get(name);
    if (value === null || typeof value === 'string' || (value.size === 0 && value.name === '')) return undefined;
    return { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) };
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable('The form is not in UTF-8.');
  }
}

function unreadable(message: string): ServiceError {
  return new ServiceError('validation_error', { message });
}
