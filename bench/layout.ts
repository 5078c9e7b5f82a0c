import type { LanguageTag } from '../src/core/languages/language.ts';
import { layOutText, type TextLayout } from '../src/core/segments/text-layout.ts';

/** The layout of a text in one go, as nobody else waits here. */
export function layOut(text: string, language: LanguageTag): TextLayout {
  const steps = layOutText(text, language);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
