import type { ProtectedSpan } from '../span.ts';
import { findKeycaps } from './emoji.ts';
import { findIdentifier } from './identifiers.ts';
import { type Finder, isDigit, isWordAt, matchAt, unspacedLetterSet } from './scan.ts';

/** Excludes a following letter or digit, or a grammatical ending after a dash or an apostrophe. */
const after = String.raw`(?!(?!${unspacedLetterSet})[\p{L}\p{M}\p{N}_@]|[-'’]\p{L})`;
const space = '[ \u00a0\u202f\u2009]?';
const number = String.raw`(?:(?:\d{1,3}[ \u00a0\u202f]?)?[¼½¾⅐-⅞]|\d{1,3}(?:[ \u00a0\u202f\u2009'’]\d{3}){1,5}(?!\d)(?:[.,]\d{1,20})?|\d{1,40}(?:[.,]\d{1,20}){0,8})`;
/** A range, or dimensions: `36 x 24`. */
const range = String.raw`${number}(?:[-–]${number}|(?:${space}[x×]${space}${number}){1,2})?`;
const currency = '[€£¥₹₽₩₺₴₫₪₱₦₡₲₵₸₾฿¢$]';

/** Units that may follow the number with or without a space. Only symbols: words are translated. */
const units = [
  ...words('km m dm cm mm µm μm nm kg hg g mg µg μg mcg t l L hl dl dL cl cL ml mL µl μl h min ms µs μs'),
  ...words('kHz MHz GHz THz Hz hPa kPa MPa Pa kN Nm kJ MJ GJ kcal kW MW GW TW W Wh kWh MWh GWh TWh kV mV V mA mAh Ah'),
  ...words('Ω kΩ MΩ µF nF pF dB dBm lx mol kB KB MB GB TB PB KiB MiB GiB TiB kbit Mbit Gbit kbps Mbps Gbps px dpi ppi'),
  ...words('fps rpm mph ppm ppb lb lbs oz ft yd sq\\.ft kWp hp °C °F °K ℃ ℉'),
  ...words(
    'EUR USD GBP JPY CHF CNY SEK NOK DKK PLN CZK HUF RON BGN RUB UAH TRY BRL MXN ARS CLP COP PEN INR CAD AUD NZD',
  ),
];
const power = '(?:[²³⁻¹]{1,3}|[23](?![0-9]))?';
const unit = String.raw`(?:${units.join('|')})${power}(?:\/(?:${units.join('|')}|s|€|\$)${power}|\/100 ?km)?`;
/** Units that must follow the number without a space. After a space they are words in some language. */
const gluedUnits = 'em|rem|pt|vh|vw|fr|ha|mi|s|A|K|N|J|B|k|M|in|bar|kn|ch|ns';
/** "the 90s" are years, and "747s" is a plural. */
const seconds = String.raw`(?<!\d{2})s`;

const sign = String.raw`(?:%%?|[‰‱]|° ?[CFKNSEWO](?![\p{L}\p{M}])|°(?!\s?\p{L})|′|″|[kMG]?${currency}|US\$|R\$)(?:\/${unit})?`;
const quantity = pattern(
  String.raw`${range}(?:${space}(?:${sign}|${unit})|(?:${gluedUnits.replace('|s|', `|${seconds}|`)})|[ \u00a0\u202f]s(?=[.,;:!?)]|$))${after}`,
);
const angle = pattern(
  String.raw`\d{1,3}°${space}\d{1,2}(?:[.,]\d{1,6})?['′’](?:${space}\d{1,2}(?:[.,]\d{1,6})?["″”])?(?:${space}[NSEWO])?${after}`,
);
const amount = pattern(String.raw`${currency}${space}[-−]?${range}(?:bn|[kKmMbB])?${after}`);

const clock = String.raw`\d{1,2}(?::[0-5]\d(?::[0-5]\d(?:[.,]\d{1,3})?)?|${space}h${space}[0-5]\d)`;
const date = String.raw`\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?`;
const numbers = [
  pattern(date + after + String.raw`(?![-:]\d)`),
  pattern(String.raw`(?:\d{1,2}([./-])\d{1,2}\1\d{4}|\d{4}([./])\d{1,2}\2\d{1,2})${after}(?![./-]\d)`),
  pattern(
    String.raw`(?:(?:25[0-5]|2[0-4]\d|1?\d{1,2})\.){3}(?:25[0-5]|2[0-4]\d|1?\d{1,2})(?:\/\d{1,2})?(?::\d{1,5})?${after}(?!\.\d)`,
  ),
  pattern(String.raw`${clock}(?:[-–]${clock})?${after}(?!:\d)`),
  angle,
  quantity,
  // A fraction.
  pattern(String.raw`(?<!/)\d{1,3}\/\d{1,3}${after}(?![./-]\d|\/)`),
  // A power of ten, and a DOI.
  pattern(String.raw`\d{1,20}(?:\.\d{1,20})?[eE][+-]?\d{1,3}${after}`),
  pattern(String.raw`10\.\d{4,9}\/[\w.()/:-]{0,100}\w(?!\p{M})`),
  // A clause of a law, before a bracket: "5.1.a)".
  pattern(String.raw`\d{1,4}(?:\.\d{1,4}){0,5}\.[a-z](?=\))`),
  // Three parts or more, except a number with thousands separators.
  pattern(
    String.raw`(?!\d{1,3}(?:\.\d{3})+(?![\d.]))\d{1,5}(?:\.\d{1,5}){2,5}(?:-[a-z]{1,10}(?:\.?\d{1,5})?)?${after}(?!\.\d)`,
  ),
];

/** A number with its unit, a date, a time, a version, an IP address: by the first digit. */
export const findQuantity: Finder = (scan, at) => {
  const { text, floor } = scan;
  const keycap = findKeycaps(scan, at);
  if (keycap) return keycap;
  if (at > floor && continuesNumber(text, at)) return undefined;
  if (at > floor && isWordAt(text, at - 1)) return findBankAccount(scan, at) ?? findIdentifier(scan, at);
  for (const shape of numbers) {
    const end = matchAt(shape, text, at);
    if (end !== undefined) return { start: signStart(text, floor, at), end, role: 'word' };
  }
  return findIdentifier(scan, at);
};

const iban = pattern(String.raw`[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){3,7}(?: [A-Z0-9]{1,3})?(?![\p{L}\p{N}])`);

/** An IBAN in groups of four, by the first digit. Source: ISO 13616. */
const findBankAccount: Finder = ({ text, floor }, at) => {
  const end = at - 2 >= floor && !isWordAt(text, at - 3) ? matchAt(iban, text, at - 2) : undefined;
  return end === undefined ? undefined : { start: at - 2, end, role: 'word' };
};

function continuesNumber(text: string, at: number): boolean {
  if (isDigit(text.charCodeAt(at - 1))) return true;
  return /[.,]/.test(text.charAt(at - 1)) && isDigit(text.charCodeAt(at - 2));
}

/** Returns the start of a number with its sign: "−5 °C", but not the dash of "A-5 km". */
function signStart(text: string, floor: number, at: number): number {
  const hasSign = at - 1 >= floor && /[-−+±]/.test(text.charAt(at - 1)) && /^[\s(]?$/.test(text.charAt(at - 2));
  return hasSign ? at - 1 : at;
}

/** `$1,200.50`, `US$ 5`: by the symbol. */
export const findAmount: Finder = ({ text, floor }, at) => {
  const end = matchAt(amount, text, at);
  if (end === undefined) return undefined;
  const country = /(?:^|[^\p{L}\p{N}])((?:US|R|A|C|CA|AU|NZ|HK|MX|NT|S)|)$/u.exec(
    text.slice(Math.max(floor, at - 3), at),
  );
  if (!country) return undefined;
  return { start: at - (country[1] ?? '').length, end, role: 'word' };
};

const phone = pattern(String.raw`\+\d{1,3}(?:[ \u00a0.\-]?(?:\(\d{1,4}\)|\d{1,4})){2,6}${after}`);
const phoneDigits = { min: 8, max: 15 };

/** `+34 600 123 456`, by the plus. */
export const findPhone: Finder = ({ text }, at): ProtectedSpan | undefined => {
  if (isWordAt(text, at - 1)) return undefined;
  const end = matchAt(phone, text, at);
  if (end === undefined) return undefined;
  const digits = text.slice(at, end).replace(/\D/g, '').length;
  return digits >= phoneDigits.min && digits <= phoneDigits.max ? { start: at, end, role: 'word' } : undefined;
};

function pattern(source: string): RegExp {
  return new RegExp(source, 'uy');
}

function words(list: string): readonly string[] {
  return list.split(' ');
}
