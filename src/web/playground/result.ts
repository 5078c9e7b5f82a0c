import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { countCharacters } from '../../ground/units.ts';
import { type TranslateReply, textCharactersMax } from '../../shop/sale/translate.ts';
import type { ReportedEntry } from '../../text/attempts/reported-entries.ts';
import type { Span } from '../../text/document/span.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { gradeLink } from '../grade.ts';
import { markedText } from '../marked-text.ts';
import type { Piece } from '../page.ts';
import { dataTable } from '../pieces.ts';
import { requestSamples, sampleTabs } from '../request-samples.ts';
import { approvalPiece } from './approval.ts';
import { type ShownTranslation } from './draft.ts';

export type Translated = {
  readonly reply: TranslateReply;
  /** The last engine; undefined when none was needed. */
  readonly engine: string | undefined;
  readonly tookMs: number;
};

export type Result = Translated & {
  readonly text: string;
  /** As chosen: `auto` for a detected language. */
  readonly source: string;
  readonly catalogue: Pick<LanguageCatalogue, 'entries' | 'parse' | 'qualityOf'>;
  readonly baseUrl: string;
};

export function translationPiece(result: Result): Piece {
  const { reply, source, catalogue, engine, tookMs } = result;
  const { entries = [], translatedText } = reply;
  const [from, into] = [reply.source, reply.target].map((code) => languageOf(code, catalogue).name);
  const quality = catalogue.qualityOf(reply);
  const spans = entries.flatMap((entry) => entry.inTranslation ?? []);
  const facts = [
    html`From <strong>${from}</strong>${source === 'auto' ? ' (detected)' : ''} to <strong>${into}</strong>`,
    ...(quality === undefined ? [] : [html`Quality: ${gradeLink(reply, quality)}`]),
    ...(engine === undefined || reply.replayed ? [] : [engine, `${(tookMs / 1_000).toFixed(2)} s`]),
  ];
  return html`${translatedPiece({ pair: reply, translation: translatedText, spans }, catalogue)}
<p class="soft small">${facts.map((fact, index) => html`${index === 0 ? '' : ' · '}${fact}`)}</p>
<p class="small">${chargeSentence(reply)} ${copyButton}</p>`;
}

/** A translation with its languages, which the form sends back: a swap makes it the text, and an error leaves it on the page. */
export function translatedPiece(
  { pair: { source, target }, translation, spans = [] }: ShownTranslation & { readonly spans?: readonly Span[] },
  catalogue: Pick<LanguageCatalogue, 'entries'>,
): Piece {
  // No text is longer.
  const fields =
    countCharacters(translation) > textCharactersMax
      ? ''
      : html`<input type="hidden" name="translated" value="${source} ${target}"><input type="hidden" name="translation" value="${translation}">`;
  return html`<h2 class="visually-hidden">Translation</h2>
<div class="translated" id="translation" lang="${target}" dir="${languageOf(target, catalogue).direction}">${markedText(translation, spans)}</div>${fields}`;
}

export const copyButton = html`<button class="small needs-script" type="button" data-copy="translation" aria-label="Copy: the translation">Copy</button>`;

/** The approval of the translation, the glossary entries in it, and the same request for a program. */
export function furtherPiece(result: Result): Piece {
  const { reply, text, catalogue } = result;
  const isTranslated = reply.charged > 0 || reply.memoryCharacters > 0;
  const from = languageOf(reply.source, catalogue);
  const spans = reply.entries?.flatMap((entry) => entry.inText ?? []) ?? [];
  return html`<section class="further">${isTranslated && approvalPiece({ pair: reply, text, translation: reply.translatedText })}
${reply.entries === undefined ? '' : entriesPiece(reply.entries)}
${spans.length === 0 ? '' : html`<h3>Matches in your text</h3><div class="words" lang="${reply.source}" dir="${from.direction}">${markedText(text, spans)}</div>`}
${samplesPiece(result)}</section>`;
}

type Language = { readonly name: string; readonly direction: 'ltr' | 'rtl' };

function languageOf(code: LanguageTag, catalogue: Pick<LanguageCatalogue, 'entries'>): Language {
  return catalogue.entries().find((entry) => entry.code === code) ?? { name: code, direction: 'ltr' };
}

/** The form's line on costs has what is left. */
function chargeSentence({ charged, memoryCharacters, replayed }: TranslateReply): string {
  if (charged === 0) {
    return `${memoryCharacters > 0 ? 'This is an approved translation.' : 'Nothing to translate.'} Nothing was charged.`;
  }
  const characters = counted(charged, 'character');
  return replayed
    ? `You sent this form before. This is the stored reply. Its ${characters} were charged once.`
    : `${characters} ${charged === 1 ? 'was' : 'were'} charged.`;
}

function entriesPiece(entries: readonly ReportedEntry[]): Piece {
  if (entries.length === 0)
    return html`<p class="soft">No <a href="/glossary">glossary</a> entries found in this text.</p>`;
  const groups = Map.groupBy(entries, ({ id, words, wanted, outcome }) => JSON.stringify([id, words, wanted, outcome]));
  const rows = [...groups.values()].flatMap((group) => {
    const [entry] = group;
    return entry === undefined ? [] : [entryCells(entry, group)];
  });
  const columns = [
    { title: 'Term' },
    { title: 'Translation' },
    { title: 'How' },
    { title: 'Occurrences', isNumber: true },
  ] as const;
  return html`<h2>Glossary entries</h2>${dataTable('In the order of the text. Their translations are marked.', columns, rows)}
<p class="soft small">Your whole <a href="/glossary">glossary</a>.</p>`;
}

function entryCells(
  { words, wanted, isKept, outcome }: ReportedEntry,
  group: readonly ReportedEntry[],
): readonly string[] {
  const written = isKept ? `${wanted} (not translated)` : wanted;
  const unplaced = group.filter(({ inTranslation }) => inTranslation === undefined).length;
  const hidden = unplaced === 0 ? '' : `, ${formatCount(unplaced)} not marked`;
  return [words, written, outcomeTexts[outcome], `${formatCount(group.length)}${hidden}`];
}

const outcomeTexts: Readonly<Record<ReportedEntry['outcome'], string>> = {
  natural: 'already correct',
  replaced: 'replaced',
  placeholder: 'inserted',
  opaque: 'inserted',
};

/** Short enough for a command line on every system. */
const sampleCharactersMax = 2_000;

function samplesPiece({ reply, text, source, baseUrl }: Result): Piece {
  if (countCharacters(text) > sampleCharactersMax) {
    return html`<p class="soft">This text is too long to show as a command. The <a href="/docs">documentation</a> has the request.</p>`;
  }
  const samples = requestSamples({ baseUrl, text, source, target: reply.target });
  return html`<h2>As an API request</h2>${sampleTabs('request', { legend: 'The request' }, samples)}`;
}
