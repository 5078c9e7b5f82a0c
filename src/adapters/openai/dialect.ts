/** The parts of a request that differ among servers of the same protocol. */
export type Dialect = {
  /** How requests restrict the model to JSON; with `text`, only the instructions do. */
  readonly format: 'json_schema' | 'json_object' | 'text';
  readonly tokensMember: 'max_tokens' | 'max_completion_tokens';
  readonly hasTemperature: boolean;
  readonly hasSeed: boolean;
};

/** Why a server refused a request. Never shown, because the server may quote the request. */
export type Refusal = { readonly parameter: string | undefined; readonly message: string };

/** Accepted by every server that follows the protocol, except for hosted reasoning models. */
export const firstDialect: Dialect = {
  format: 'json_schema',
  tokensMember: 'max_tokens',
  hasTemperature: true,
  hasSeed: true,
};

const plainer = { json_schema: 'json_object', json_object: 'text', text: undefined } as const;

/**
 * Returns the dialect to try next, at most seven in all: without the member that the server named, else in a plainer
 * format. Only for requests without customer text: no text may decide it. @param refusal undefined if unreadable
 */
export function nextDialect(refused: Dialect, refusal: Refusal | undefined): Dialect | undefined {
  const { parameter, message = '' } = refusal ?? {};
  // The request does not contain this name, so the message does not quote the request.
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
