import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { backwards } from '../../support/letters-engine.ts';

const question = z.object({
  q: z.array(z.string()),
  source: z.string(),
  target: z.string(),
  format: z.literal('html'),
  api_key: z.string().optional(),
});

export type Question = z.infer<typeof question>;

/** What the server does instead of its work. */
export type Reaction = { readonly status: number } | { readonly lose: number } | { readonly hang: true };

/** A server with the API of LibreTranslate. It translates by writing words backwards, and keeps elements. */
export class LibreTranslateServer implements AsyncDisposable {
  readonly questions: Question[] = [];
  react: (asked: Question) => Reaction | undefined = () => undefined;
  /** Status of `/languages`. */
  languagesStatus = 200;
  /** Requests that the client aborted. */
  aborted = 0;
  readonly #server = createServer((incoming, outgoing) => void this.#serve(incoming, outgoing));

  static async start(): Promise<LibreTranslateServer> {
    const server = new LibreTranslateServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const reply = (status: number, body: unknown) => {
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (incoming.url === '/languages') {
      const codes = ['es', 'en', 'fr'];
      return reply(
        this.languagesStatus,
        codes.map((code) => ({ code, name: code, targets: codes })),
      );
    }
    const { data: asked } = question.safeParse(JSON.parse(await text(incoming)));
    if (incoming.url !== '/translate' || asked === undefined) return reply(400, { error: 'Invalid request' });
    this.questions.push(asked);
    const reaction = this.react(asked) ?? { lose: 0 };
    if ('hang' in reaction) return void outgoing.once('close', () => this.aborted++);
    if ('status' in reaction) return reply(reaction.status, { error: 'refused' });
    const translated = asked.q.map(translateHtml);
    return reply(200, { translatedText: translated.slice(0, translated.length - reaction.lose) });
  }
}

export function translateHtml(html: string): string {
  return html
    .split(/(<[^<>]*>|&\w+;)/)
    .map((part, index) => (index % 2 === 1 ? part : backwards(part)))
    .join('');
}
