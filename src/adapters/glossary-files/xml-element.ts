/** An open element. */
export type XmlElement = {
  /** Without its prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly line: number;
  /** The text so far, including inline elements; cut when it is far too long. */
  text: string;
};

/** Returns the text with each run of white space as one space. Source: XML 1.0, production 3. */
export function elementText(element: XmlElement): string {
  return element.text.replace(/[ \t\r\n]+/g, ' ').trim();
}
