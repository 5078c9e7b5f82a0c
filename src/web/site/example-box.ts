import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { textCharactersMax } from '../../shop/sale/translate.ts';
import { visitorTextCharactersMax } from '../../shop/trial/showcase.ts';
import type { LanguagePair, LanguageTag } from '../../text/languages/language.ts';
import type { PairQuality } from '../../text/languages/quality.ts';
import { choice, textArea } from '../controls.ts';
import { gradeLink } from '../grade.ts';
import { icon } from '../icon.ts';
import type { Piece } from '../page.ts';
import { notice } from '../pieces.ts';
import { requestSamples, sampleTabs } from '../request-samples.ts';

export type ExampleParts = {
  readonly baseUrl: string;
  /** Of the translation; the closest one if there is none. */
  readonly pair: LanguagePair;
  /** Whether the source was detected, or is to be. */
  readonly detects: boolean;
  readonly text: string;
  readonly result: ExampleResult;
  /** Undefined while no pair is installed. */
  readonly quality: PairQuality | undefined;
  /** Whether visitors may type a text of their own. */
  readonly takesText: boolean;
  /** Whether the example offers the pair in the other direction. */
  readonly canSwap: boolean;
  /** Sources of the pairs that the example offers. */
  readonly sources: readonly Named[];
  /** The targets of the chosen source; of all sources if it is detected. */
  readonly targets: readonly Named[];
  /** Those of basic quality. */
  readonly basicTargets: readonly LanguageTag[];
};

export type ExampleResult =
  | { readonly kind: 'translated'; readonly translation: string; readonly tookMs?: number }
  | { readonly kind: 'failed' | 'busy' | 'too_long' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  /** What is wrong with the language of the text. */
  | { readonly kind: 'refused'; readonly message: string };

export type Named = { readonly code: LanguageTag; readonly name: string; readonly direction: 'ltr' | 'rtl' };

/** A text, its translation and the request, replaced as a whole. A pressed button keeps the focus by its id. */
export function exampleBox(parts: ExampleParts): Piece {
  const { baseUrl, pair, detects, text, sources, targets, basicTargets, takesText, canSwap, result } = parts;
  const { source, target } = pair;
  const from = detects ? 'auto' : source;
  const samples = requestSamples({ baseUrl, text, source: from, target });
  const choices = [['auto', 'Detect language'], ...sources.map((each) => choiceOf(each))] as const;
  // A browser that goes back or reloads must not restore another pair than the one below.
  return html`<form class="try" method="post" action="/example#example-title" autocomplete="off" hx-post="/example" hx-target="#example" hx-trigger="submit, change from:#from, change from:#to" hx-sync="this:replace" hx-request='{"timeout":15000}'>
<div class="pane">${choice({ name: 'from', label: 'From', value: from, choices })}
${takesText ? ownText(text, result.kind === 'refused' ? undefined : source, sources) : html`<p lang="${source}" dir="${directionOf(sources, source)}">${text}</p>`}</div>
<button class="swap" id="swap" type="submit"${canSwap ? '' : html` disabled`} name="act" value="swap" title="Swap the languages">${icon('swap')}<span class="visually-hidden">Swap the languages</span></button>
<div class="pane">${choice({ name: 'to', label: 'To', value: target, choices: targets.map((each) => choiceOf(each, basicTargets)) })}
<div class="translation">${resultPiece(parts)}</div></div>
${result.kind === 'translated' ? html`<input type="hidden" name="translated" value="${source} ${target}"><input type="hidden" name="translation" value="${result.translation}">` : ''}
<div class="try-foot"><p class="soft small">${facts(parts)}</p><button class="primary" id="translate" type="submit">Translate</button></div>
</form>
${sampleTabs('sample', { legend: 'As an API request', label: 'The request' }, samples)}`;
}

/** @param source undefined for an unknown language */
function ownText(text: string, source: LanguageTag | undefined, sources: readonly Named[]): Piece {
  const language = source === undefined ? '' : html` lang="${source}" dir="${directionOf(sources, source)}"`;
  const attributes = html`${language} maxlength="${visitorTextCharactersMax}"`;
  return textArea({ name: 'text', label: 'Your text', value: text, rows: 4, attributes });
}

function directionOf(all: readonly Named[], code: LanguageTag): 'ltr' | 'rtl' {
  return all.find((one) => one.code === code)?.direction ?? 'ltr';
}

function choiceOf({ code, name }: Named, basic: readonly LanguageTag[] = []) {
  return [code, basic.includes(code) ? `${name} (Basic quality)` : name] as const;
}

function resultPiece({ result, pair: { target }, targets }: ExampleParts): Piece {
  switch (result.kind) {
    case 'translated':
      return html`<p class="translated" lang="${target}" dir="${directionOf(targets, target)}">${result.translation}</p>`;
    case 'failed':
      return notice('bad', 'The translation is not available at the moment. Try again in a few seconds.');
    case 'busy':
      return notice('warn', 'Too many visitors are trying this now. Try again in a few seconds.');
    case 'too_long':
      return notice(
        'bad',
        `Use at most ${visitorTextCharactersMax} characters here. A request can have ${formatCount(textCharactersMax)}.`,
      );
    case 'refused':
      return notice('bad', result.message);
    case 'limited':
      return notice(
        'warn',
        `You have reached the limit for visitors. Try again in ${counted(result.retryAfterSeconds, 'second')}.`,
      );
  }
}

function facts({ pair, detects, quality, result, takesText, sources }: ExampleParts): Piece {
  const took = result.kind === 'translated' ? result.tookMs : undefined;
  const name = sources.find(({ code }) => code === pair.source)?.name;
  const all = [
    ...(detects && result.kind === 'translated' && name !== undefined ? [`${name} detected`] : []),
    ...(quality === undefined ? [] : [html`Quality: ${gradeLink(pair, quality)}`]),
    ...(took === undefined ? [] : [`${(took / 1_000).toFixed(took < 95 ? 2 : 1)} s`]),
    ...(takesText ? [`up to ${visitorTextCharactersMax} characters, not stored`] : []),
  ];
  return html`${all.map((fact, index) => html`${index === 0 ? '' : ' · '}${fact}`)}`;
}
