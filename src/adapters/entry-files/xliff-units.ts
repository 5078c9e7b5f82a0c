import { UnreadableFile } from './file-text.ts';
import { codedTexts, type OriginalData } from './inline-codes.ts';
import { type FoundUnit, skippedAt } from './memory-units.ts';
import type { NamedLanguages } from './named-languages.ts';
import { childrenOf, textOf, type XmlElement, type XmlFormat } from './xml-units.ts';

/** States of translations that people approved. */
const approvedStates: Readonly<Record<'1' | '2', ReadonlySet<string | undefined>>> = {
  '1': new Set(['final', 'signed-off']),
  '2': new Set(['reviewed', 'final']),
};

/**
 * XLIFF 1.2 and 2.x. Reads the translations that people approved.
 *
 * Source: https://docs.oasis-open.org/xliff/v1.2/os/xliff-core.html, https://docs.oasis-open.org/xliff/xliff-core/v2.1
 */
export class XliffUnits implements XmlFormat<FoundUnit> {
  readonly name = 'xliff';
  readonly units: ReadonlySet<string> = new Set(['trans-unit', 'unit']);
  readonly containers: ReadonlySet<string> = new Set(['trans-unit', 'unit', 'segment', 'notes', 'originalData']);
  readonly #languages: NamedLanguages;
  #named: { readonly source: string | undefined; readonly target: string | undefined };

  constructor(languages: NamedLanguages, { attributes }: XmlElement) {
    this.#languages = languages;
    this.#named = { source: attributes['srcLang'], target: attributes['trgLang'] };
  }

  open({ name, attributes }: XmlElement): void {
    if (name !== 'file' || attributes['source-language'] === undefined) return;
    this.#named = { source: attributes['source-language'], target: attributes['target-language'] };
  }

  read(unit: XmlElement): readonly FoundUnit[] {
    const notes = [unit, ...childrenOf(unit, 'notes')].flatMap((each) => childrenOf(each, 'note').map(textOf));
    if (unit.name === 'trans-unit') {
      const [target] = childrenOf(unit, 'target');
      const { approved } = unit.attributes;
      const isFinal = approvedStates['1'].has(target?.attributes['state']);
      const isApproved = approved === 'yes' || (approved !== 'no' && isFinal);
      return [this.#readSegment(unit, { notes, isApproved })];
    }
    const data = new Map(
      childrenOf(unit, 'originalData')
        .flatMap((each) => childrenOf(each, 'data'))
        .map((each) => [each.attributes['id'] ?? '', textOf(each)]),
    );
    return childrenOf(unit, 'segment').map((segment) => {
      const isApproved = approvedStates['2'].has(segment.attributes['state']);
      return this.#readSegment(segment, { notes, isApproved, data });
    });
  }

  #readSegment(
    parent: XmlElement,
    { notes, isApproved, data }: { notes: readonly string[]; isApproved: boolean; data?: OriginalData },
  ): FoundUnit {
    const { line } = parent;
    const [source] = childrenOf(parent, 'source');
    const [target] = childrenOf(parent, 'target');
    if (source === undefined || target === undefined) return skippedAt(line, 'The unit has no translation.');
    if (!isApproved) return skippedAt(line, 'The translation is not approved.');
    const written = {
      source: this.#named.source ?? this.#languages.asked.source,
      target: this.#named.target ?? target.attributes['xml:lang'] ?? this.#languages.asked.target,
    };
    if (written.source === undefined || written.target === undefined) {
      const missing = written.source === undefined ? 'source' : 'target';
      const message = `The file does not name the ${missing} language. Choose it (${missing}_lang).`;
      throw new UnreadableFile(line, message);
    }
    const pair = this.#languages.findPair(written.source, written.target);
    if ('message' in pair) return skippedAt(line, pair.message);
    const texts = codedTexts({ source, target }, data);
    if (texts === undefined) return skippedAt(line, 'A code contains text (sub), which is not supported.');
    return {
      kind: 'unit',
      line,
      ...pair,
      source: withoutIndentation(texts.source, source),
      target: withoutIndentation(texts.target, target),
      note: notes.join('\n'),
      hasContext: false,
      changedAt: undefined,
      createdAt: undefined,
      hasControl: source.hasControl || target.hasControl,
    };
  }
}

/** Removes the indentation of a file that was formatted, as the reader of documents does. */
function withoutIndentation(text: string, { attributes }: XmlElement): string {
  return attributes['xml:space'] === 'preserve' ? text : text.replaceAll(/\n[ \t]+/g, '\n');
}
