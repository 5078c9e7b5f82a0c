import { type LanguagePair, pairName } from '../../../core/languages/language.ts';
import type { PlacedModel } from './model-folders.ts';
import { compareVersions, type Offer } from './offers.ts';

/** What there is for one pair, on this machine and in the index. */
export type ModelListing = {
  readonly pair: LanguagePair;
  readonly installed:
    | {
        readonly name: string;
        readonly version: string;
        readonly digest: string;
        readonly bytes: number;
        /** When it was verified as a whole and put here (ISO 8601, UTC). */
        readonly placedAt: string;
        /** Where its first file came from. */
        readonly from: string;
      }
    | undefined;
  readonly offered:
    | {
        readonly name: string;
        readonly version: string;
        readonly digest: string;
        /** To be fetched. */
        readonly bytes: number;
        readonly bytesInstalled: number;
      }
    | undefined;
  /** Whether what is offered is of a higher version than what is installed. */
  readonly isNewerOffered: boolean;
};

/** One for each pair, by name of the pair. */
export function listModels(installed: readonly PlacedModel[], offers: readonly Offer[]): readonly ModelListing[] {
  const placed = new Map(installed.map((model) => [pairName(model.pair), model]));
  const offered = new Map(offers.map((offer) => [pairName(offer.pair), offer]));
  const names = [...new Set([...placed.keys(), ...offered.keys()])].toSorted();
  return names.flatMap((name) => {
    const [model, offer] = [placed.get(name), offered.get(name)];
    const pair = model?.pair ?? offer?.pair;
    return pair === undefined ? [] : [listing(pair, model, offer)];
  });
}

function listing(pair: LanguagePair, model: PlacedModel | undefined, offer: Offer | undefined): ModelListing {
  const isNewerOffered =
    model !== undefined &&
    offer !== undefined &&
    model.version !== '' &&
    compareVersions(offer.version, model.version) > 0;
  return { pair, installed: model && shownModel(model), offered: offer && shownOffer(offer), isNewerOffered };
}

function shownModel({ name, version, digest, bytes, manifest }: PlacedModel): ModelListing['installed'] {
  return { name, version, digest, bytes, placedAt: manifest.placedAt, from: manifest.files[0]?.from ?? '' };
}

function shownOffer({ name, version, digest, bytes, bytesInstalled }: Offer): ModelListing['offered'] {
  return { name, version, digest, bytes, bytesInstalled };
}
