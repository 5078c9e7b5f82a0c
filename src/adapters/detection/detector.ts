import { eld } from 'eld/extrasmall';
import { LanguageIdentifier } from '../../../packages/language-identification/src/index.ts';
import type { Detector, LanguageRanker } from '../../text/languages/detector.ts';
import type { LanguageTag } from '../../text/languages/language.ts';

let opened: (Detector & LanguageRanker) | undefined;

/** Opens the detector: word lists, spelling and eld's smallest table of n-grams, loaded once for each process. */
export function openDetector(): Promise<Detector & LanguageRanker> {
  opened ??= openWith(new LanguageIdentifier<LanguageTag>(eld));
  return Promise.resolve(opened);
}

function openWith(identifier: LanguageIdentifier<LanguageTag>): Detector & LanguageRanker {
  return {
    detect: (...parameters) => identifier.identify(...parameters),
    rank: (...parameters) => identifier.rank(...parameters),
  };
}
