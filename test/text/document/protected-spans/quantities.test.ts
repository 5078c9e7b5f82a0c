import { testInlineSpans } from './tested-spans.ts';

testInlineSpans('keeps figures and what they count together', [
  '⟦5 km⟧, ⟦20 %⟧, ⟦12,5 €⟧, ⟦37 °C⟧, ⟦3 GB⟧, ⟦100 km/h⟧',
  '⟦16px⟧ ⟦1.5em⟧ ⟦220V⟧ ⟦3cm⟧ ⟦68°F⟧ ⟦5kg⟧ ⟦133m/s⟧',
  '⟦9,8 m/s²⟧, ⟦5 µg/m³⟧, ⟦120 m²⟧, ⟦3136 mm2⟧, ⟦10 kWh⟧',
  '⟦5 m⟧ de largo, ⟦5 h⟧, ⟦5 l⟧ de agua, ⟦5 g⟧; ⟦5 s⟧.',
  '⟦1 200 km⟧ y ⟦1.200,5 km⟧ y ⟦1,200.5 km⟧',
  '⟦5-10 km⟧, ⟦2–3 kg⟧, ⟦36 x 24 mm⟧, ⟦10x15 cm⟧',
  '⟦½ kg⟧ de pan, ⟦1 ½ l⟧ y ⟦2¾ km⟧',
  'el art. ⟦5.1.a⟧), el ⟦3.b⟧)',
  'a ⟦-5 °C⟧ o ⟦−3 %⟧, (⟦+2 %⟧)',
  '⟦$1,200.50⟧, ⟦€ 5⟧, ⟦US$ 3⟧, ⟦R$ 10⟧, ⟦£9.99⟧, ⟦100 EUR⟧, ⟦30$⟧, ⟦$5bn⟧',
  'llama al ⟦+34 600 123 456⟧ o al ⟦+1 (555) 123-4567⟧.',
  'a las ⟦10:30⟧, ⟦14:05:59⟧, ⟦18h30⟧, ⟦11 h 20⟧',
  '⟦2026-11-21⟧, ⟦2026-11-21T10:00:00Z⟧, ⟦21/11/2026⟧, ⟦21.11.2026⟧',
  '⟦v2.0.1⟧, ⟦2.0.1⟧, ⟦v3⟧, ⟦1.2.3-beta.1⟧ y ⟦10.0.19045.1⟧',
  '⟦40°25′N⟧, ⟦40°26′46″N⟧, ⟦35°W⟧',
  '⟦1e-9⟧ y ⟦6.02e23⟧',
  'IBAN ⟦ES91 2100 0418 4502 0005 1332⟧',
  '⟦80%⟧的收入，⟦35mm⟧胶片',
  '〈1️⃣〉',
]);

testInlineSpans('treats a figure without a unit as text', [
  '5, 12, 1.250, 1.250.000, 1 200 000, 3,5, 1999',
  'the 1970s, the 90s, two 747s; las 3 a 5',
  'los 5 a la mesa, 5 y 6, 5 o 6, de 5 en 5, 5 in all, 5 at once, 5 to go',
  'Desde 2001 ha sido; nel 2020 ha vinto; em 2020 em casa; om 10:a',
  'à 5 à la fois; 5 e 6; 2 i 3; 4 en 5; 6 och 7; 3 az 4; 5 z nich; 5 w domu; 5 s dětmi',
  'Er hat 5 min-destens'.replace('min-destens', 'Minuten'),
  '1 dag, 3 dagar, 5 mi casa, 2 bar, 3 cal',
  'il 1° maggio, o 1° de maio, 37° posto, 5º, 3er, 2nd, 1st, 3ème, 5-jährig',
  '½, 1 ½ panes, ¾ de agua; 5.a casa',
  '24/7, 1/2, 3-1, 7/10, 2+2=4, 10 x 20',
  "5 km-es táv, 20%-os, 5 l'any",
  'El año 2020 fue mejor que 2019. 3 casas',
  '१२३ और ١٢٣',
]);
