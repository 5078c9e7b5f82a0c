import assert from 'node:assert/strict';

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

/** A page as shown without scripts, after all redirects. */
export type Shown = {
  readonly status: number;
  /** With the query. */
  readonly path: string;
  readonly headers: Headers;
  readonly html: string;
  /** The readable text, in one line. */
  readonly text: string;
  readonly forms: readonly ShownForm[];
};

type Fields = Readonly<Record<string, string | File>>;

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
    const all: [string, string | File][] = [...filled.map(([name, value]): [string, string] => [name, value])];
    all.push(...Object.entries(fields));
    if (form.method === 'get') {
      const query = new URLSearchParams(textsOf(all));
      return this.open(`${form.action.split('?')[0]}?${query.toString()}`);
    }
    return this.#follow(form.action, { method: 'POST', body: bodyOf(form, all), headers: this.#ownOrigin() });
  }

  /** Submits a form that no page has shown, without following redirects. */
  async post(path: string, fields: Fields = {}, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const body = new URLSearchParams(textsOf(Object.entries(fields)));
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
    const html = await reply.text();
    const forms = formsIn(html, at);
    return { status: reply.status, path: at, headers: reply.headers, html, text: textOf(html), forms };
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

/** Converts a file in a form without file upload to its name, as browsers do. */
function textsOf(fields: readonly (readonly [string, string | File])[]): [string, string][] {
  return fields.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]);
}

function bodyOf(form: ShownForm, fields: readonly [string, string | File][]): FormData | URLSearchParams {
  if (!form.isMultipart) {
    return new URLSearchParams(textsOf(fields));
  }
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return body;
}

/** Parses the forms of the service's own pages, which are well-formed. */
function formsIn(html: string, path: string): readonly ShownForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, head = '', inner = '']) => {
    const attributes = attributesIn(head);
    const buttons = [...inner.matchAll(/<button\b([^>]*)>/g)]
      .map(([, button = '']) => attributesIn(button))
      .filter((button) => button.has('name'))
      .map((button): [string, string] => [button.get('name') ?? '', button.get('value') ?? '']);
    return {
      method: attributes.get('method') ?? 'get',
      action: attributes.get('action') ?? path,
      isMultipart: attributes.get('enctype') === 'multipart/form-data',
      fields: fieldsIn(inner),
      buttons,
    };
  });
}

function fieldsIn(inner: string): readonly (readonly [string, string])[] {
  const controls = /<input\b([^>]*)>|<textarea\b([^>]*)>([\s\S]*?)<\/textarea>|<select\b([^>]*)>([\s\S]*?)<\/select>/g;
  return [...inner.matchAll(controls)].flatMap(([, input, area, written = '', select, options = '']) => {
    const attributes = attributesIn(input ?? area ?? select ?? '');
    const name = attributes.get('name');
    if (name === undefined || attributes.has('disabled')) return [];
    if (area !== undefined) return [[name, unescaped(written).replace(/^\n/, '')] as const];
    if (select !== undefined) return [[name, chosenOption(options)] as const];
    const type = attributes.get('type') ?? 'text';
    if (type === 'file' || type === 'submit' || type === 'button') return [];
    const isBox = type === 'checkbox' || type === 'radio';
    if (isBox && !attributes.has('checked')) return [];
    return [[name, attributes.get('value') ?? (isBox ? 'on' : '')] as const];
  });
}

function chosenOption(options: string): string {
  const all = [...options.matchAll(/<option\b([^>]*)>([^<]*)/g)].map(([, head = '', label = '']) => {
    const attributes = attributesIn(head);
    return { isChosen: attributes.has('selected'), value: attributes.get('value') ?? unescaped(label).trim() };
  });
  return (all.find(({ isChosen }) => isChosen) ?? all[0])?.value ?? '';
}

function attributesIn(head: string): ReadonlyMap<string, string> {
  const pairs = [...head.matchAll(/([a-zA-Z-]+)(?:="([^"]*)"|='([^']*)')?/g)];
  return new Map(pairs.map(([, name = '', double, single]) => [name, unescaped(double ?? single ?? '')]));
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => named[name] ?? '');
}

function textOf(html: string): string {
  const body = html.replace(/^[\s\S]*<main\b[^>]*>/, '').replace(/<\/main>[\s\S]*$/, '');
  return unescaped(body.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}
