import type { CompatParts, ShapeRequest } from '../shape.ts';
import { tagOfCode } from '../translate-texts.ts';

/** The languages of a request; both are required. */
export function librePair({ parameters }: ShapeRequest, parts: CompatParts) {
  const [written, target] = [parameters.requiredWord('source'), parameters.requiredWord('target')];
  const isAuto = written.toLowerCase() === 'auto';
  return {
    source: isAuto ? ('auto' as const) : tagOfCode(parts, { name: 'source', written, role: 'source' }),
    target: tagOfCode(parts, { name: 'target', written: target, role: 'target' }),
  };
}
