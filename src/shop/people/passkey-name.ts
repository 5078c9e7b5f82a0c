/** Largest length of a passkey's name, in characters. */
export const passkeyNameLengthMax = 60;
