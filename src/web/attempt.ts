const attemptShape = /^[0-9a-f-]{36}$/;

/**
 * Returns the id of a form's attempt: it is drawn with the form and sent with it, so that a repeated form is
 * recognised. A missing or malformed id is replaced by a new one.
 */
export function attemptOf(sent: string | undefined): string {
  return sent !== undefined && attemptShape.test(sent) ? sent : crypto.randomUUID();
}
