import { properIn, withoutAddedCapitals } from './capitals.ts';
import { type Framed, frameSentence, readReply } from './frame.ts';
import { readModeName } from './language-tags.ts';
import type { Mode } from './mode.ts';
import { carryingOf, findFault, repairFor } from './mode-faults.ts';

export type Wire = {
  /** Returns the text to write for one request, including the NUL. */
  frame(framed: Framed): string;
  /**
   * @param reply everything before the NUL
   * @returns undefined if it is not the reply to that request: the pipeline is out of step
   */
  read(reply: string, framed: Framed): string | undefined;
  /** The first request, mostly an empty one; its answer is discarded. */
  readonly opening: string;
  /** Sent before each request to reset the state that the previous one left in a program; its answer is discarded. */
  readonly prelude: string | undefined;
};

export function sentenceWire(mode: Mode): Wire {
  const carrying = carryingOf(mode);
  const repair = repairFor(mode.name);
  const languages = readModeName(mode.name);
  const own = languages && properIn(languages);
  return {
    frame: (framed) => frameSentence(framed, carrying),
    read: (reply, framed) => {
      const translation = readReply(reply, framed, carrying);
      if (translation === undefined) return undefined;
      return withoutAddedCapitals(repair(translation, framed.text), framed.text, own);
    },
    opening: findFault(mode.name, 'learns_articles')?.text ?? '',
    prelude: findFault(mode.name, 'keeps_auxiliary')?.text,
  };
}
