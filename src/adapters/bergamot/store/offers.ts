import { z } from 'zod';
import { pairName } from '../../../text/languages/language.ts';
import type { AvailableModel } from '../model.ts';
import { fileSize, isComplete, modelDigest, modelPair, plainName, roles, sha256Text, versionText } from './manifest.ts';

/** One file of a model. Source: mozilla/translations `db/updater.py`; Firefox, `TranslationsParent.sys.mjs`. */
const record = z
  .object({
    name: plainName,
    version: versionText.min(1),
    fileType: z.enum(roles),
    architecture: plainName.max(40),
    sourceLanguage: z.string().max(40),
    targetLanguage: z.string().max(40),
    /** Which builds of Firefox use a record; empty for all. */
    filter_expression: z.string().trim().max(1_000).default(''),
    decompressedHash: sha256Text,
    decompressedSize: fileSize,
    last_modified: z.int().min(0).default(0),
    /** As served. Source: https://remote-settings.readthedocs.io, "Client Specifications", Attachments. */
    attachment: z.object({
      hash: sha256Text,
      size: fileSize,
      /** A path under the server's base, and never outside it. */
      location: z
        .string()
        .max(300)
        .regex(/^[A-Za-z0-9][\w.+-]*(?:\/[A-Za-z0-9][\w.+-]*)*$/),
    }),
  })
  .transform(({ fileType, name, decompressedHash, decompressedSize, attachment, ...of }) => ({
    ...of,
    file: { role: fileType, name, sha256: decompressedHash, bytes: decompressedSize, attachment },
  }));

export type ModelRecord = Readonly<z.infer<typeof record>>;

/** A model that the index offers. Each file has the role, name, hash and size of its content, and its attachment. */
export type Offer = AvailableModel & { readonly files: readonly ModelRecord['file'][] };

const list = z.array(z.unknown()).max(20_000);

/** Kinto's list of records, or Remote Settings' changeset: the same records under another name. */
const reply = z.object({ data: list.optional(), changes: list.optional() });

/** Leaves out invalid records. Returns undefined when `json` is not a list of records. */
export function readRecords(json: unknown): readonly ModelRecord[] | undefined {
  const { data, changes = data } = reply.safeParse(json).data ?? {};
  return changes?.flatMap((one) => record.safeParse(one).data ?? []);
}

/** From the smallest to the largest; others count as smaller. `base-memory` is `base` with a smaller vocabulary. */
const architectures = ['tiny', 'base-memory', 'base'];

/** For Firefox on everything but Android. Source: https://remote-settings.readthedocs.io, "Target Filters". */
const desktopFilter = /^env\.appinfo\.OS\s*!=\s*(['"])Android\1$/;

/**
 * Returns the best model of each pair, sorted by pair, or the one of `version`. Without a version, only models released
 * for every Firefox, or for every one except Android's, whose models are made for the memory of phones. The highest
 * version wins, as in Firefox, then the model for all, then the larger one, because customers pay for quality.
 * Source: Firefox, `TranslationsParent.sys.mjs`, getMaxSupportedVersionRecords; https://github.com/mozilla/translations
 */
export function chooseOffers(records: readonly ModelRecord[], version?: string): readonly Offer[] {
  const wanted = records.filter(({ version: found, filter_expression: filter }) =>
    version === undefined ? !/[a-z]/.test(found) && (!filter || desktopFilter.test(filter)) : found === version,
  );
  const groups = Map.groupBy(wanted.toSorted(byQuality), (one) =>
    JSON.stringify([one.sourceLanguage, one.targetLanguage, one.version, one.architecture, one.filter_expression]),
  );
  const best = new Map([...groups.values()].flatMap(offerOf).map((offer) => [pairName(offer.pair), offer]));
  return [...best].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, offer]) => offer);
}

/** From the worst to the best. */
function byQuality(one: ModelRecord, other: ModelRecord): number {
  return (
    compareVersions(one.version, other.version) ||
    Number(one.filter_expression === '') - Number(other.filter_expression === '') ||
    architectures.indexOf(one.architecture) - architectures.indexOf(other.architecture) ||
    one.last_modified - other.last_modified
  );
}

/** @param group one version and architecture for one audience, oldest first. Empty unless it is complete. */
function offerOf(group: readonly ModelRecord[]): readonly Offer[] {
  const [first] = group;
  const pair = first && modelPair(first.sourceLanguage, first.targetLanguage);
  const files = [...new Map(group.map(({ file }) => [file.role, file])).values()];
  if (!pair || !isComplete(files) || !files.some(({ role }) => role === 'lex')) return [];
  const bytes = files.reduce((sum, file) => sum + file.attachment.size, 0);
  const bytesInstalled = files.reduce((sum, file) => sum + file.bytes, 0);
  const { architecture: name, version } = first;
  return [{ pair, name, version, digest: modelDigest(files), bytes, bytesInstalled, files }];
}

/** Negative when `one` is older: `3.0` before `3.0.1` before `3.9` before `3.10`. For releases only. */
export const compareVersions = new Intl.Collator('en', { numeric: true }).compare;
