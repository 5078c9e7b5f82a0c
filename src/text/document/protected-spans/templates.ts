import { variableBraces } from './placeholders.ts';
import { isAlone, lengthAt } from './search.ts';
import type { Walk } from './walk.ts';

/** Handlebars, Mustache and Go: conditions, loops and comments in double braces. */
const statement = /\{\{\{?[~-]?(?:!|\s*[#/^]|\s*(?:else|end|if|range|with|define|block|break|continue)\b)/y;
/** Tags between alternatives: a sentence never continues from one to the next. */
const alternative =
  /\{%[-+]?\s*(?:else|elif|elsif|elseif)\b|\[%[-+=~]?\s*(?:ELSE|ELSIF|CASE|CATCH)\b|\{\{[~-]?\s*else\b|\{:?else\b|\{elseif\s/y;
/** Template Toolkit: a directive in capitals, or a variable. */
const directive = /\[%[-+=~]?\s+[A-Z#]{2}/y;
const toolkitVariable = /\[%[-+=~]?\s[^[\]\n]{1,200}?%\]/y;
const directiveMax = 2_000;
/** Smarty and Latte. */
const control =
  /\{(?:(?:if|elseif|foreach|for|while|switch|case|var|include|link)\s[^{}\n]{0,200}\$[^{}\n]{0,200}|else)\}/y;
/** Mustache's partials and Hugo's shortcodes, which include other text. */
const insertion = /\{\{[~-]?\s*[<>%&]/y;
const expression = new RegExp(String.raw`\{\{[^{}\n]{0,500}\}\}|\$\{[^{}\n]{0,500}\}|${variableBraces}`, 'uy');
/** Svelte's blocks, and attribute lists of Markdown dialects. */
const singleBraced = /\{(?:[#/:@.][A-Za-z_-]|:\s)[^{}\n]{0,500}\}/y;
/** Override tags of Advanced SubStation subtitles. */
const override = /\{\\[^{}\s]{0,500}\}/y;
const choice = /\{\s{0,100}[\w.$-]{1,100}\s{0,100},\s{0,100}(?:plural|select|selectordinal|choice)\s{0,100},/y;

/** Maximum nesting of ICU messages. Deeper braces are text. */
const depthMax = 16;

/** Reads a tag of Template Toolkit, `[% x %]`; false if there is none. */
export function readToolkit(walk: Walk): boolean {
  if (walk.lengthOf(directive) === 0) return walk.takeMatch(toolkitVariable, 'word');
  const end = walk.search.next('%]', walk.at + 3);
  if (end === undefined || end > walk.at + directiveMax) return false;
  takeTemplate(walk, end);
  return true;
}

/** Reads a template tag or placeholder that begins with a brace at `walk.at`. */
export function readBrace(walk: Walk): void {
  const { text, at } = walk;
  if (walk.lengthOf(statement) > 0) return takeTemplate(walk, closingBraces(walk));
  if (walk.lengthOf(insertion) > 0) return takeTemplate(walk, closingBraces(walk), 'word');
  if (text.startsWith('{%', at)) return takeTemplate(walk, walk.search.next('%}', at + 2));
  if (text.startsWith('{#', at) && text[at + 2] === ' ') return takeTemplate(walk, walk.search.next('#}', at + 3));
  const length = walk.lengthOf(control) || walk.lengthOf(singleBraced) || walk.lengthOf(override);
  if (length > 0) return takeTemplate(walk, at + length - 2);
  // Placeholders and messages are inline spans: no markup is read inside them.
  walk.at = choiceEnd(text, at) ?? at + (walk.lengthOf(expression) || 1);
}

function closingBraces({ text, at, search }: Walk): number | undefined {
  if (text.startsWith('{{!--', at)) {
    const comment = search.next('--}}', at + 5);
    return comment && comment + 2;
  }
  const end = search.next('}}', at + 2);
  return end !== undefined && text[end + 2] === '}' && text[at + 2] === '{' ? end + 1 : end;
}

/** Makes a template's tag a protected span: a bound if alone in its lines. `ending`: start of its last two signs. */
export function takeTemplate(walk: Walk, ending: number | undefined, role: 'word' | 'point' = 'point'): void {
  if (ending === undefined) walk.at += 1;
  else {
    const isBound = isAlone(walk.text, walk.at, ending + 2) || walk.lengthOf(alternative) > 0;
    walk.take(ending + 2, isBound ? 'bound' : role);
  }
}

function choiceEnd(text: string, at: number): number | undefined {
  if (lengthAt(choice, text, at) === 0) return undefined;
  let depth = 0;
  for (let index = at; index < text.length; index++) {
    if (text[index] === '{') depth++;
    else if (text[index] === '}') depth--;
    if (depth === 0) return index + 1;
    if (depth > depthMax) return undefined;
  }
  return undefined;
}
