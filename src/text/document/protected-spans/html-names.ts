import names from './html-names.json' with { type: 'json' };
import { wordsInList } from './name-endings.ts';

/** Elements of HTML, and of XLIFF 1.2 and 2.1: `g mrk pc ph bpt ept it`. */
const bounds = wordsInList(names.bounds);
const phrasing = wordsInList(names.phrasing);
/** Elements inside or outside of a sentence, like unknown elements. */
const controls = wordsInList(names.controls);
/** Elements without content: between words, or at the end of a sentence. */
const points = wordsInList([...names.points, ...names.emptyBounds]);

/** The role of an element with code or drawings, which is one span, and its end tag. */
export type OpaqueElement = { readonly role: 'word' | 'point' | 'bound'; readonly end: RegExp };

export const opaqueByName: ReadonlyMap<string, OpaqueElement> = new Map([
  ...opaqueElements(names.opaqueBounds, 'bound'),
  ...opaqueElements(names.opaqueWords, 'word'),
  ...opaqueElements(names.opaquePoints, 'point'),
]);

function opaqueElements(lines: readonly string[], role: OpaqueElement['role']) {
  return Array.from(wordsInList(lines), (name) => [name, { role, end: new RegExp(`</${name}\\s*>`, 'gi') }] as const);
}

/** Whether elements of this name are outside of sentences, like paragraphs and cells. */
export function isBound(name: string): boolean {
  return bounds.has(name) || opaqueByName.get(name)?.role === 'bound';
}

/** Whether elements of this name are inside sentences, around words. Number names are used in translated interfaces. */
export function isPhrasing(name: string): boolean {
  return phrasing.has(name) || (opaqueByName.has(name) && !isBound(name)) || /^\d/.test(name);
}

export function isKnown(name: string): boolean {
  return isBound(name) || isPoint(name) || controls.has(name) || (isPhrasing(name) && !/^\d/.test(name));
}

export function isPoint(name: string): boolean {
  return points.has(name);
}
