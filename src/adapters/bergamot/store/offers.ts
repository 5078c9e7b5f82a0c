import { type LanguagePair, pairName } from '../../../core/languages/language.ts';
import type { AvailableModel } from '../model.ts';
import { digestOf, isComplete, parsePair, type Role } from './manifest.ts';
import type { ModelRecord } from './record.ts';

/** One file of a model that the index offers. */
export type OfferedPart = {
  readonly role: Role;
  readonly name: string;
  /** Of the content. */
  readonly sha256: string;
  readonly bytes: number;
  /** As served. */
  readonly attachment: {
    readonly sha256: string;
    readonly bytes: number;
    readonly filename: string;
    readonly location: string;
  };
};

/** A model that the index offers, with where its files are. */
export type Offer = AvailableModel & { readonly parts: readonly OfferedPart[] };

/**
 * The best model of each pair, by name of the pair, or the one of the version that is asked for.
 *
 * Released ones only, unless a version is asked for: for every Firefox or for all but Android's (which are made for the
 * memory of a telephone). Of those the highest version, as Firefox itself takes it; then the one for everybody; then the
 * larger architecture, since quality is what is paid for and a machine has room for any of them: `base`, `base-memory`
 * (the same with a smaller vocabulary), `tiny`.
 * Source: Firefox, `TranslationsParent.sys.mjs`, getMaxSupportedVersionRecords; https://github.com/mozilla/translations
 */
export function chooseOffers(records: readonly ModelRecord[], version?: string): readonly Offer[] {
  const best = new Map<string, Candidate>();
  for (const candidate of candidatesIn(records)) {
    if (version === undefined ? !isReleased(candidate) : candidate.offer.version !== version) continue;
    const name = pairName(candidate.offer.pair);
    const standing = best.get(name);
    if (standing === undefined || rank(candidate, standing) < 0) best.set(name, candidate);
  }
  return [...best].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, candidate]) => candidate.offer);
}

/** Negative when `one` is older: `3.0a1` before `3.0` before `3.1` before `3.10`; without a version before all. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [versionParts(one), versionParts(other)];
  for (let index = 0; index < Math.max(a.numbers.length, b.numbers.length); index++) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.suffix === b.suffix) return 0;
  if (a.suffix === '' || b.suffix === '') return a.suffix === '' ? 1 : -1;
  return a.suffix.localeCompare(b.suffix, 'en', { numeric: true });
}

type Candidate = { readonly offer: Offer; readonly filter: string; readonly modifiedAt: number };

const architectures = ['base', 'base-memory', 'tiny'];

/** For Firefox on everything but Android. Source: https://remote-settings.readthedocs.io, "Target Filters". */
const desktopFilter = /^env\.appinfo\.OS\s*!=\s*(['"])Android\1$/;

function isReleased({ offer, filter }: Candidate): boolean {
  return !/[a-z]/.test(offer.version) && (filter === '' || desktopFilter.test(filter));
}

function rank(one: Candidate, other: Candidate): number {
  return (
    compareVersions(other.offer.version, one.offer.version) ||
    Number(one.filter !== '') - Number(other.filter !== '') ||
    architectureRank(one) - architectureRank(other) ||
    other.modifiedAt - one.modifiedAt
  );
}

function architectureRank({ offer }: Candidate): number {
  const found = architectures.indexOf(offer.name);
  return found === -1 ? architectures.length : found;
}

/** Every complete set of files of one version and architecture for one audience. */
function candidatesIn(records: readonly ModelRecord[]): readonly Candidate[] {
  const groups = Map.groupBy(records, (record) =>
    JSON.stringify([
      record.sourceLanguage,
      record.targetLanguage,
      record.version,
      record.architecture,
      record.filter_expression.trim(),
    ]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const pair = first && parsePair(first.sourceLanguage, first.targetLanguage);
    const candidate = first && pair && candidateOf(pair, first, partsOf(group));
    return candidate === undefined ? [] : [candidate];
  });
}

function candidateOf(pair: LanguagePair, record: ModelRecord, parts: readonly OfferedPart[]): Candidate | undefined {
  if (!isComplete(parts) || !parts.some((part) => part.role === 'lex')) return undefined;
  const { architecture, version, filter_expression, last_modified } = record;
  const offer = {
    pair,
    name: architecture,
    version,
    digest: digestOf(parts),
    bytes: parts.reduce((sum, part) => sum + part.attachment.bytes, 0),
    bytesInstalled: parts.reduce((sum, part) => sum + part.bytes, 0),
    parts,
  };
  return { offer, filter: filter_expression.trim(), modifiedAt: last_modified };
}

/** The newest record of each kind of file. */
function partsOf(group: readonly ModelRecord[]): readonly OfferedPart[] {
  const byRole = new Map<Role, ModelRecord>();
  for (const record of group.toSorted((one, other) => one.last_modified - other.last_modified)) {
    byRole.set(record.fileType, record);
  }
  return oneVocabulary([...byRole.values()].map(partOf));
}

function partOf(record: ModelRecord): OfferedPart {
  const { hash, size, filename, location } = record.attachment;
  return {
    role: record.fileType,
    name: record.name,
    sha256: record.decompressedHash,
    bytes: record.decompressedSize,
    attachment: { sha256: hash, bytes: size, filename, location },
  };
}

/**
 * Two vocabularies of the same content are one: given twice they would not count as shared, and the shortlist would
 * leave out the pieces of the source, so that names and figures could not be copied.
 * Source: browsermt/bergamot-translator, `src/translator/translation_model.cpp`; marian `lexical_shortlist_generator`.
 */
export function oneVocabulary<Part extends { readonly role: Role; readonly sha256: string | undefined }>(
  parts: readonly Part[],
): readonly Part[] {
  const [source, target] = ['srcvocab', 'trgvocab'].map((role) => parts.find((part) => part.role === role));
  if (source?.sha256 === undefined || source.sha256 !== target?.sha256) return parts;
  return parts.filter((part) => part !== target).map((part) => (part === source ? { ...part, role: 'vocab' } : part));
}

function versionParts(version: string): { readonly numbers: readonly number[]; readonly suffix: string } {
  const numbers = /^[\d.]*/.exec(version)?.[0] ?? '';
  const parts = numbers === '' ? [-1] : numbers.split('.').map(Number);
  return { numbers: parts, suffix: version.slice(numbers.length) };
}
