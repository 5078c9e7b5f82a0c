import names from './html-names.json' with { type: 'json' };
import { wordsInList } from './name-endings.ts';

/** Elements of HTML, and of XLIFF 1.2 and 2.1: `g mrk pc ph bpt ept it`. */
const bounds = wordsInList(names.bounds);
const phrasing = wordsInList(names.phrasing);
/** Inside a sentence or beside it, like elements that HTML does not know. */
const controls = wordsInList(names.controls);
/** Elements without content, between words; and those that end a sentence. */
const points = wordsInList([...names.points, ...names.emptyBounds]);

/** The role of an element with code or drawings as a whole, and its end tag. */
export type OpaqueElement = { readonly role: 'word' | 'point' | 'bound'; readonly end: RegExp };

const opaque = new Map<string, OpaqueElement>([
  ...opaqueElements(names.opaqueBounds, 'bound'),
  ...opaqueElements(names.opaqueWords, 'word'),
  ...opaqueElements(names.opaquePoints, 'point'),
]);

function opaqueElements(lines: readonly string[], role: OpaqueElement['role']) {
  return Array.from(wordsInList(lines), (name) => [name, { role, end: new RegExp(`</${name}\\s*>`, 'gi') }] as const);
}

export function opaqueElement(name: string): OpaqueElement | undefined {
  return opaque.get(name);
}

/** Whether an element of this name is beside sentences and not inside, like paragraphs and cells. */
export function isBound(name: string): boolean {
  return bounds.has(name) || opaque.get(name)?.role === 'bound';
}

/** Whether an element of this name is inside a sentence, around words. Numbers are elements of translated interfaces. */
export function isPhrasing(name: string): boolean {
  return phrasing.has(name) || (opaque.has(name) && !isBound(name)) || /^\d/.test(name);
}

/** Whether HTML or XLIFF has an element of this name. */
export function isKnown(name: string): boolean {
  return isBound(name) || isPoint(name) || controls.has(name) || (isPhrasing(name) && !/^\d/.test(name));
}

export function isPoint(name: string): boolean {
  return points.has(name);
}
