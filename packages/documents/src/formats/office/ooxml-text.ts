/** How text is written into the runs of Office Open XML. */
import type { PartReader } from '../../part-reader.ts';
import { escapeXml } from '../../xml.ts';
import type { Dialect } from './inline-writer.ts';
import type { XmlNode } from './xml-tree.ts';

/** @param source the language of the file. Runs in another get its mark. */
export function dialectOf(part: PartReader, paragraph: XmlNode, source: string | undefined): Dialect {
  const prefix = /^<([\w.-]+:)?/.exec(part.text.slice(paragraph.start, paragraph.start + 100))?.[1] ?? '';
  const kind = paragraph.name.charAt(0);
  if (kind === 's') {
    const plain = { key: '', open: '', close: '' };
    return { plain, open: (format) => format.open, encode: (text) => sheetText(text, prefix) };
  }
  const withLanguage = kind === 'w' ? withElementLanguage : withAttributeLanguage;
  const encode = kind === 'w' ? wordText : drawingText;
  return {
    plain: { key: '', open: `<${prefix}r>`, close: `</${prefix}r>` },
    open: (format, target) => (target === source ? format.open : withLanguage(format.open, prefix, target)),
    encode: (text) => encode(text, prefix),
  };
}

const wordText = (text: string, prefix: string): string =>
  text
    .split(/([\t\u00ad\u2011])/)
    .map((part) => {
      const name = elements.get(part);
      if (name !== undefined) return `<${prefix}${name}/>`;
      return part && `<${prefix}t xml:space="preserve">${escapeXml(part)}</${prefix}t>`;
    })
    .join('');

const elements = new Map(Object.entries({ '\t': 'tab', '\u00ad': 'softHyphen', '\u2011': 'noBreakHyphen' }));

const drawingText = (text: string, prefix: string): string => `<${prefix}t>${escapeXml(text)}</${prefix}t>`;

function sheetText(text: string, prefix: string): string {
  const space = /^\s|\s$|\n| {2}/.test(text) ? ' xml:space="preserve"' : '';
  return `<${prefix}t${space}>${escapeXml(escapeSheetText(text))}</${prefix}t>`;
}

/** @param isName names of columns have escaped line breaks too */
export const escapeSheetText = (text: string, isName = false): string =>
  text
    .replaceAll(/_(?=x[\dA-F]{4}_)/gi, '_x005F_')
    .replaceAll(isName ? /\p{Cc}/gu : /[^\P{Cc}\t\n\u007f-\u009f]/gu, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase();
      return `_x${code.padStart(4, '0')}_`;
    });

/** WordprocessingML has three languages for a run: of Chinese, Japanese and Korean text, of Arabic and Hebrew, of the rest. */
function withElementLanguage(open: string, prefix: string, target: string): string {
  const script = /^(?:zh|ja|ko)\b/.test(target) ? 'eastAsia' : /^(?:ar|fa|he|ur|yi)\b/.test(target) ? 'bidi' : 'val';
  const attribute = `${prefix}${script}="${target}"`;
  const element = new RegExp(`<${prefix}lang\\b[^>]*/>`).exec(open)?.[0];
  if (element !== undefined) {
    const rest = element.replace(new RegExp(`\\s${prefix}${script}="[^"]*"`), '');
    return open.replace(element, rest.replace('lang', `lang ${attribute}`));
  }
  const added = `<${prefix}lang ${attribute}/>`;
  // What was changed in the properties is always their last element.
  const end = new RegExp(`<${prefix}rPrChange\\b|</${prefix}rPr>`).exec(open)?.index;
  if (end !== undefined) return open.slice(0, end) + added + open.slice(end);
  return `${open.replace(/<[\w.-]*:?rPr\s*\/>$/, '')}<${prefix}rPr>${added}</${prefix}rPr>`;
}

function withAttributeLanguage(open: string, prefix: string, target: string): string {
  const attribute = `lang="${target}"`;
  const tag = `<${prefix}rPr`;
  if (!open.includes(tag)) return `${open}${tag} ${attribute}/>`;
  const own = new RegExp(`(${tag}\\b[^>]*?\\s)lang="[^"]*"`);
  return own.test(open) ? open.replace(own, `$1${attribute}`) : open.replace(tag, `${tag} ${attribute}`);
}
