/** The content of a paragraph of Office Open XML: of WordprocessingML (w:), DrawingML (a:) and SpreadsheetML (s:). */
import type { PartReader } from '../../part-reader.ts';
import type { Place } from '../../skeleton.ts';
import { attributeOf, decodeXml } from '../../xml.ts';
import { type Format, Inline, type Raw } from './inline.ts';
import { childOf, tagOf, type XmlNode } from './xml-tree.ts';

const properties = new Map(Object.entries({ 'w:r': 'w:rPr', 'a:r': 'a:rPr', 's:r': 's:rPr' }));
const texts: ReadonlySet<string> = new Set(['w:t', 'a:t', 's:t']);
/** Elements that enclose runs. */
const containers: ReadonlySet<string> = new Set(
  ['hyperlink', 'ins', 'moveTo', 'smartTag', 'customXml', 'dir', 'bdo', 'sdt'].map((name) => `w:${name}`),
);
const words: ReadonlySet<string> = new Set(['w:fldSimple', 'm:oMath', 'm:oMathPara', 'a:fld', 'a14:m', 'w:ruby']);
/** Hints for the layout and the spelling, and what is at an end of the paragraph: not written again. */
const dropped: ReadonlySet<string> = new Set([
  ...['w:proofErr', 'w:lastRenderedPageBreak', 'w:pPr', 'w:sdtPr', 'w:sdtEndPr', 'w:customXmlPr', 'w:smartTagPr'],
  ...['a:pPr', 'a:endParaRPr', 's:rPh', 's:phoneticPr', '#text', '#cdata'],
]);
const characters = new Map(Object.entries({ 'w:noBreakHyphen': '\u2011', 'w:softHyphen': '\u00ad' }));

/** A part of a run, or an element outside runs. */
type Atom = { readonly node: XmlNode; readonly run?: XmlNode; readonly format?: Format };
type Field = { readonly separate?: number; readonly end?: number };

export function readInline(part: PartReader, paragraph: XmlNode): Inline {
  return new InlineReader(part).read(paragraph);
}

class InlineReader {
  readonly #part: PartReader;
  readonly #inline = new Inline();

  constructor(part: PartReader) {
    this.#part = part;
  }

  read(paragraph: XmlNode): Inline {
    this.#readContainer(paragraph);
    return this.#inline;
  }

  #readContainer({ children }: XmlNode): void {
    const atoms = children.flatMap((node): readonly Atom[] => {
      const own = properties.get(node.name);
      if (own === undefined) return [{ node }];
      const format = this.#formatOf(node, own);
      return node.children.flatMap((child) => (child.name === own ? [] : { node: child, run: node, format }));
    });
    this.#readAtoms(atoms, this.#fieldsOf(atoms), false);
  }

  #formatOf(run: XmlNode, name: string): Format {
    const raw = childOf(run, name);
    const own = raw === undefined ? '' : this.#source(raw);
    const open = this.#part.text.slice(run.start, run.innerStart) + own;
    return { key: keyOf(own), open, close: this.#part.text.slice(run.innerEnd, run.end) };
  }

  /** Where fields end, by the index of their begin. */
  #fieldsOf(atoms: readonly Atom[]): ReadonlyMap<number, Field> {
    const fields = new Map<number, Field>();
    const open: number[] = [];
    for (const [index, { node }] of atoms.entries()) {
      if (node.name !== 'w:fldChar') continue;
      const type = attributeOf(this.#part.text, tagOf(node), 'w:fldCharType')?.value;
      const begin = open.at(-1);
      if (type === 'begin') open.push(index);
      else if (begin !== undefined) {
        fields.set(begin, { ...fields.get(begin), [type === 'end' ? 'end' : 'separate']: index });
        if (type === 'end') open.pop();
      }
    }
    // What a field without an end says is an instruction up to its result, or all of the rest.
    for (const begin of open) fields.set(begin, fields.get(begin) ?? { separate: atoms.length - 1 });
    return fields;
  }

  #readAtoms(
    atoms: readonly Atom[],
    fields: ReadonlyMap<number, Field>,
    isInField: boolean,
    from = 0,
    to = atoms.length,
  ) {
    for (let index = from; index < to; index++) {
      const field = fields.get(index);
      if (field === undefined) {
        this.#readAtom(atoms[index] as Atom);
        continue;
      }
      const { separate, end } = field;
      const all = atoms.slice(index, (end ?? separate ?? index) + 1);
      if (end !== undefined && separate !== undefined && !isInField && this.#isLink(atoms.slice(index, separate))) {
        const opening = atoms.slice(index, separate + 1);
        const closing = atoms.slice(end, end + 1);
        this.#inline.open(rawsOf(opening), placeOf(opening));
        this.#readAtoms(atoms, fields, true, separate + 1, end);
        this.#inline.close(rawsOf(closing), placeOf(closing), rawsOf(all));
      } else this.#addCode(end === undefined ? 'point' : 'word', all);
      index += all.length - 1;
    }
  }

  #isLink(instruction: readonly Atom[]): boolean {
    const first = instruction.find(({ node }) => node.name === 'w:instrText');
    return first !== undefined && /^\s*HYPERLINK\b/i.test(this.#textOf(first.node));
  }

  #addCode(kind: 'break' | 'point' | 'word', atoms: readonly Atom[]): void {
    this.#inline.code(kind, rawsOf(atoms), placeOf(atoms));
    for (const { node } of atoms) this.#inline.nested.push(node);
  }

  #readAtom(atom: Atom): void {
    const { node, run } = atom;
    const format = atom.format ?? { key: '', open: '', close: '' };
    const character = characters.get(node.name);
    if (texts.has(node.name)) this.#inline.text(this.#textOf(node), format, run ?? node);
    else if (character !== undefined) this.#inline.text(character, format, run ?? node);
    else if (containers.has(node.name)) this.#readPair(node, childOf(node, 'w:sdtContent') ?? node);
    else if (node.name === 'w:fldSimple' && this.#isSimpleLink(node)) this.#readPair(node, node);
    else if (!dropped.has(node.name)) this.#addCode(this.#kindOf(node), [atom]);
  }

  #isSimpleLink(node: XmlNode): boolean {
    return /^\s*HYPERLINK\b/i.test(attributeOf(this.#part.text, tagOf(node), 'w:instr')?.value ?? '');
  }

  #readPair({ start, end }: XmlNode, content: XmlNode): void {
    const own = content.children.find(({ name }) => name === 'w:smartTagPr' || name === 'w:customXmlPr');
    const opening = { start, end: own?.end ?? content.innerStart };
    const closing = { start: content.innerEnd, end };
    this.#inline.open([bare(opening)], opening);
    this.#readContainer(content);
    this.#inline.close([bare(closing)], closing, [bare({ start, end })]);
  }

  #kindOf(node: XmlNode): 'break' | 'point' | 'word' {
    if (node.name === 'a:br' || node.name === 'w:cr') return 'break';
    if (node.name === 'w:br') {
      const type = attributeOf(this.#part.text, tagOf(node), 'w:type')?.value ?? 'textWrapping';
      return type === 'textWrapping' ? 'break' : 'point';
    }
    return words.has(node.name) ? 'word' : 'point';
  }

  /** A line break in the source of a document is a space. In SpreadsheetML it is text: `\n`, as XML reads all of them. */
  #textOf(node: XmlNode): string {
    const raw = node.children
      .map((child) => ({ name: child.name, source: this.#source(child).replaceAll(/\r\n?/g, '\n') }))
      .map(({ name, source }) => (name === '#text' ? decodeXml(source) : source.slice(9, -3)))
      .join('');
    return node.name === 's:t'
      ? decodeSheetText(raw)
      : raw.replaceAll(/[\t\n\r ]+/g, (space) => (/[\n\r]/.test(space) ? ' ' : space));
  }

  #source({ start, end }: Place): string {
    return this.#part.text.slice(start, end);
  }
}

const bare = ({ start, end }: Place): Raw => ({ start, end });

/** Parts of one run stay in one run. */
function rawsOf(atoms: readonly Atom[]): readonly Raw[] {
  const raws: Raw[] = [];
  let last: XmlNode | undefined;
  for (const { node, run, format } of atoms) {
    if (node.name.startsWith('#')) continue;
    if (run !== undefined && run === last) raws.push({ ...(raws.pop() as Raw), end: node.end });
    else raws.push({ ...bare(node), run: format });
    last = run;
  }
  return raws;
}

function placeOf(atoms: readonly Atom[]): Place {
  const first = atoms[0] as Atom;
  const last = atoms.at(-1) as Atom;
  return { start: (first.run ?? first.node).start, end: (last.run ?? last.node).end };
}

/** The properties of a run without those that readers do not see. */
const keyOf = (raw: string): string =>
  raw
    .replaceAll(
      /<\w+:(?:lang|noProof)\b[^>]*\/>|\s(?:\w+:(?:rsid\w*|hint)|lang|altLang|dirty|err|noProof|smtClean)="[^"]*"/g,
      '',
    )
    .replaceAll(/>\s+</g, '><')
    .replace(/^<[\w:]+\s*(?:\/>|><\/[\w:]+>)$/, '');

/** SpreadsheetML writes control characters as `_x000D_`, and a text that looks like that as `_x005F_x000D_`. */
export const decodeSheetText = (text: string): string =>
  text.replaceAll(/_x([\dA-F]{4})_/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
