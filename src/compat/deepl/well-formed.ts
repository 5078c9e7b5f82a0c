/** Comments, CDATA, instructions and declarations; tags; references; single signs of markup, which are none of these. */
const signs =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<!DOCTYPE[^[>]*>|<(\/?)([\p{L}_:][\p{L}\p{M}\p{N}_:.-]*)((?:\s+[^\s"'<>/=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|&(?:#\d+|#x[\da-f]+|\w+);|[<&]/giu;

/** Whether a text is well-formed XML, or a part of it without a root. Names of entities may be those of HTML. */
export function isWellFormed(text: string): boolean {
  const open: string[] = [];
  for (const [whole, slash, name, attributes, empty] of text.matchAll(signs)) {
    if (whole === '<' || whole === '&') return false;
    if (name === undefined || (empty === '/' && slash === '')) continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name || attributes !== '' || empty !== '') return false;
  }
  return open.length === 0;
}
