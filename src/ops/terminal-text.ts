/** Controls of a terminal and of writing directions, which make a line look like another one. Sources: ECMA-48, UAX 9. */
const controls = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Returns `text` with every control character but line breaks replaced by U+FFFD, so that no value controls a terminal. */
export function terminalText(text: string): string {
  return text.replace(controls, (control) => (control === '\n' ? control : '\uFFFD'));
}
