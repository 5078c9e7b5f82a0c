/**
 * Ranges of code points by script (ISO 15924), for the scripts of all detectable languages. Combining marks and rare
 * letters are left out: only the script of most letters matters.
 * Source: Unicode Character Database, Blocks.txt.
 */
const ranges: readonly (readonly [first: number, last: number, script: string])[] = [
  [0x41, 0x5a, 'Latn'],
  [0x61, 0x7a, 'Latn'],
  [0xc0, 0x24f, 'Latn'],
  [0x370, 0x3ff, 'Grek'],
  [0x400, 0x52f, 'Cyrl'],
  [0x530, 0x58f, 'Armn'],
  [0x590, 0x5ff, 'Hebr'],
  [0x600, 0x6ff, 'Arab'],
  [0x750, 0x77f, 'Arab'],
  [0x900, 0x97f, 'Deva'],
  [0x980, 0x9ff, 'Beng'],
  [0xa00, 0xa7f, 'Guru'],
  [0xa80, 0xaff, 'Gujr'],
  [0xb00, 0xb7f, 'Orya'],
  [0xb80, 0xbff, 'Taml'],
  [0xc00, 0xc7f, 'Telu'],
  [0xc80, 0xcff, 'Knda'],
  [0xd00, 0xd7f, 'Mlym'],
  [0xd80, 0xdff, 'Sinh'],
  [0xe00, 0xe7f, 'Thai'],
  [0xe80, 0xeff, 'Laoo'],
  [0x1000, 0x109f, 'Mymr'],
  [0x10a0, 0x10ff, 'Geor'],
  [0x1100, 0x11ff, 'Kore'],
  [0x1200, 0x137f, 'Ethi'],
  [0x1780, 0x17ff, 'Khmr'],
  [0x1e00, 0x1eff, 'Latn'],
  [0x1f00, 0x1fff, 'Grek'],
  [0x3040, 0x30ff, 'Kana'],
  [0x3400, 0x4dbf, 'Hani'],
  [0x4e00, 0x9fff, 'Hani'],
  [0xac00, 0xd7af, 'Kore'],
  [0xf900, 0xfaff, 'Hani'],
  [0xfb50, 0xfdff, 'Arab'],
  [0xfe70, 0xfeff, 'Arab'],
];

/** A Chinese character counts as several letters, because it carries as much information as a short word. */
const weights: Readonly<Record<string, number>> = { Hani: 3, Kana: 2, Kore: 2 };

/** The most frequent characters that only simplified or only traditional Chinese has. */
const simplified = new Set(
  '这国们来时说对会学为个发现实经开关长东车门问间见书语话电气爱写买卖点还进过么让从网络机种类习样该价听读认识请谢记办区华广产业务',
);
const traditional = new Set(
  '這國們來時說對會學為個發現實經開關長東車門問間見書語話電氣愛寫買賣點還進過麼讓從網絡機種類習樣該價聽讀認識請謝記辦區華廣產業務',
);

/**
 * Returns the script of most letters of `text` (ISO 15924), or undefined without a letter of a known script. Chinese is
 * `Hans`, `Hant`, or `Hani` if the text shows no difference; text with kana is `Jpan`.
 */
export function dominantScript(text: string): string | undefined {
  const counts = countScripts(text);
  const chinese = (counts.get('Hani') ?? 0) + (counts.get('Kana') ?? 0);
  let [dominant, most]: [string | undefined, number] = [undefined, 0];
  for (const [script, count] of counts) if (count > most) [dominant, most] = [script, count];
  if (dominant !== 'Hani' && dominant !== 'Kana' && chinese <= most) return dominant;
  if ((counts.get('Kana') ?? 0) * 20 > chinese) return 'Jpan';
  const lead = countIn(text, traditional) - countIn(text, simplified);
  return lead === 0 ? 'Hani' : lead > 0 ? 'Hant' : 'Hans';
}

function countScripts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let index = 0; index < text.length; index++) {
    const script = scriptOf(text.charCodeAt(index));
    if (script !== undefined) counts.set(script, (counts.get(script) ?? 0) + (weights[script] ?? 1));
  }
  return counts;
}

function scriptOf(unit: number): string | undefined {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last, script] = ranges[middle] ?? [0, 0, ''];
    if (unit < first) high = middle - 1;
    else if (unit > last) low = middle + 1;
    else return script;
  }
  return undefined;
}

function countIn(text: string, characters: ReadonlySet<string>): number {
  let count = 0;
  for (const character of text) if (characters.has(character)) count++;
  return count;
}
