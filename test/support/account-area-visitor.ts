import assert from 'node:assert/strict';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

/** A form on a page, with the values that a browser would submit. */
export type ShownForm = {
  readonly method: string;
  readonly action: string;
  readonly isMultipart: boolean;
  /** Field values in the page's order, without buttons. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Buttons with a name and a value. */
  readonly buttons: readonly (readonly [name: string, value: string])[];
};

/** A page as shown without scripts, after all redirects, read as assistive technology reads it. */
export class Shown {
  readonly status: number;
  /** With the query. */
  readonly path: string;
  readonly headers: Headers;
  readonly html: string;

  constructor({ status, headers }: Response, path: string, html: string) {
    this.status = status;
    this.path = path;
    this.headers = headers;
    this.html = html;
  }

  /** The readable text of the main part, in one line. */
  get text(): string {
    return textOf(this.#main);
  }

  /** Text of the element with this id, in one line; undefined if there is none. */
  textAt(id: string): string | undefined {
    const found = elements(this.#main, (one) => attribute(one, 'id') === id)[0];
    return found && textOf(found);
  }

  get forms(): readonly ShownForm[] {
    return named(this.#root, 'form').map((form) => formOf(form, this.path));
  }

  /** Where the links of the main part lead. */
  get links(): readonly string[] {
    return named(this.#main, 'a').map((link) => attribute(link, 'href') ?? '');
  }

  /** Names of the fields that are marked as invalid and described by an error with a text. */
  get invalid(): readonly string[] {
    return elements(this.#main, (one) => attribute(one, 'aria-invalid') === 'true').map((one) => {
      const ids = attribute(one, 'aria-describedby')?.split(' ') ?? [];
      assert.ok(
        ids.some((id) => /error|refusal|problem/.test(id) && (this.textAt(id) ?? '') !== ''),
        this.text,
      );
      return attribute(one, 'name') ?? '';
    });
  }

  /** Kinds of the notices in the main part: good, plain, warn or bad. */
  get notices(): readonly string[] {
    const boxes = elements(this.#main, (one) => classesOf(one)[0] === 'notice');
    return boxes.map((box) => classesOf(box)[1] ?? '');
  }

  /** Texts of the cells of each row of the tables. */
  get rows(): readonly (readonly string[])[] {
    const isCell = ({ tagName }: Element) => tagName === 'td' || tagName === 'th';
    return named(this.#main, 'tr').map((row) => elements(row, isCell).map(textOf));
  }

  get #root(): Element {
    return documentOf(this.html);
  }

  get #main(): Element {
    return named(this.#root, 'main')[0] ?? this.#root;
  }
}

/** The numbers in a text, in its order. */
export function numbersIn(text = ''): readonly number[] {
  return [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([number]) => Number(number.replaceAll(',', '')));
}

/** Several files are those of one field. */
export type Fields = Readonly<Record<string, string | File | readonly File[]>>;

const redirectsMax = 5;

/** A visitor who uses only links and forms, and keeps cookies like a browser. */
export class FormVisitor {
  readonly url: string;
  readonly #cookies = new Map<string, string>();
  readonly #headers: Readonly<Record<string, string>>;

  /** @param headers sent with each request */
  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.url = url;
    this.#headers = headers;
  }

  /** Value of the request header `Cookie`. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  open(path: string): Promise<Shown> {
    return this.#follow(path, { method: 'GET' });
  }

  /** Fills in the form of `page` with this `action` and submits it. Other fields keep their values. */
  async submit(page: Shown, action: string, fields: Fields = {}): Promise<Shown> {
    const found = page.forms.filter((form) => form.action.replace(/#.*/, '') === action);
    assert.ok(found[0], `${page.path} has no form to ${action}: ${page.text}`);
    return this.send(found[0], fields);
  }

  async send(form: ShownForm, fields: Fields = {}): Promise<Shown> {
    const filled = form.fields.filter(([name]) => !Object.hasOwn(fields, name));
    const all = [...filled, ...entriesOf(fields)];
    if (form.method === 'get') {
      const query = new URLSearchParams(textsOf(all));
      return this.open(`${form.action.split('?')[0]}?${query.toString()}`);
    }
    return this.#follow(form.action, { method: 'POST', body: bodyOf(form, all), headers: this.#ownOrigin() });
  }

  /** Submits a form that no page has shown, without following redirects. */
  async post(path: string, fields: Fields = {}, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const body = new URLSearchParams(textsOf(entriesOf(fields)));
    return this.fetch(path, { method: 'POST', body, headers: { ...this.#ownOrigin(), ...headers } });
  }

  /** Sends a request with the cookies, without following redirects. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ Accept: 'text/html', ...this.#headers });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    if (this.#cookies.size > 0 && !headers.has('Cookie')) headers.set('Cookie', this.cookie);
    const reply = await fetch(new URL(path, this.url), { ...init, headers, redirect: 'manual' });
    for (const cookie of reply.headers.getSetCookie()) this.#keep(cookie);
    return reply;
  }

  #ownOrigin(): Readonly<Record<string, string>> {
    return { Origin: new URL(this.url).origin };
  }

  async #follow(path: string, init: RequestInit): Promise<Shown> {
    let at = path;
    let reply = await this.fetch(at, init);
    for (let redirects = 0; redirects < redirectsMax && reply.headers.has('Location'); redirects++) {
      assert.equal(reply.status, 303, 'every act is followed by a page');
      await reply.arrayBuffer();
      at = reply.headers.get('Location') ?? '';
      reply = await this.fetch(at);
    }
    return new Shown(reply, at, await reply.text());
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals);
    const isOver = attributes.some((attribute) => /^max-age=0$/i.test(attribute));
    if (isOver) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(equals + 1));
  }
}

function entriesOf(fields: Fields): readonly (readonly [string, string | File])[] {
  return Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, each] as const));
}

/** Converts a file in a form without file upload to its name, as browsers do. */
function textsOf(fields: readonly (readonly [string, string | File])[]): [string, string][] {
  return fields.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]);
}

function bodyOf(form: ShownForm, fields: readonly (readonly [string, string | File])[]): FormData | URLSearchParams {
  if (!form.isMultipart) {
    return new URLSearchParams(textsOf(fields));
  }
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return body;
}

function formOf(form: Element, path: string): ShownForm {
  const buttons = named(form, 'button').filter((button) => attribute(button, 'name') !== undefined);
  return {
    method: attribute(form, 'method') ?? 'get',
    action: attribute(form, 'action') ?? path,
    isMultipart: attribute(form, 'enctype') === 'multipart/form-data',
    fields: elements(form, ({ tagName }) => /^(?:input|textarea|select)$/.test(tagName)).flatMap(fieldOf),
    buttons: buttons.map((button) => [attribute(button, 'name') ?? '', attribute(button, 'value') ?? '']),
  };
}

/** Returns what a browser would send for a control: nothing for one that is disabled, unticked or a button. */
function fieldOf(control: Element): readonly (readonly [name: string, value: string])[] {
  const name = attribute(control, 'name');
  if (name === undefined || attribute(control, 'disabled') !== undefined) return [];
  if (control.tagName === 'textarea') return [[name, control.childNodes.map(writtenIn).join('')]];
  if (control.tagName === 'select') {
    const options = named(control, 'option');
    const chosen = options.find((option) => attribute(option, 'selected') !== undefined) ?? options[0];
    return [[name, chosen === undefined ? '' : (attribute(chosen, 'value') ?? textOf(chosen))]];
  }
  const type = attribute(control, 'type') ?? 'text';
  if (type === 'file' || type === 'submit' || type === 'button') return [];
  const isBox = type === 'checkbox' || type === 'radio';
  if (isBox && attribute(control, 'checked') === undefined) return [];
  return [[name, attribute(control, 'value') ?? (isBox ? 'on' : '')]];
}

let last: { readonly html: string; readonly root: Element } | undefined;

/** Parses as a browser without scripts does. */
function documentOf(html: string): Element {
  if (last?.html !== html) {
    const root = parse(html, { scriptingEnabled: false }).childNodes.find((node) => 'tagName' in node);
    assert.ok(root, 'a document has a root');
    last = { html, root };
  }
  return last.root;
}

function elements(within: Element, matches: (one: Element) => boolean): readonly Element[] {
  return within.childNodes.flatMap((node) =>
    'tagName' in node ? [...(matches(node) ? [node] : []), ...elements(node, matches)] : [],
  );
}

const named = (within: Element, name: string) => elements(within, ({ tagName }) => tagName === name);

const attribute = ({ attrs }: Element, name: string) => attrs.find((one) => one.name === name)?.value;

const classesOf = (one: Element) => (attribute(one, 'class') ?? '').split(' ');

function writtenIn(node: DefaultTreeAdapterTypes.ChildNode): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(writtenIn).join(' ') : '';
}

const textOf = (one: Element) => writtenIn(one).replaceAll(/\s+/g, ' ').trim();
