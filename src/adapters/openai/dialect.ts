/** How a request is written, which differs among servers that claim the same protocol. */
export type Dialect = {
  /** How the server is asked to hold the model to JSON; with `text`, the instructions alone ask. */
  readonly format: 'json_schema' | 'json_object' | 'text';
  readonly tokensMember: 'max_tokens' | 'max_completion_tokens';
  readonly hasTemperature: boolean;
  readonly hasSeed: boolean;
};

/** What a server says about a request that it refuses. Not to be shown: a server may quote the request. */
export type Refusal = { readonly parameter: string | undefined; readonly message: string };

/** What everybody knows who keeps to the protocol, but for hosted models that think. */
export const firstDialect: Dialect = {
  format: 'json_schema',
  tokensMember: 'max_tokens',
  hasTemperature: true,
  hasSeed: true,
};

/** How many there are at most on the way to the last one. */
export const dialectsMax = 6;

const plainer = { json_schema: 'json_object', json_object: 'text', text: undefined } as const;

/**
 * The dialect to try next for a request that holds nothing of a customer's: what it says must not choose the dialect.
 *
 * @param refusal undefined when the server answered and the answer could not be read
 * @returns undefined when there is none left
 */
export function nextDialect(refused: Dialect, refusal: Refusal | undefined): Dialect | undefined {
  const names = (name: string): boolean => refusal?.parameter === name || refusal?.message.includes(name) === true;
  if (refused.tokensMember === 'max_tokens' && names('max_completion_tokens')) {
    return { ...refused, tokensMember: 'max_completion_tokens' };
  }
  if (refused.hasTemperature && names('temperature')) return { ...refused, hasTemperature: false };
  if (refused.hasSeed && names('seed')) return { ...refused, hasSeed: false };
  const format = plainer[refused.format];
  return format === undefined ? undefined : { ...refused, format };
}
