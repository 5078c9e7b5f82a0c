export function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units;
}

/** The end of the character that begins at `at`, in a well-formed text. */
export const characterEnd = (units: Uint16Array, at: number): number =>
  ((units[at] as number) & 0xfc00) === 0xd800 ? at + 2 : at + 1;

/** The character that begins at `at`, in a well-formed text. */
export function codePointAt(units: Uint16Array, at: number): number {
  const unit = units[at] as number;
  return (unit & 0xfc00) === 0xd800 ? (unit << 10) + (units[at + 1] as number) - 0x35f_dc00 : unit;
}
