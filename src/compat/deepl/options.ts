import { RefusedRequest } from '../../calls/problem.ts';
import type { Markup } from '../../text/document/inner-text.ts';
import type { Parameters } from '../parameters.ts';

/** Returns one of `choices`, which clients write in any case; undefined for none. */
export function chosen<Choice extends string>(
  parameters: Parameters,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const byWord: Readonly<Record<string, Choice>> = Object.fromEntries(choices.map((choice) => [choice, choice]));
  return parameters.choice<Choice | undefined>(name, byWord, undefined);
}

const flags = { true: true, 1: true, false: false, 0: false };

const models = ['quality_optimized', 'prefer_quality_optimized', 'latency_optimized'];
const unavailable = ['custom_instructions', 'style_id', 'translation_memory_id'];

/** Refuses what would change a translation and cannot be done. @throws FaultyRequest, RefusedRequest */
export function refuseUnavailable(parameters: Parameters): void {
  const formality = chosen(parameters, 'formality', ['default', 'more', 'less', 'prefer_more', 'prefer_less']);
  if (formality === 'more' || formality === 'less') {
    const target = parameters.word('target_lang')?.toUpperCase();
    const message = `Target language '${target}' doesn't support formality.`;
    throw new RefusedRequest({ message, param: 'formality' });
  }
  for (const name of unavailable) {
    const value = parameters.get(name) ?? '';
    if (value === '' || (Array.isArray(value) && value.length === 0)) continue;
    throw new RefusedRequest({ message: `${name} is not supported by this service.`, param: name });
  }
}

/** Options of a request for texts. Hints that change nothing here are only checked. */
export type TextOptions = {
  readonly markup: Markup;
  readonly showsBilled: boolean;
  readonly showsModel: boolean;
  /** The version of tag handling to name in the reply; undefined without tag handling. */
  readonly tagVersion: 'v1' | 'v2' | undefined;
};

/** @throws FaultyRequest, RefusedRequest */
export function readTextOptions(parameters: Parameters, texts: readonly string[]): TextOptions {
  refuseUnavailable(parameters);
  chosen(parameters, 'split_sentences', ['0', '1', 'nonewlines']);
  for (const name of ['preserve_formatting', 'outline_detection']) parameters.choice(name, flags, false);
  const tags = chosen(parameters, 'tag_handling', ['xml', 'html']);
  const version = chosen(parameters, 'tag_handling_version', ['v1', 'v2']) ?? 'v1';
  if (tags === 'xml' && version === 'v2' && !texts.every(isWellFormed)) {
    const message = 'Tag handling parsing failed, please check input.';
    throw new RefusedRequest({ message, param: 'text' });
  }
  return {
    markup: tags === undefined ? 'plain' : markupOf(parameters),
    showsBilled: parameters.choice('show_billed_characters', flags, false),
    showsModel: chosen(parameters, 'model_type', models) !== undefined,
    tagVersion: tags && version,
  };
}

function markupOf(parameters: Parameters): Markup {
  const names = (parameter: string) => new Set(parameters.words(parameter).map((name) => name.toLowerCase()));
  return { opaque: names('ignore_tags'), bounds: names('splitting_tags'), phrasing: names('non_splitting_tags') };
}

/** Comments, CDATA, instructions and declarations; tags; references; single signs of markup, which are none of these. */
const signs =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<!DOCTYPE[^[>]*>|<(\/?)([\p{L}_:][\p{L}\p{M}\p{N}_:.-]*)((?:\s+[^\s"'<>/=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|&(?:#\d+|#x[\da-f]+|\w+);|[<&]/giu;

/** Whether a text is well-formed XML, or a part of it without a root. Names of entities may be those of HTML. */
export function isWellFormed(text: string): boolean {
  const open: string[] = [];
  for (const [whole, slash, name, attributes, empty] of text.matchAll(signs)) {
    if (whole === '<' || whole === '&') return false;
    if (name === undefined || (empty === '/' && slash === '')) continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name || attributes !== '' || empty !== '') return false;
  }
  return open.length === 0;
}
