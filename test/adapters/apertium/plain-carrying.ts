import { type Carrying, opaquePattern } from '../../../src/adapters/apertium/frame.ts';

/** A mode without faults. */
export const carrying: Carrying = {
  opaque: opaquePattern(),
  losesWordBlanks: false,
  blanksPartWords: false,
  capitalizesStart: false,
  gluesWords: false,
};
