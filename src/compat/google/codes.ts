/** Google's own codes, where they differ from BCP 47. The first one is that of its replies. */
const ownCodes: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'zh-Hans': ['zh-CN', 'zh'],
  'zh-Hant': ['zh-TW'],
  fil: ['tl'],
  he: ['iw'],
  jv: ['jw'],
  nb: ['no'],
};

export function googleCode(tag: string): string {
  return ownCodes[tag]?.[0] ?? tag;
}

/** Returns all codes of a language, because clients look for either spelling in the list. */
export function googleCodes(tag: string): readonly string[] {
  return [tag, ...(ownCodes[tag] ?? [])];
}
