import type { Characters, UnixMs } from '../../ground/units.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { AccountId } from '../accounts/account.ts';
import type { Cost } from '../sale/cost.ts';
import type { TranslateRequest } from '../sale/translate.ts';
import type { FileUnit, SentFile } from './file-filters.ts';

export const documentBytesMax = 20_000_000;
export const translatedBytesMax = 4 * documentBytesMax;
export const documentFormBytesMax = documentBytesMax + 64 * 1_024;
export const documentCharactersMax = 2_000_000;
export const documentKeptMs = 3_600_000;

/** Documents of an account without a result. */
export const unfinishedMax = 5;

/** Units without a translation that are listed. */
export const untranslatedMax = 1_000;

export type DocumentRequest = Omit<TranslateRequest, 'text' | 'markup' | 'idempotencyKey' | 'withEntries'> & {
  readonly file: Pick<SentFile, 'name' | 'bytes' | 'format' | 'options'>;
  /** Whether the owner gets a mail with the result. */
  readonly wantsMail?: boolean | undefined;
};

/** A document as its owner sees it. */
export type DocumentState = {
  /** Secret: who has it and a key of the account can read the document. */
  readonly id: string;
  readonly name: string;
  readonly format: string;
  readonly source: LanguageTag;
  readonly target: LanguageTag;
  readonly characters: Characters;
  /** Those that were approved translations at the start. */
  readonly memoryCharacters: Characters;
  readonly createdAt: UnixMs;
  readonly expiresAt: UnixMs;
} & DocumentStatus;

export type DocumentStatus =
  | { readonly status: 'queued' }
  | { readonly status: 'translating'; readonly charactersDone: number }
  | DocumentResult;

export type DocumentResult =
  | {
      readonly status: 'done';
      readonly charged: Characters;
      /** At most `untranslatedMax`. */
      readonly untranslated: readonly Pick<FileUnit, 'id' | 'line'>[];
      readonly mediaType: string;
    }
  /** `reason` and `data` as of a `ServiceError`. */
  | { readonly status: 'failed'; readonly reason: string; readonly data: unknown };

/** What a request says, without its file. */
export type DocumentAbout = Pick<DocumentState, 'name' | 'format' | 'source' | 'target'> &
  Pick<DocumentRequest, 'keyId' | 'api' | 'glossaryVersion' | 'named'> &
  Partial<Pick<DocumentRequest, 'memoryVersion' | 'wantsMail'>> &
  Pick<SentFile, 'options'> & {
    /** As of the start. Undefined without approved translations: that of all characters. */
    readonly cost?: Cost | undefined;
  };

type NamedDocument = Pick<DocumentState, 'name' | 'source' | 'target'>;

/** Names a translated file: `report.es.docx` for `report.docx`, `es.json` for `en.json`. */
export function translatedName(document: NamedDocument): string {
  const { parts, extension } = partsOfName(document);
  return [...parts, document.target].join('.') + extension;
}

/** Names a review file: `report.en-es.xlf` for `report.docx`. */
export function reviewName(document: NamedDocument, extension: 'xlf' | 'csv'): string {
  const { source, target } = document;
  return [...partsOfName(document).parts, `${source}-${target}`, extension].join('.');
}

function partsOfName({ name, source }: NamedDocument) {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  const parts = stem.split('.');
  const named = parts.at(-1)?.replaceAll('_', '-').toLowerCase() === source.toLowerCase();
  return { parts: named ? parts.slice(0, -1) : parts, extension };
}

/** Where a document is stored. Its id is not: it also decrypts the document. */
export type DocumentPlace = {
  readonly accountId: AccountId;
  /** As `Seal.keyHash` of the id. The result of the document is the stored reply with this hash. */
  readonly idHash: string;
};

/** `about`, the file and its translation are encrypted with the id. */
export type DocumentProgress = {
  readonly about: Uint8Array;
  readonly characters: number;
  /** Undefined before the work has begun. */
  readonly charactersDone: number | undefined;
  readonly createdAt: UnixMs;
  /** It is deleted then, finished or not. */
  readonly expiresAt: UnixMs;
};

export type UnfinishedDocument = Pick<DocumentPlace, 'idHash'> & Omit<DocumentProgress, 'about'>;

export type NewDocument = DocumentPlace & Omit<DocumentProgress, 'charactersDone'> & { readonly file: Uint8Array };

export type DocumentLimits = {
  /** Documents of an account without a result. */
  readonly unfinishedMax: number;
  /** Of all accounts together. No account may have more than is left for all others. */
  readonly bytesMax: number;
};

export type DocumentCreation = 'created' | 'too_many' | 'no_account' | 'account_full' | 'full';

/** The translated file, and its texts with their translations; both are encrypted. */
export type KeptContent = { readonly file: Uint8Array; readonly units: Uint8Array };

/** The database operations of documents. Every method except `forgetDocuments` is one atomic step. */
export type DocumentStore = {
  /** Stores a document, if the account and limits allow. Its room is twice its file, until `keepContent` sets it. */
  createDocument(document: NewDocument, limits: DocumentLimits): Promise<DocumentCreation>;
  /** Returns the progress of a document, unless it has expired by `now`. */
  findDocument(place: DocumentPlace, now: UnixMs): Promise<DocumentProgress | undefined>;
  /** Returns the documents of an account without a result, newest first. */
  listUnfinished(accountId: AccountId, now: UnixMs): Promise<readonly UnfinishedDocument[]>;
  readFile(place: DocumentPlace): Promise<Uint8Array | undefined>;
  /** Returns the translated file; undefined before `keepContent`. */
  readContent(place: DocumentPlace): Promise<Uint8Array | undefined>;
  /** Returns whether the document still exists and has not expired by `now`. */
  noteProgress(place: DocumentPlace, charactersDone: number, now: UnixMs): Promise<boolean>;
  /** Returns the units of `keepContent`; undefined before it, or if a node of an older version did it. */
  readUnits(place: DocumentPlace): Promise<Uint8Array | undefined>;
  /** Stores what was translated. Returns whether the document still exists and has not expired by `now`. */
  keepContent(place: DocumentPlace, content: KeptContent, now: UnixMs): Promise<boolean>;
  removeDocument(place: DocumentPlace): Promise<boolean>;
  /** Deletes documents that have expired by `now`, in small steps; returns how many. */
  forgetDocuments(now: UnixMs): Promise<number>;
  /** Returns the room of all documents that have not expired by `now`, in bytes. */
  sumDocuments(now: UnixMs): Promise<number>;
};
