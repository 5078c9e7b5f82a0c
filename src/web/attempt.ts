const attemptShape = /^[0-9a-f-]{36}$/;

/**
 * What tells a form that is sent twice from two forms: it is drawn with the form and comes back with it. One that is
 * missing or was made up elsewhere is replaced by a new one.
 */
export function attemptOf(sent: string | undefined): string {
  return sent !== undefined && attemptShape.test(sent) ? sent : crypto.randomUUID();
}
