import type { UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';

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

export type NewDocument = DocumentPlace &
  Omit<DocumentProgress, 'charactersDone'> & {
    readonly file: Uint8Array;
  };

export type DocumentLimits = {
  /** Documents of an account without a result. */
  readonly unfinishedMax: number;
  /** Of all accounts together. No account may have more than is left for all others. */
  readonly bytesMax: number;
};

export type DocumentCreation = 'created' | 'too_many' | 'no_account' | 'account_full' | 'full';

/** The database operations of documents. Every method except `forgetDocuments` is one atomic step. */
export type DocumentStore = {
  /**
   * Stores a document, unless the account was erased or a limit is reached. Its room is twice its file, until
   * `keepContent` sets what it takes.
   */
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
  /** Stores the translated file. Returns whether the document still exists and has not expired by `now`. */
  keepContent(place: DocumentPlace, content: Uint8Array, now: UnixMs): Promise<boolean>;
  removeDocument(place: DocumentPlace): Promise<boolean>;
  /** Deletes documents that have expired by `now`, in small steps; returns how many. */
  forgetDocuments(now: UnixMs): Promise<number>;
  /** Returns the room of all documents that have not expired by `now`, in bytes. */
  sumDocuments(now: UnixMs): Promise<number>;
};
