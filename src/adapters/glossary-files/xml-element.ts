/** An element whose end has not come yet. */
export type XmlElement = {
  /** Without its prefix: of one meaning in all that is read here. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly line: number;
  /** The text so far, including inline elements; cut when it is far too long. */
  text: string;
};

/** What makes terms of elements. */
export type XmlDocument = {
  readonly format: 'tbx' | 'tmx';
  /** Elements whose words belong to the surrounding text. */
  readonly inline: ReadonlySet<string>;
  open(element: XmlElement): void;
  /** @param path the elements around it, the root first */
  close(element: XmlElement, path: readonly XmlElement[]): void;
};

/** Line breaks and indents in a text are how the file was laid out. Source: XML 1.0, production 3. */
export function textOf(element: XmlElement): string {
  return element.text.replace(/[ \t\r\n]+/g, ' ').trim();
}
