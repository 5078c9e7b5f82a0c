import type { PartReader } from '../../part-reader.ts';
import type { Place } from '../../skeleton.ts';
import { readXml } from '../../xml.ts';

/** An element of a part, or a text in it, whose name is then `#text` or `#cdata`. */
export type XmlNode = Place & {
  /** With the usual prefix of its namespace, whatever prefix the file uses. */
  readonly name: string;
  /** The place between its tags. */
  readonly innerStart: number;
  readonly innerEnd: number;
  readonly children: readonly XmlNode[];
};

type Growing = { -readonly [Key in keyof XmlNode]: XmlNode[Key] } & { readonly children: XmlNode[] };

/** Shared, as most nodes of a document have none. */
const noChildren: readonly XmlNode[] = [];

/** @throws {FileError} as `readXml` */
export function readTree(part: PartReader): XmlNode {
  const nameOf = usualNames(part.text);
  const root: Growing = { name: '', start: 0, end: part.text.length, innerStart: 0, innerEnd: 0, children: [] };
  const open: Growing[] = [root];
  for (const { kind, name, start, end } of readXml(part)) {
    const parent = open.at(-1) as Growing;
    if (kind === 'close') {
      parent.end = end;
      parent.innerEnd = start;
      open.pop();
    } else if (kind === 'open') {
      const element: Growing = { name: nameOf(name), start, end, innerStart: end, innerEnd: end, children: [] };
      parent.children.push(element);
      open.push(element);
    } else if (kind !== 'other') {
      const usual = kind === 'empty' ? nameOf(name) : `#${kind}`;
      parent.children.push({ name: usual, start, end, innerStart: end, innerEnd: end, children: noChildren });
    }
  }
  return root;
}

/** Namespaces of Office Open XML, transitional and strict. OpenDocument files always have the usual prefixes. */
const prefixes = new Map(
  Object.entries({
    'drawingml/chart': 'c',
    'drawingml/diagram': 'dgm',
    'drawingml/main': 'a',
    'drawingml/spreadsheetDrawing': 'xdr',
    'drawingml/wordprocessingDrawing': 'wp',
    'officeDocument/math': 'm',
    'presentationml/main': 'p',
    'spreadsheetml/main': 's',
    'wordprocessingml/main': 'w',
  }),
);

function usualNames(text: string): (name: string) => string {
  const usual = new Map<string, string>();
  for (const [, prefix = '', uri = ''] of text.matchAll(/\sxmlns(?::([\w.-]+))?\s*=\s*["']([^"'<]*)["']/g)) {
    const own = prefixes.get(
      uri.replace(/^http:\/\/(?:schemas\.openxmlformats|purl\.oclc)\.org\/(?:ooxml\/)?/, '').replace('/2006/', '/'),
    );
    if (own !== undefined && !usual.has(prefix)) usual.set(prefix, own);
  }
  const names = new Map<string, string>();
  const renamed = (name: string): string => {
    const colon = name.indexOf(':');
    const own = usual.get(name.slice(0, Math.max(colon, 0)));
    return own === undefined ? name : `${own}:${name.slice(colon + 1)}`;
  };
  return (name) => {
    const known = names.get(name) ?? renamed(name);
    names.set(name, known);
    return known;
  };
}

export const childOf = ({ children }: XmlNode, name: string): XmlNode | undefined =>
  children.find((child) => child.name === name);

/** The start tag of an element. */
export const tagOf = ({ name, start, innerStart }: XmlNode) =>
  ({ kind: 'open', name, start, end: innerStart }) as const;
