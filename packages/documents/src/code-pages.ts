/** Languages or scripts that Windows writes in a code page. */
const codePages: Readonly<Record<string, string>> = {
  'windows-1250': 'bs cs hr hu pl ro sk sl sq sr',
  'windows-1251': 'Cyrl',
  'windows-1252': 'Latn',
  'windows-1253': 'Grek',
  'windows-1254': 'az tr',
  'windows-1255': 'Hebr',
  'windows-1256': 'Arab',
  'windows-1257': 'et lt lv',
  'windows-1258': 'vi',
  'windows-874': 'Thai',
  shift_jis: 'Jpan',
  gb18030: 'Hans',
  big5: 'Hant',
  'euc-kr': 'Kore',
};

/** The code page of a language, or that of Western Europe if the language is not known. */
export function codePageOf(tag = 'und'): string | undefined {
  const { language, script = '' } = new Intl.Locale(tag.replaceAll('_', '-')).maximize();
  const pageOf = (name: string): string | undefined =>
    Object.entries(codePages).find(([, names]) => names.split(' ').includes(name))?.[0];
  return (script === 'Latn' ? pageOf(language) : undefined) ?? pageOf(script);
}

const letter = String.raw`[^\P{L}\0-\x7f]`;
const joined = new RegExp(`[A-Za-z]${letter}|${letter}[A-Za-z]`, 'gu');
const alone = new RegExp(String.raw`(?<!\p{L})${letter}{2,}(?!\p{L})`, 'gu');
/** Signs where words have none. */
const odd = /[¤¦¨¬¯¶¸ˆ˜±¹²³¼½¾](?=\p{L})|(?<=\p{L})(?:[¡¿¢£¤¥¦¨¬¯¶¸ˆ˜‚„±¼½¾]|[§†‡‰‹›”¹²³](?=\p{L}))/gu;

/**
 * Whether a text that was read in a code page has words: letters beyond ASCII are beside those of ASCII in Latin script, and
 * not in others; few signs are in words, few capitals after small letters, and few letters that no language has together.
 */
export function isPlausible(text: string, isLatin: boolean): boolean {
  const sample = text.slice(0, 1_000_000);
  const count = (pattern: RegExp): number => sample.match(pattern)?.length ?? 0;
  const [mixed, pure] = [count(joined), count(alone)];
  const [west, czech] = [Math.min(count(/[øðþšž]/g), count(/[èêìòùçãõû]/g)), Math.min(count(/[ąľ]/g), count(/[ěřů]/g))];
  const wrong = count(odd) + 3 * (west + czech + count(/(?<=\p{Ll})[^\P{Lu}A-Z]/gu));
  return !/[^\P{Cc}\t\n\f\r]/u.test(text) && (isLatin ? pure <= mixed : mixed <= pure) && wrong * 10 <= mixed + pure;
}
