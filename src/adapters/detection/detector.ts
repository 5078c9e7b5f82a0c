import { eld } from 'eld/extrasmall';
import { LanguageIdentifier } from '../../../packages/language-identification/src/index.ts';
import type { Detector, LanguageRanker } from '../../text/languages/detector.ts';
import type { LanguageTag } from '../../text/languages/language.ts';

let opened: (Detector & LanguageRanker) | undefined;

/** Opens the detector: word lists, spelling and eld's smallest table of n-grams, loaded once for each process. */
export function openDetector(): Promise<Detector & LanguageRanker> {
  if (opened === undefined) {
    const identifier = new LanguageIdentifier<LanguageTag>(eld);
    opened = {
      detect: (...parameters) => identifier.identify(...parameters),
      rank: (...parameters) => identifier.rank(...parameters),
    };
  }
  return Promise.resolve(opened);
}
