const jsonInUtf8 = /^application\/json\s*(;\s*charset\s*=\s*("utf-8"|utf-8)\s*)?;?$/i;

/** Whether a Content-Type is JSON, in UTF-8 or without a charset. */
export function isJson(contentType: string | undefined): boolean {
  return contentType === 'application/json' || (contentType !== undefined && jsonInUtf8.test(contentType));
}
