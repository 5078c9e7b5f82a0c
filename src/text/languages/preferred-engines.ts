import type { LanguagePair, LanguageTag } from './language.ts';
import { parseLanguageTag } from './language-tag.ts';

/** The operator's preference: routes of this engine come before all others. */
export type EnginePreference = {
  /** Undefined: any source. */
  readonly source: LanguageTag | undefined;
  /** Undefined: any target. */
  readonly target: LanguageTag | undefined;
  readonly engine: string;
};

const shape = /^([^>=]+)>([^>=]+)=([^>=]+)$/;

/** Parses `es>en=apertium`, `*>de=bergamot` or `*>*=bergamot`; undefined for anything else. */
export function parseEnginePreference(written: string): EnginePreference | undefined {
  const [, source = '', target = '', engine = ''] = (shape.exec(written) ?? []).map((part) => part.trim());
  const ends = [source, target].map((end) => (end === '*' ? undefined : parseLanguageTag(end)));
  if (engine === '' || (source !== '*' && ends[0] === undefined) || (target !== '*' && ends[1] === undefined)) {
    return undefined;
  }
  return { source: ends[0], target: ends[1], engine };
}

/** Returns the engine of the first preference that matches the pair. */
export function preferredEngine(preferences: readonly EnginePreference[], pair: LanguagePair): string | undefined {
  return preferences.find(
    ({ source = pair.source, target = pair.target }) => source === pair.source && target === pair.target,
  )?.engine;
}
