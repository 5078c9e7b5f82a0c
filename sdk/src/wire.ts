/** The JSON of the public API, exactly as it travels. */

/** Body of `POST /api/v1/translate`. */
export type TranslateBody = {
  /** 1 to 100,000 characters; a character is a Unicode code point. */
  readonly text: string;
  /** A code that `GET /api/v1/languages` lists as a source, or `auto`. Default `auto`. */
  readonly source_lang?: string;
  /** A code that `GET /api/v1/languages` lists as a target. Default `en`. */
  readonly target_lang?: string;
};

/** Reply to `POST /api/v1/translate`. */
export type Translation = {
  readonly translated_text: string;
  readonly characters_charged: number;
  /** The language of the text: the one that was asked for, or the detected one; never `auto`. */
  readonly source_lang: string;
  readonly target_lang: string;
};

/** Body of `POST /api/v1/translate/batch`. */
export type TranslateBatchBody = Omit<TranslateBody, 'text'> & {
  /** 1 to 1,000 texts of 100,000 characters in all, none empty. */
  readonly texts: readonly string[];
};

/** Reply to `POST /api/v1/translate/batch`. */
export type BatchTranslation = {
  /** In the order of the texts. */
  readonly translations: readonly Omit<Translation, 'target_lang'>[];
  /** The sum of all charges. */
  readonly characters_charged: number;
  readonly target_lang: string;
};

/** Reply to `POST /api/v1/detect`. */
export type DetectedLanguage = {
  /** Null where `POST /api/v1/translate` with `auto` cannot detect it. */
  readonly language: string | null;
  /** Of the first candidate, from 0 to 1; 0 without candidates. */
  readonly confidence: number;
  /** At most five, the likeliest first. */
  readonly candidates: readonly { readonly language: string; readonly confidence: number }[];
};

/** Reply to `GET /api/v1/usage`. */
export type Usage = {
  /** What can still be used; 0 once expired. */
  readonly characters_balance: number;
  /** Everything ever charged. */
  readonly characters_used: number;
  /** `YYYY-MM-DDTHH:MM:SS`, in UTC although it does not say so; null before the first purchase. */
  readonly characters_expires_at: string | null;
};

/** One element of the reply to `GET /api/v1/languages`. */
export type Language = {
  /** BCP-47, as in `pt-BR`. */
  readonly code: string;
  readonly name: string;
  readonly native_name: string;
  readonly direction: 'ltr' | 'rtl';
  readonly source: boolean;
  readonly target: boolean;
  /** What it can be translated into. */
  readonly targets: readonly string[];
};

/** An entry in the body of `POST /api/v1/glossary`. */
export type GlossaryEntryBody = {
  /** A language, or `*` for every one, in a do-not-translate entry. */
  readonly source_lang: string;
  readonly target_lang: string;
  /** At most 200 characters. */
  readonly term: string;
  /** None for a do-not-translate entry. */
  readonly translation?: string | null;
  /** Default false. */
  readonly do_not_translate?: boolean;
  /** `follow` (default) matches in any case, `exact` only as written. */
  readonly case?: 'exact' | 'follow';
  readonly part_of_speech?: GlossaryEntry['part_of_speech'];
  /** For people. */
  readonly note?: string;
};

/** A glossary entry. */
export type GlossaryEntry = {
  readonly id: string;
  readonly source_lang: string;
  readonly target_lang: string;
  readonly term: string;
  /** Null for a do-not-translate entry. */
  readonly translation: string | null;
  readonly do_not_translate: boolean;
  readonly case: 'exact' | 'follow';
  readonly part_of_speech: 'noun' | 'name' | 'adjective' | 'verb' | 'other' | null;
  readonly note: string;
};

/** Reply to `GET /api/v1/glossary`: at most 500 entries. */
export type GlossaryPage = {
  /** Counts the changes of the glossary. */
  readonly version: number;
  readonly entries: readonly GlossaryEntry[];
  /** The query parameter `cursor` of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** Reply to `POST /api/v1/glossary`. */
export type GlossaryWritten = {
  readonly version: number;
  /** New entries. */
  readonly added: number;
  /** Entries that took the place of one with the same languages, term and case rule. */
  readonly replaced: number;
};

/** Reply to `POST /api/v1/glossary/import`. */
export type GlossaryImport = GlossaryWritten & {
  /** Entries of the file that changed nothing. */
  readonly skipped: number;
  readonly problems: readonly { readonly line: number; readonly message: string }[];
};

/** An entry in the body of `POST /api/v1/memory`. */
export type MemoryEntryBody = {
  readonly source_lang: string;
  readonly target_lang: string;
  /** 1 to 10,000 characters, as `target`. */
  readonly source: string;
  /** The approved translation, with the tags and placeholders of the source. */
  readonly target: string;
  /** For people. Default: that of the entry that it replaces. */
  readonly note?: string;
};

/** An approved translation. */
export type MemoryEntry = Required<MemoryEntryBody> & {
  readonly id: string;
  readonly origin: 'api' | 'page' | 'command' | 'import';
  /** UTC, as `2026-11-20T12:00:00Z`. */
  readonly created_at: string;
  readonly updated_at: string;
};

/** Reply to `GET /api/v1/memory`: at most 500 entries. */
export type MemoryPage = {
  /** Counts the changes of the memory. */
  readonly version: number;
  /** Entries of the memory, also those that the query leaves out. */
  readonly total: number;
  readonly entries: readonly MemoryEntry[];
  /** The query parameter `cursor` of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** Reply to `POST /api/v1/memory`. */
export type MemoryWritten = {
  readonly version: number;
  readonly added: number;
  readonly replaced: number;
  /** Of all entries of the request, in its order. */
  readonly ids: readonly string[];
  /** Terms that the glossary translates differently. They change nothing. `param` as `entries[3].target`. */
  readonly warnings: readonly { readonly param: string; readonly message: string }[];
};

/** Reply to `POST /api/v1/memory/import`. */
export type MemoryImport = Omit<MemoryWritten, 'ids' | 'warnings'> & {
  /** Units that are left out: for a problem, or to keep an entry. */
  readonly skipped: number;
  readonly problems: readonly { readonly line: number; readonly message: string }[];
};

/** Reply to `POST /api/v1/memory/lookup`: what is approved of each text, in the order of the request. */
export type MemoryLookup = {
  readonly version: number;
  readonly results: readonly {
    readonly source_lang: string;
    readonly characters: number;
    /** What a translation would cost now. */
    readonly characters_to_charge: number;
    /** Null unless no engine is needed. */
    readonly translated_text: string | null;
    readonly matches: readonly MemoryMatch[];
  }[];
};

/** A part of a text that is approved, from `start` to `end` in code points. */
export type MemoryMatch = {
  /** Of the entry. */
  readonly id: string;
  readonly start: number;
  readonly end: number;
  /** `number`: with other numbers than the entry; `untagged`: without its tags. */
  readonly match: 'exact' | 'number' | 'untagged';
  /** With the tags and numbers of the text. */
  readonly target: string;
};

export type ProblemCode =
  | 'validation_error'
  | 'invalid_api_key'
  | 'insufficient_balance'
  | 'rate_limit_exceeded'
  | 'server_error'
  | 'not_found'
  | 'not_ready'
  | 'method_not_allowed';

/** Body of every reply that is not a success. */
export type Problem = {
  readonly error: {
    readonly code: ProblemCode;
    readonly message: string;
    /** The field, header or query parameter with the error; null when there is none. */
    readonly param: string | null;
    /** A page for people: what the code means and what to do about it. */
    readonly doc_url: string;
    readonly request_id: string;
    /** On 429: whole seconds after which a retry succeeds. */
    readonly retry_after?: number;
    /** Whenever `param` is not null: everything that is wrong, by field; the first is the one `param` names. */
    readonly errors?: readonly { readonly param: string; readonly message: string }[];
    /** On 400 if the language could not be detected: the candidates, most likely first. */
    readonly candidates?: readonly string[];
    /** On 402: what this text needs, and what there is. */
    readonly characters_required?: number;
    readonly characters_balance?: number;
  };
  /** The same as inside `error`. */
  readonly retry_after?: number;
};

/** `GET /api/v1/documents/{id}`, and the 202 reply to `POST /api/v1/documents`. */
export type TranslatedFile = {
  /** Secret: who has it and a key of the account can read the document. */
  readonly id: string;
  readonly status: 'queued' | 'translating' | 'done' | 'failed';
  readonly name: string;
  readonly format: string;
  readonly source_lang: string;
  readonly target_lang: string;
  /** Characters of all units; at most these are charged. */
  readonly characters: number;
  /** Those of approved translations, which are free. */
  readonly characters_from_memory: number;
  /** In UTC, with `Z`. */
  readonly created_at: string;
  /** The document is deleted then. */
  readonly expires_at: string;
  /** While it is translated. */
  readonly progress?: { readonly characters_done: number; readonly characters: number };
  /** Once it is done. */
  readonly characters_charged?: number;
  /** Once it is done: units that keep their source text, at most 1,000. `line` is `null` in formats without lines. */
  readonly untranslated?: readonly { readonly id: string; readonly line: number | null }[];
  /** Once it has failed. Nothing was charged. */
  readonly error?: Pick<Problem['error'], 'code' | 'message' | 'param'>;
};

/** `POST /api/v1/documents/estimate`. */
export type FileEstimate = Pick<TranslatedFile, 'format' | 'characters' | 'characters_from_memory'> & {
  readonly units: number;
};
