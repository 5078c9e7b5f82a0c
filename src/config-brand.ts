import { z } from 'zod';
import { parsedBy } from './config-schemas.ts';
import { isOneLine } from './ground/one-line.ts';
import { parseEmail } from './shop/accounts/email.ts';

/** The same hue, dark enough for light pages and light enough for dark ones; both as `#rrggbb`. */
type BrandColour = { readonly light: string; readonly dark: string };

export const brandName = z.string().refine((name) => isOneLine(name, 40), 'must be one line of at most 40 characters');

export const emailAddress = parsedBy(parseEmail, 'must be an e-mail address such as support@example.com');

type Rgb = readonly [red: number, green: number, blue: number];

const white: Rgb = [255, 255, 255];
/** The cards of dark pages, which are lighter than the page. */
const darkPanel: Rgb = [23, 25, 31];
/** Against white; leaves 4.5 against cards and notices, which are a little darker (source: WCAG 2.2, 1.4.3). */
const contrastMin = 5;

/** A colour for text and buttons on light pages. For dark pages, it is mixed with white until it is readable. */
export const brandColour = z.string().transform((text, context): BrandColour => {
  const colour = parseHex(text);
  if (colour !== undefined && contrast(colour, white) >= contrastMin) {
    let dark = colour;
    while (contrast(dark, darkPanel) < contrastMin) dark = mixed(dark, white, 0.05);
    return { light: hexOf(colour), dark: hexOf(dark) };
  }
  const message =
    colour === undefined
      ? 'must be a hex colour such as #8a3b12'
      : `has a contrast of ${contrast(colour, white).toFixed(1)} to white; it must be at least ${contrastMin}, so choose a darker colour`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

function parseHex(text: string): Rgb | undefined {
  const [, digits = ''] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  const long = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  if (long === '') return undefined;
  const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

function hexOf(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function mixed([red, green, blue]: Rgb, other: Rgb, share: number): Rgb {
  const mix = (one: number, two: number) => one + (two - one) * share;
  return [mix(red, other[0]), mix(green, other[1]), mix(blue, other[2])];
}

/** Source: WCAG 2.2, "relative luminance" and "contrast ratio". */
function contrast(one: Rgb, other: Rgb): number {
  const luminance = ([red, green, blue]: Rgb) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const [lighter, darker] = [Math.max(luminance(one), luminance(other)), Math.min(luminance(one), luminance(other))];
  return (lighter + 0.05) / (darker + 0.05);
}

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
