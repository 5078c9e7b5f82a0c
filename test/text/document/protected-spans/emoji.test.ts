import { testInlineSpans } from './tested-spans.ts';

testInlineSpans('keeps signs that say nothing to a grammar', [
  'Hola 〈😀〉 mundo',
  '〈👨‍👩‍👧〉 y 〈🇪🇸〉 y 〈👍🏽〉 y 〈🏴󠁧󠁢󠁥󠁮󠁧󠁿〉',
  'fin〈😀😂🎉〉 ya',
  '〈❤️〉 〈☺〉 〈✈️〉 〈☎〉 〈♥〉',
  '〈1️⃣〉 uno, 〈#️⃣〉 y 〈*️⃣〉',
  '〈©️〉 y 〈™️〉',
  '〈:smile:〉 y 〈:+1:〉',
  '〈:Gato:〉 〈:BlobGato:〉 〈:gato_negro:〉 〈:niño:〉〈:-1:〉, pero la casa: roja y a:b:c',
  'Hola 〈:)〉 y 〈:-(〉 y 〈;-)〉 y 〈:D〉 〈<3〉',
  '¡Gracias!〈:)〉 〈^_^〉 〈-_-〉 〈¯\\_(ツ)_/¯〉',
  'a〈\uE001\uE002〉b 〈\uFDD0\uE000〉 〈\u{F0000}〉',
  'a〈\u200B〉b 〈\u202E〉abc〈\u202C〉 〈\uFEFF〉 〈\uFFFC〉 in\u00ADfor 〈\u00AD〉a',
  'la ⟦ni\uFFFDa⟧ y el ⟦�rbol⟧, ⟦ni\uFFFD\uFFFDo⟧; 〈\uFFFD〉',
]);

testInlineSpans('treats other signs as text', [
  '© 2020 Marca™ y Otra®, ¡¿Qué?! ‼',
  '→ ← ★ ✓ • ◦ – — … « » „ “ ½ ² ∞ ≤ € £',
  'می‌خواهم, क्‍ष, ক্‌ষ',
  '(véase la nota:) y (fin;) x=) 8)',
  'a < b > c | d ~ e ^ f \\ g [ h ] i { j k} k @ l $ m / n',
  '𠮷野家で𝐇ola 𐌰',
  'a <3a, a<3, 3<5',
]);
