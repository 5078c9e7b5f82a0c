import type { Markup } from '../../text/document/inner-text.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { FaultyRequest } from '../failure.ts';
import { Parameters, refuseMany } from '../parameters.ts';
import type { CompatParts, ShapeRequest } from '../shape.ts';
import { readSource, tagOfCode } from '../translate-texts.ts';

/** A text with its languages. Each target is there once. All texts have 1,000 targets together. */
export type SentText = {
  readonly text: string;
  readonly source: LanguageTag | 'auto';
  readonly targets: readonly LanguageTag[];
};

type Sent = { readonly inputs: readonly SentText[]; readonly markup: Markup };

/** Whether a request has the shape of version 2026-06-06; without a version, it is that of 3.0. */
export function isDated(parameters: Parameters): boolean {
  return parameters.choice('api-version', { '3.0': false, '2026-06-06': true }, false);
}

/** Returns the texts of a body such as `[{"Text":"Hello"}]`, exactly as sent. @throws FaultyRequest */
export function sentTexts({ json }: Parameters): readonly string[] {
  return listOf(json, 'must be a JSON array such as [{"Text":"Hello"}]').map(textOf);
}

/** Returns the texts of version 3.0, whose languages are in the query. */
export function sentInQuery(request: ShapeRequest, parts: CompatParts): Sent {
  const { parameters, call } = request;
  refuseOptions(parameters, { includeAlignment: 'false', includeSentenceLength: 'false', toScript: '' }, 'category');
  const source = readSource(request, parts, 'from');
  const written = parameters.words('to').map((code) => tagOfCode(parts, { name: 'to', written: code, role: 'target' }));
  const [first, ...others] = new Set(written);
  if (first === undefined) throw new FaultyRequest({ kind: 'missing', name: 'to' });
  if (others.length === 0) call.describe({ target: first });
  const texts = sentTexts(parameters);
  refuseMany('Text', texts.length * (1 + others.length));
  const inputs = texts.map((text) => ({ text, source, targets: [first, ...others] }));
  return { inputs, markup: markupOf(parameters) };
}

/** Returns the texts of version 2026-06-06, `{"inputs":[{"text":"Hello","targets":[{"language":"es"}]}]}`. */
export function sentInBody(request: ShapeRequest, parts: CompatParts): Sent {
  const list = listOf(request.parameters.inBody('inputs'), 'must be a JSON object with the array "inputs"');
  const markups = new Set<Markup>();
  let count = 0;
  const inputs = list.map((item): SentText => {
    const input = parametersOf(item);
    markups.add(markupOf(input));
    const source = readSource({ ...request, parameters: input }, parts, 'language');
    const written = listOf(input.get('targets'), 'must have the array "targets" in each input');
    count += written.length;
    refuseMany('Text', count);
    const targets = new Set(written.map((target) => targetOf(parametersOf(target), parts)));
    return { text: textOf(item), source, targets: [...targets] };
  });
  const [target, ...mixed] = new Set(inputs.flatMap(({ targets }) => targets));
  if (target !== undefined && mixed.length === 0) request.call.describe({ target });
  const [markup = 'plain', ...others] = markups;
  if (others.length > 0)
    throw new FaultyRequest({ kind: 'mistyped', name: 'textType', expected: 'the same in all inputs' });
  return { inputs, markup };
}

function targetOf(target: Parameters, parts: CompatParts): LanguageTag {
  refuseOptions(target, { script: '', tone: '', gender: '', adaptiveDatasetId: '' }, 'deploymentName');
  if (target.get('referenceTextPairs') !== undefined)
    throw new FaultyRequest({ kind: 'unsupported', name: 'referenceTextPairs', written: '[…]' });
  const [name, written] = ['targets.language', target.word('language')];
  if (written === undefined) throw new FaultyRequest({ kind: 'missing', name });
  return tagOfCode(parts, { name, written, role: 'target' });
}

/**
 * Refuses options that would change the translation. Hints are ignored.
 * @param harmless the only values that are accepted, in lower case
 * @param system the option that names a system
 */
function refuseOptions(parameters: Parameters, harmless: Readonly<Record<string, string>>, system: string): void {
  const isStrict = parameters.word('allowFallback')?.toLowerCase() === 'false';
  const all = { profanityAction: 'noaction', ...harmless, ...(isStrict && { [system]: 'general' }) };
  for (const [name, value] of Object.entries(all)) parameters.choice(name, { [value]: true }, true);
}

function markupOf(parameters: Parameters): Markup {
  return parameters.choice<Markup>('textType', { plain: 'plain', html: 'html' }, 'plain');
}

function listOf(list: unknown, why: string): readonly unknown[] {
  if (!Array.isArray(list) || list.length === 0) throw new FaultyRequest({ kind: 'unreadable', why });
  refuseMany('Text', list.length);
  return list;
}

function textOf(item: unknown): string {
  const { Text, text = Text } = (item ?? {}) as { readonly Text?: unknown; readonly text?: unknown };
  if (typeof text !== 'string') throw new FaultyRequest({ kind: 'mistyped', name: 'Text', expected: 'a string' });
  if (!text.isWellFormed()) throw new FaultyRequest({ kind: 'ill_formed', name: 'Text' });
  return text;
}

function parametersOf(json: unknown): Parameters {
  return new Parameters(new URLSearchParams(), { json, members: Object.entries(json ?? {}) });
}
