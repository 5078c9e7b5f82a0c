const bounds = new Set(
  (
    'address area article aside audio base blockquote body br canvas caption center col colgroup dd details dialog dir div ' +
    'dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe ' +
    'legend li link main map menu meta nav noframes noscript object ol optgroup option p param picture search section ' +
    'select source summary table tbody td template tfoot th thead title tr track ul video'
  ).split(' '),
);

const phrasing = new Set(
  (
    'a abbr acronym b bdi bdo big blink cite data del dfn em font i ins mark meter nobr output progress q rb ' +
    'rp rt rtc ruby s slot small span strike strong sub sup time u ' +
    // Source: XLIFF 1.2 and 2.1, inline elements.
    'g mrk pc'
  ).split(' '),
);

/** They are inside a sentence or beside it, like elements that HTML does not know. */
const controls = new Set('button label'.split(' '));

/** Elements of HTML and XLIFF without content. */
const points = new Set('embed img input keygen wbr'.split(' '));

/** Elements without an end tag that end a sentence. */
const emptyBounds = new Set('area base br col frame hr link meta param source track'.split(' '));

const opaqueBlocks = 'pre script style textarea xmp listing noembed';
const opaquePhrases = 'code kbd samp var tt math svg ph';
/** Tags of another format that XLIFF and TMX enclose. */
const opaquePoints = 'bpt ept it';

const opaque = new Map(
  [
    ...opaqueBlocks.split(' ').map((name) => [name, 'bound'] as const),
    ...opaquePhrases.split(' ').map((name) => [name, 'word'] as const),
    ...opaquePoints.split(' ').map((name) => [name, 'point'] as const),
  ].map(([name, role]) => [name, { role, end: new RegExp(`</${name}\\s*>`, 'gi') }]),
);

/** Whether an element of this name stands beside sentences and not in them, as paragraphs and cells do. */
export function isBound(name: string): boolean {
  return bounds.has(name) || opaque.get(name)?.role === 'bound';
}

/**
 * Whether an element of this name is inside a sentence, around words. Numbers are elements of translated interfaces.
 */
export function isPhrasing(name: string): boolean {
  return phrasing.has(name) || (opaque.has(name) && !isBound(name)) || /^\d/.test(name);
}

/** Whether HTML or XLIFF has an element of this name. */
export function isKnown(name: string): boolean {
  return isBound(name) || isPoint(name) || controls.has(name) || (isPhrasing(name) && !/^\d/.test(name));
}

export function isPoint(name: string): boolean {
  return points.has(name) || emptyBounds.has(name);
}

/** What an element that holds code or drawings is as a whole, and what its end looks like; undefined for all others. */
export function opaqueElement(name: string): OpaqueElement | undefined {
  return opaque.get(name);
}

export type OpaqueElement = { readonly role: 'word' | 'point' | 'bound'; readonly end: RegExp };
