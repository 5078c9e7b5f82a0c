import { isKnown, isPoint } from './html-names.ts';

export type Tag = {
  /** In lower case for HTML names, because HTML ignores case; otherwise as written. */
  readonly name: string;
  readonly kind: 'open' | 'close' | 'empty';
  readonly hasAttributes: boolean;
  /** Whether it forbids the translation of its content. */
  readonly isOpaque: boolean;
};

const beginning = /<(\/?)([\p{L}_][\p{L}\p{M}\p{N}_:.-]{0,63}|\d{1,4})(?:=[^\s<>"']{1,100}(?=>))?/uy;
const ending = /\s*(\/?)>/y;

/**
 * An attribute with the white space before it, or a placeholder. Quotation marks may be escaped (in programs) or
 * doubled (in tables). No `<` outside quotation marks: time stays linear for many unclosed tags.
 */
const attribute =
  /\s+(?:([^\s"'<>/={}]{1,256})(?:\s*=\s*(?:\\"([^"\\]*)\\"|\\'([^'\\]*)\\'|""(?!\s)([^"<>]*)""(?=[\s/>])|"([^"]*)"|'([^']*)'|(\{(?:[^{}]|\{[^{}]*\})*\})|([^\s"'=<>`\\]+)))?|\{\{[^{}]*\}\}|\{%[^%{}]*%\}|\{\.\.\.[^{}]*\}|<%[^%<>]*%>)/y;

const attributesMax = 64;

/** Attributes that need no value in HTML, and attribute names that cannot be words. */
const valueless =
  /^(?:a(?:llowfullscreen|lt|sync|utofocus|utoplay)|c(?:hecked|ompact|ontenteditable|ontrols|rossorigin)|d(?:efault|efer|isabled|ownload|raggable)|formnovalidate|h(?:idden|ref)|i(?:nert|smap|temscope)|loop|m(?:ultiple|uted)|no(?:module|shade|validate|wrap)|open|playsinline|re(?:adonly|quired|versed)|selected|translate|value)$|[-:@.#*()[\]]/;

/** WebVTT tags with a speaker, a class or a language after the name. */
const spoken = /^(?:v|c|lang)$/;

/** Names that are not words: `<script setup>`, `<v-btn large>`. */
const unworded = /^(?:script|style)$|\w-\w/i;

/** Reads the tag at `at`; undefined unless it is well formed, as in `a < b` or `x <y and z`. */
export function readTag(text: string, at: number): { readonly tag: Tag; readonly end: number } | undefined {
  beginning.lastIndex = at;
  const begun = beginning.exec(text);
  if (!begun) return undefined;
  const [whole, slash, written = ''] = begun;
  const nameEnd = at + whole.length;
  const attributes = text[nameEnd] === '>' ? { ...noAttributes, end: nameEnd } : readAttributes(text, nameEnd);
  ending.lastIndex = attributes.end;
  const ended = ending.exec(text);
  if (!ended || !isPlausible(attributes, { written, isClosing: slash !== '' })) return undefined;
  const { isOpaque, count } = attributes;
  const name = nameOf(written, count > 0);
  const kind = slash === '' ? (ended[1] === '' && !isPoint(name) ? 'open' : 'empty') : 'close';
  return { tag: { name, kind, hasAttributes: count > 0, isOpaque }, end: ending.lastIndex };
}

/** Classes of WebVTT are part of the name: `c.red`. */
const voiceClass = /^(v|c|lang|b|i|u)\..*/;

/** HTML ignores case, but `Link` is a component of a program, and so is a `link` without attributes. */
function nameOf(written: string, hasAttributes: boolean): string {
  const name = withoutVoiceClass(written.toLowerCase());
  if (name === 'link') return hasAttributes && written !== 'Link' ? name : 'Link';
  const isComponent = /^[A-Z][a-z]/.test(written) && isPoint(name) && !/^[bh]r$/.test(name);
  return isKnown(name) && !isComponent ? name : withoutVoiceClass(written);
}

function withoutVoiceClass(name: string): string {
  return name.includes('.') ? name.replace(voiceClass, '$1') : name;
}

type Attributes = ReturnType<typeof readAttributes>;

const noAttributes = { count: 0, isOpaque: false, hasLooseWords: false, hasValues: false };

function readAttributes(text: string, from: number) {
  let [end, count, isOpaque, hasLooseWords, hasValues] = [from, 0, false, false, false];
  while (count < attributesMax) {
    attribute.lastIndex = end;
    const found = attribute.exec(text);
    if (!found) break;
    const [, name, ...values] = found;
    const value = values.find((each) => each !== undefined);
    if (value !== undefined) hasValues = true;
    if (name !== undefined && value === undefined && !valueless.test(name)) hasLooseWords = true;
    if (name !== undefined && forbidsTranslation(name, value ?? '')) isOpaque = true;
    end = attribute.lastIndex;
    count++;
  }
  return { end, count, isOpaque, hasLooseWords, hasValues };
}

function isPlausible(attributes: Attributes, tag: { written: string; isClosing: boolean }): boolean {
  if (tag.isClosing) return attributes.count === 0;
  if (!attributes.hasLooseWords || attributes.hasValues) return true;
  return spoken.test(tag.written.replace(/\..*/, '')) || unworded.test(tag.written);
}

function forbidsTranslation(name: string, value: string): boolean {
  if (/^translat(?:e|able)$/i.test(name)) return /^(?:no|false)$/i.test(value);
  return /^class(?:Name)?$/.test(name) && /(?:^|\s)notranslate(?:\s|$)/.test(value);
}
