/** The longest address that mail can carry, in characters (source: RFC 5321, section 4.5.3.1.3, less the brackets). */
const addressLengthMax = 254;

const localLengthMax = 64;

/** Source: the HTML standard, "valid e-mail address", which deliberately excludes quoted names and comments. */
const address =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Returns a valid address, or undefined. Only the receiving host knows whether case matters before the @. */
export function parseEmail(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > addressLengthMax || !address.test(trimmed)) return undefined;
  const at = trimmed.lastIndexOf('@');
  return at > localLengthMax ? undefined : trimmed.slice(0, at) + trimmed.slice(at).toLowerCase();
}
