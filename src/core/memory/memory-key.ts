import type { AccountId } from '../accounts/account.ts';
import type { Route } from '../languages/routes.ts';

/** What a translation depends on beside its sentence. */
export type Circumstances = {
  readonly route: Route;
  readonly accountId: AccountId;
  /** Tells the terms of the sentence, what each is to become and all else that an engine is told; empty for none. */
  readonly termsVersion: string;
};

/**
 * The keys of sentences under the same circumstances.
 *
 * All accounts share a translation when the engine always gives the same one and nobody's terms are in it; otherwise
 * each account has its own.
 */
export function memoryKeys({ route, accountId, termsVersion }: Circumstances): (sentence: string) => string {
  const { engine, path } = route;
  const isShared = engine.isDeterministic && termsVersion === '';
  const legs = path.slice(1).map((target, leg) => engine.versionOf({ source: path[leg] ?? target, target }));
  const circumstances = JSON.stringify([isShared ? '' : accountId, termsVersion, engine.name, path.join('>'), ...legs]);
  // JSON escapes line breaks, so that the first one of a key ends the circumstances.
  return (sentence) => `${circumstances}\n${sentence}`;
}
