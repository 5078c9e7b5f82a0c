const scheme = 'bearer ';

/**
 * Returns the credential of `Authorization: Bearer <credential>`; undefined for any other header.
 * Source: RFC 6750, section 2.1; RFC 9110, section 11.1 (the scheme is case-insensitive).
 */
export function bearerCredential(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.length <= scheme.length) return undefined;
  if (authorization.slice(0, scheme.length).toLowerCase() !== scheme) return undefined;
  const credential = authorization.slice(scheme.length).trim();
  return credential === '' ? undefined : credential;
}
