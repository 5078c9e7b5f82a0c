import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
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
import { type Approval, approvalPiece, isApprovable } from './approval.ts';
import type { ShownTranslation } from './draft.ts';

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
  const quality = catalogue.qualityOf(reply);
  const spans = entries.flatMap((entry) => entry.inTranslation ?? []);
  const facts = [
    ...(source === 'auto' ? [`${languageOf(reply.source, catalogue).name} detected`] : []),
    ...(quality === undefined ? [] : [gradeLink(reply, quality)]),
    ...(engine === undefined || reply.replayed ? [] : [engine, `${(tookMs / 1_000).toFixed(2)} s`]),
    chargeWords(reply),
  ];
  const shown = { pair: reply, translation: translatedText };
  const edit = approvalOf(result) && html`<button class="small needs-script" type="button" data-edit>Edit</button>`;
  return resultPane(
    translatedPiece({ ...shown, spans }, catalogue),
    footOf(shown, html`${facts.map((fact, index) => html`${index === 0 ? '' : ' · '}${fact}`)}`, edit),
  );
}

/** A translation without the facts of its request. */
export function besidePiece(shown: ShownTranslation, catalogue: Result['catalogue'], above: Piece | false): Piece {
  const badge = html`${shown.isApproved && html`<span class="badge good">Approved</span>`}`;
  return resultPane(html`${above}${translatedPiece(shown, catalogue)}`, footOf(shown, badge));
}

/** What scrolls, and what stays below it. */
export function resultPane(content: Piece, foot: Piece | string): Piece {
  return html`<div class="bench-text" tabindex="0" role="region" aria-label="Result">${content}</div>
<div class="bench-foot">${foot}</div>`;
}

/** A translation with its languages, which the form sends back: a swap makes it the text, and an error leaves it on the page. */
function translatedPiece(
  { pair: { source, target }, translation, spans = [] }: ShownTranslation & { readonly spans?: readonly Span[] },
  catalogue: Result['catalogue'],
): Piece {
  // No text is longer.
  const fields =
    countCharacters(translation) > textCharactersMax
      ? ''
      : html`<input type="hidden" name="translated" value="${source} ${target}"><input type="hidden" name="translation" value="${translation}">`;
  return html`<div class="translated" id="translation" lang="${target}" dir="${languageOf(target, catalogue).direction}">${markedText(translation, spans)}</div>${fields}`;
}

function footOf({ pair: { source, target } }: ShownTranslation, facts: Piece, edit: Piece | string = ''): Piece {
  return html`<p>${facts}</p>
<div class="actions"><button class="small needs-script" type="button" data-copy="translation" aria-label="Copy: the translation">Copy</button>${edit}
<a class="button small" href="/glossary?add=1&amp;from=${source}&amp;to=${target}">Add to glossary</a></div>`;
}

/** The approval of the translation, the glossary entries in it, and the same request for a program. */
export function furtherPiece(result: Result): Piece {
  const { reply, text, catalogue } = result;
  const approval = approvalOf(result);
  const from = languageOf(reply.source, catalogue);
  const spans = reply.entries?.flatMap((entry) => entry.inText ?? []) ?? [];
  return html`${approval && approvalPiece(approval)}
${reply.entries === undefined ? '' : entriesPiece(reply.entries)}
${spans.length === 0 ? '' : html`<h3>Matches in your text</h3><div class="words" lang="${reply.source}" dir="${from.direction}">${markedText(text, spans)}</div>`}
${samplesPiece(result)}`;
}

type Language = { readonly name: string; readonly direction: 'ltr' | 'rtl' };

function languageOf(code: LanguageTag, catalogue: Pick<LanguageCatalogue, 'entries'>): Language {
  return catalogue.entries().find((entry) => entry.code === code) ?? { name: code, direction: 'ltr' };
}

/** Undefined where nothing was translated, or the texts are too long. */
function approvalOf({ reply, text }: Result): Approval | undefined {
  const approval = { pair: reply, text, translation: reply.translatedText };
  return (reply.charged > 0 || reply.memoryCharacters > 0) && isApprovable(approval) ? approval : undefined;
}

function chargeWords({ charged, memoryCharacters, replayed }: TranslateReply): string {
  if (charged === 0) return memoryCharacters > 0 ? 'approved translation, free' : 'nothing to translate, free';
  return replayed ? `${formatCount(charged)} charged once, for the same form` : `${formatCount(charged)} charged`;
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
