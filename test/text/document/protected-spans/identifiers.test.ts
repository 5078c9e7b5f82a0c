import { testInlineSpans } from './tested-spans.ts';

testInlineSpans('keeps names of programs and things', [
  'llama a ⟦getUserName()⟧, ⟦name()⟧ y ⟦obj.method()⟧.',
  '⟦user_name⟧, ⟦SCREAMING_SNAKE⟧, ⟦_private_thing⟧, ⟦es_ES⟧ y ⟦año_nuevo⟧',
  '⟦NODE_ENV=production⟧. Y ⟦A_B=c⟧, ⟦D_E⟧ = f',
  '⟦openDoor⟧, ⟦getUserID⟧, ⟦maxLength⟧',
  '⟦user.firstName⟧, ⟦com.example.App⟧, ⟦app.home.title⟧',
  '⟦node.js⟧ y ⟦Vue.js⟧',
  '⟦foo::bar⟧, ⟦std::vector⟧ y ⟦C++⟧ o ⟦C#⟧',
  '⟦A4-B12⟧, ⟦RTX4090⟧, ⟦COVID-19⟧, ⟦H1N1⟧, ⟦CO2⟧, ⟦B12⟧, ⟦M-30⟧, ⟦CVE-2024-12345⟧',
  '⟦550e8400-e29b-41d4-a716-446655440000⟧',
  '⟦a94a8fe5ccb19ba61c4c0873d391e987982fbbd3⟧ y ⟦e83c516⟧',
  '⟦4x4⟧, ⟦x86_64⟧, ⟦0x1F⟧',
]);

testInlineSpans('keeps letters that stand alone and are no words, and endings of gender', [
  'Plan ⟦B⟧, vitamina ⟦A⟧ y ⟦C⟧, o la opción ⟦D⟧.',
  '⟦A⟧ y ⟦B⟧, (⟦A⟧), si ⟦E⟧ = mc, ⟦N/A⟧, ⟦R&D⟧ o ⟦A/B/C⟧',
  '⟦M. A.⟧ García y ⟦E.⟧Gómez; План ⟦Б⟧, ⟦А. С.⟧ Пушкин',
  'niños〈/as〉, señor〈/-a〉, amigo〈(a)〉, étudiant〈(e)s〉 y étudiant〈·e·s〉, ALUMNO〈/A〉',
  'Los niños〈/as〉. Hola amigo〈(a)〉.',
  'plan ⟦B⟧. Tenemos, zona ⟦A⟧. Ella come, ⟦P. D⟧. Te quiero, por ⟦J. R.⟧ Tolkien',
  'Talla: ⟦A⟧',
  'Sección ⟦A⟧\nSección ⟦B⟧',
  'Opción ⟦A⟧ (roja), GRUPO ⟦A⟧ Y GRUPO ⟦B⟧, Serie ⟦A⟧ 2024, vitaminas ⟦C⟧, ⟦E⟧ y zinc',
  'La casa〈[1]〉 es roja.〈[2]〉 Vea 〈[3, 4]〉. Fin.〈¹〉',
]);

testInlineSpans('treats ordinary letters as words', [
  'A las 5. Y tú. O sea; ¿Y él? «E il gatto» (A veces)',
  'So I am. I am: A house',
  'TOMA A LA CASA, El Perro Y El Gato, VOY A MADRID Y A PARÍS, **Perro** Y **Gato**',
  'DE 9 A 14, PASO A 100 METROS, De 9 A 14, CASA Y ',
  'El perro, A veces',
  '20 Y tú',
  'A$AP, A-team, d’A, él/ella, and/or, y/o, h/a, src/x/a, f(a)',
]);

testInlineSpans('treats ordinary writing as words', [
  'iPhone, eBay, McDonald, MacBook, YouTube, GitHub, LinkedIn, iOS, pH, mRNA',
  'an bhFrainc, gCathair, na hÉireann, dTeach; kolegInnen, LehrerInnen',
  'casa(s), f(a), libro (rojo), el/la(s), (()) ()',
  'palabra1 y nota2, mp3, 3D, 3er, 1º, 2nd, siglo XXI, B-',
  "COVID-19-Pandemie, A4-Papier, CO2-neutral, CO2’nin, U2's",
  'A. B. C., S.A., S.L., EE.UU., U.S.A., Ph.D., a.C.',
  'bien-educado, ex-marido, franco-español, vis-à-vis',
  '________ llamo____y soy, _énfasis_, a_',
  'España, ÁFRICA, ΕΛΛΆΔΑ, МОСКВА, Ñandú',
]);
