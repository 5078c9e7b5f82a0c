const attemptShape = /^[0-9a-f-]{36}$/;

/** Returns the id drawn with a form, which recognises a repeated one; a new id if it is missing or malformed. */
export function attemptOf(sent: string | undefined): string {
  return sent !== undefined && attemptShape.test(sent) ? sent : crypto.randomUUID();
}
