/** How a request is written, which differs among servers that claim the same protocol. */
export type Dialect = {
  /** How requests restrict the model to JSON; with `text`, only the instructions do. */
  readonly format: 'json_schema' | 'json_object' | 'text';
  readonly tokensMember: 'max_tokens' | 'max_completion_tokens';
  readonly hasTemperature: boolean;
  readonly hasSeed: boolean;
};

/** A server's reason to refuse a request. Never shown: a server may quote the request. */
export type Refusal = { readonly parameter: string | undefined; readonly message: string };

/** Known to every server that follows the protocol, except hosted models that think. */
export const firstDialect: Dialect = {
  format: 'json_schema',
  tokensMember: 'max_tokens',
  hasTemperature: true,
  hasSeed: true,
};

const plainer = { json_schema: 'json_object', json_object: 'text', text: undefined } as const;

/**
 * The dialect to try next for a request without customer text, which must not choose the dialect. If the server names
 * what it refuses, that is left out; otherwise formats are tried before anything else is left out.
 *
 * @param refusal undefined when the server answered and the answer could not be read
 * @returns undefined when there is none left, after seven at most
 */
export function nextDialect(refused: Dialect, refusal: Refusal | undefined): Dialect | undefined {
  const { parameter, message = '' } = refusal ?? {};
  // The request does not contain this name, so the message is no quotation of it.
  if (refused.tokensMember === 'max_tokens' && message.includes('max_completion_tokens')) {
    return { ...refused, tokensMember: 'max_completion_tokens' };
  }
  if (parameter === 'temperature' && refused.hasTemperature) return { ...refused, hasTemperature: false };
  if (parameter === 'seed' && refused.hasSeed) return { ...refused, hasSeed: false };
  const format = plainer[refused.format];
  if (format !== undefined) return { ...refused, format };
  if (refusal === undefined || !(refused.hasTemperature || refused.hasSeed)) return undefined;
  return { ...refused, format: 'json_schema', hasTemperature: false, hasSeed: false };
}
