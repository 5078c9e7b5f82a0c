/** Characters that the name of a passkey has at most. */
export const passkeyNameLengthMax = 60;
