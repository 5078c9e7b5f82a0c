import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { type Characters, countCharacters } from '../../ground/units.ts';
import type { TranslateReply } from '../../shop/sale/translate.ts';
import type { ReportedEntry } from '../../text/attempts/reported-entries.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { gradeLink } from '../grade.ts';
import { markedText } from '../marked-text.ts';
import type { Piece } from '../page.ts';
import { dataTable } from '../pieces.ts';
import { requestSamples, sampleTabs } from '../request-samples.ts';
import { swapProblem } from './draft.ts';

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
  /** After the charge. */
  readonly balance: Characters;
  readonly catalogue: Pick<LanguageCatalogue, 'entries' | 'parse' | 'qualityOf'>;
  readonly baseUrl: string;
};

/** The translation, and what it cost. */
export function translationPiece(result: Result): Piece {
  const { reply, source, catalogue, engine, tookMs } = result;
  const { entries = [], translatedText } = reply;
  const [from, into] = languagesOf(result);
  const quality = catalogue.qualityOf(reply);
  const spans = entries.flatMap((entry) => entry.inTranslation ?? []);
  // A script takes the translation as the text of the other direction.
  const canSwap = swapProblem(catalogue, { source, target: reply.target }) === undefined;
  const facts = [
    html`From <strong>${from.name}</strong>${source === 'auto' ? ' (detected)' : ''} to <strong>${into.name}</strong>`,
    ...(quality === undefined ? [] : [html`Quality: ${gradeLink(reply, quality)}`]),
    ...(engine === undefined || reply.replayed ? [] : [engine, `${(tookMs / 1_000).toFixed(2)} s`]),
  ];
  return html`<section aria-labelledby="result-title"><h2 class="visually-hidden" id="result-title">Translation</h2>
<div class="translated" id="translation" lang="${reply.target}" dir="${into.direction}"${canSwap ? html` data-swap="${source} ${reply.target}"` : ''}>${markedText(translatedText, spans)}</div>
<p class="soft small">${facts.map((fact, index) => html`${index === 0 ? '' : ' · '}${fact}`)}</p>
<p class="small">${chargeSentence(result)} <button class="small needs-script" type="button" data-copy="translation" aria-label="Copy: the translation">Copy</button></p></section>`;
}

/** The glossary entries in the translated text, and the same request for a program. */
export function furtherPiece(result: Result): Piece {
  const { reply, text } = result;
  const [from] = languagesOf(result);
  const spans = reply.entries?.flatMap((entry) => entry.inText ?? []) ?? [];
  return html`<section class="further">${reply.entries === undefined ? '' : entriesPiece(reply.entries)}
${spans.length === 0 ? '' : html`<h3>Matches in your text</h3><div class="words" lang="${reply.source}" dir="${from.direction}">${markedText(text, spans)}</div>`}
${samplesPiece(result)}</section>`;
}

type Language = { readonly name: string; readonly direction: 'ltr' | 'rtl' };

function languagesOf({ reply, catalogue }: Result): readonly [source: Language, target: Language] {
  const entries = catalogue.entries();
  const languageOf = (code: LanguageTag) =>
    entries.find((entry) => entry.code === code) ?? ({ name: code, direction: 'ltr' } as const);
  return [languageOf(reply.source), languageOf(reply.target)];
}

function chargeSentence({ reply, balance }: Result): string {
  const left = `You have ${formatCount(balance)} left.`;
  if (reply.charged === 0) return `Nothing was charged: there was nothing to translate. ${left}`;
  const charged = counted(reply.charged, 'character');
  return reply.replayed
    ? `You sent this form before. This is the stored reply. Its ${charged} were charged once. ${left}`
    : `${charged} ${reply.charged === 1 ? 'was' : 'were'} charged. ${left}`;
}

/** How often each entry occurs in the text. */
function entriesPiece(entries: readonly ReportedEntry[]): Piece {
  if (entries.length === 0)
    return html`<p class="soft">No <a href="/terms">glossary</a> entries found in this text.</p>`;
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
<p class="soft small">Your whole <a href="/terms">glossary</a>.</p>`;
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
