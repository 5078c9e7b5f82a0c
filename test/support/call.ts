import type { Problem } from '../../sdk/src/wire.ts';

/** A reply of the service with its parsed body. */
export type Answer<Body> = { readonly status: number; readonly headers: Headers; readonly body: Body };

/** A POST request to the API. */
export type PostCall = {
  readonly key?: string | undefined;
  /** An object is sent as JSON; text and bytes are sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** @param url of the service */
export function translate<Body = Problem>(url: string, call: PostCall): Promise<Answer<Body>> {
  return post(`${url}/api/v1/translate`, call);
}

export async function post<Body = Problem>(address: string, { key, body, headers }: PostCall): Promise<Answer<Body>> {
  const reply = await fetch(address, {
    method: 'POST',
    headers: { ...authorization(key), 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: bytesOf(body) }),
  });
  return answerOf(reply);
}

/** Sends a GET request, with a key if given. */
export async function read<Body = Problem>(
  address: string,
  { key, headers }: { readonly key?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer<Body>> {
  return answerOf(await fetch(address, { headers: { ...authorization(key), ...headers } }));
}

async function answerOf<Body>(reply: Response): Promise<Answer<Body>> {
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, body: (text === '' ? undefined : JSON.parse(text)) as Body };
}

function authorization(key: string | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { Authorization: `Bearer ${key}` };
}

function bytesOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}
