import { FaultyRequest } from '../failure.ts';
import type { Parameters } from '../parameters.ts';

/** Texts of a request, each for every target. */
const textsMax = 1_000;

/**
 * Returns the texts of a body such as `[{"Text":"Hello"}]`, exactly as sent.
 *
 * @throws FaultyRequest
 */
export function sentTexts({ json }: Parameters): readonly string[] {
  if (!Array.isArray(json) || json.length === 0)
    throw new FaultyRequest({ kind: 'unreadable', why: 'must be a JSON array such as [{"Text":"Hello"}]' });
  if (json.length > textsMax)
    throw new FaultyRequest({ kind: 'too_long', name: 'Text', count: `${json.length} texts`, max: textsMax });
  return json.map((item: { readonly Text?: unknown; readonly text?: unknown } | null) => {
    const text = item?.Text ?? item?.text;
    if (typeof text !== 'string') throw new FaultyRequest({ kind: 'mistyped', name: 'Text', expected: 'a string' });
    if (!text.isWellFormed()) throw new FaultyRequest({ kind: 'ill_formed', name: 'Text' });
    return text;
  });
}

/** @param version of the query; undefined for none */
export function refuseOtherVersion(version: string | undefined): void {
  if (version !== undefined && version !== '3.0')
    throw new FaultyRequest({ kind: 'unsupported', name: 'api-version', written: version });
}
