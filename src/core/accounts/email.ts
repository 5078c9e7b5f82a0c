/** The longest address that mail can carry, in characters (source: RFC 5321, section 4.5.3.1.3, less the brackets). */
const addressLengthMax = 254;

const localLengthMax = 64;

/** Source: the HTML standard, "valid e-mail address", which leaves out quoted names and comments on purpose. */
const address =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/**
 * `text` as an address that mail can be sent to, its domain in lower case; undefined when it is none.
 *
 * The name before the @ is kept as it came, for its host alone knows whether case matters there.
 */
export function parseEmail(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > addressLengthMax || !address.test(trimmed)) return undefined;
  const at = trimmed.lastIndexOf('@');
  return at > localLengthMax ? undefined : trimmed.slice(0, at) + trimmed.slice(at).toLowerCase();
}
