/** What elements and attributes of HTML mean for translation. */

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));
export const blockElements = set(
  'address article aside audio blockquote body button caption center col colgroup datalist dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html label legend li ' +
    'link main menu meta nav noframes noscript ol optgroup option p pre search section select style summary table tbody ' +
    'td template tfoot th thead title tr ul video',
);
export const emptyElements = set('area base br col embed frame hr img input link meta param source track wbr');
export const skippedElements = set(
  'canvas code iframe kbd math noembed object plaintext pre samp script style svg textarea tt var xmp',
);
/** Of those, what stands for a word in its sentence. */
export const wordElements = set('code kbd math samp tt var');
export const htmlAttributes = set('alt placeholder aria-label label');
/** Of components in MDX. */
export const mdxAttributes = set('title label alt description placeholder summary caption aria-label');
export const metaNames = set('description og:title og:description twitter:title twitter:description');
export const impliedEnds: readonly {
  readonly starts: ReadonlySet<string>;
  readonly ends: ReadonlySet<string>;
  readonly in: ReadonlySet<string>;
}[] = [
  { starts: set('li'), ends: set('li'), in: set('ul ol menu') },
  { starts: set('dt dd'), ends: set('dt dd'), in: set('dl') },
  { starts: set('option optgroup'), ends: set('option'), in: set('select datalist') },
  { starts: set('tr tbody thead tfoot'), ends: set('tr'), in: set('table') },
  { starts: set('td th tr tbody thead tfoot'), ends: set('td th'), in: set('tr table') },
];
export const paragraphScope = set('button caption object table td template th');
