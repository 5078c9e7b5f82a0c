import type { LanguagePair, LanguageTag } from './language.ts';
import { parseLanguageTag } from './language-tag.ts';

/** An operator's word that routes of one engine come before all others. */
export type EnginePreference = {
  /** Undefined: from any language. */
  readonly source: LanguageTag | undefined;
  /** Undefined: into any language. */
  readonly target: LanguageTag | undefined;
  readonly engine: string;
};

const shape = /^([^>=]+)>([^>=]+)=([^>=]+)$/;

/** Reads `es>en=apertium`, `*>de=bergamot` or `*>*=bergamot`; undefined when it is written in another way. */
export function parseEnginePreference(written: string): EnginePreference | undefined {
  const [, source = '', target = '', engine = ''] = (shape.exec(written) ?? []).map((part) => part.trim());
  const ends = [source, target].map((end) => (end === '*' ? undefined : parseLanguageTag(end)));
  if (engine === '' || (source !== '*' && ends[0] === undefined) || (target !== '*' && ends[1] === undefined)) {
    return undefined;
  }
  return { source: ends[0], target: ends[1], engine };
}

/** The engine that the first preference for this pair names. */
export function preferredEngine(preferences: readonly EnginePreference[], pair: LanguagePair): string | undefined {
  return preferences.find(
    ({ source = pair.source, target = pair.target }) => source === pair.source && target === pair.target,
  )?.engine;
}
