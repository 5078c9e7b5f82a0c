import type { Problem } from '../../sdk/src/wire.ts';

/** A reply of the service with its parsed body. */
export type Answer<Body> = { readonly status: number; readonly headers: Headers; readonly body: Body };

/** A request to `POST /api/v1/translate`. */
export type TranslateCall = {
  readonly key?: string | undefined;
  /** An object is sent as JSON; text and bytes are sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export async function translate<Body = Problem>(
  url: string,
  { key, body, headers }: TranslateCall,
): Promise<Answer<Body>> {
  const reply = await fetch(`${url}/api/v1/translate`, {
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
