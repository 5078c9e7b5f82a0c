import type { Exchange } from '../http/exchange.ts';
import { readBody } from '../http/request-body.ts';
import type { ClientIdentity, Visitor } from '../shop/people/people.ts';
import { Form } from './form.ts';
import { nothingHere, RefusedVisit } from './wordings.ts';

const formBytesMax = 256 * 1_024;

/** One request for a page or an act, with what is known of its visitor. */
export type Visit = {
  readonly exchange: Exchange;
  readonly caller: ClientIdentity;
  /** Of the route's path, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The parameter `id` of the path; empty without one. */
  readonly id: string;
  readonly url: URL;
  /** Undefined for a visitor who is not signed in. */
  readonly visitor: Visitor | undefined;
  /** Whether a script requests a part of the page, to insert it. */
  readonly wantsPart: boolean;
  /**
   * The body of a form. Call this once.
   * @param bytesMax for routes that take files
   * @throws RefusedVisit on another content type or text that is not UTF-8; ServiceError as `readBody`
   */
  readForm(bytesMax?: number): Promise<Form>;
  /** The body as sent, for machines. @throws as `readForm` */
  readBytes(bytesMax: number): Promise<Buffer>;
};

export type SignedInVisit = Visit & { readonly visitor: Visitor };

export type VisitParts = Pick<Visit, 'exchange' | 'caller' | 'parameters' | 'url' | 'visitor'>;

export function visitOf(parts: VisitParts): Visit {
  const { exchange } = parts;
  const { headers } = exchange.req;
  return {
    ...parts,
    id: parts.parameters['id'] ?? '',
    wantsPart: headers['hx-request'] === 'true' && headers['hx-boosted'] !== 'true',
    readBytes: async (bytesMax) => readBody(exchange, bytesMax),
    readForm: async (bytesMax = formBytesMax) => {
      const type = headers['content-type'] ?? '';
      return Form.parse(await readBody(exchange, bytesMax), type);
    },
  };
}

export function isSignedIn(visit: Visit): visit is SignedInVisit {
  return visit.visitor !== undefined;
}

/** The address names nothing, or something of another account. The page does not say which. */
export function nothingThere(): RefusedVisit {
  return new RefusedVisit(nothingHere, 'not_found');
}
