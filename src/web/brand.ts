import { assert } from '../ground/assert.ts';

export type Brand = {
  readonly name: string;
  readonly supportEmail: string | undefined;
  readonly termsUrl: string | undefined;
  readonly privacyUrl: string | undefined;
  readonly imprintUrl: string | undefined;
  readonly statusUrl: string | undefined;
};

export const logoBytesMax = 65_536;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns the kind of a picture by its content; undefined when pages cannot show it. */
export function logoKind(bytes: Buffer): 'png' | 'svg' | undefined {
  if (bytes.subarray(0, pngSignature.byteLength).equals(pngSignature)) return 'png';
  const isSvg = /^\uFEFF?\s*(<\?xml[^>]*>\s*)?((<!--[^]*?-->|<!DOCTYPE[^>]*>)\s*)*<svg[\s>]/.test(bytes.toString());
  return isSvg ? 'svg' : undefined;
}

export function colourSheet({ light, dark }: { readonly light: string; readonly dark: string }): string {
  assert(/^(#[0-9a-f]{6}){2}$/.test(light + dark), 'a style sheet contains only colours');
  return `:root{--accent:light-dark(${light},${dark})}\n`;
}
