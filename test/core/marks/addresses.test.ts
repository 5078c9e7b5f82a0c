import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inlineMarks } from '../../support/inline-marks.ts';

/** Texts and the marks in them, in order. */
const marked: readonly (readonly [text: string, ...marks: string[]])[] = [
  // URLs, and the points of the sentence round them.
  ['Visita https://example.org/casa?a=1&b=2#c.', 'https://example.org/casa?a=1&b=2#c'],
  ['¿Conoces http://example.org? ¡Mira http://example.org/a!', 'http://example.org', 'http://example.org/a'],
  ['(véase https://es.wikipedia.org/wiki/Casa_(edificio))', 'https://es.wikipedia.org/wiki/Casa_(edificio)'],
  ['Lee https://example.org/a, luego ftp://example.org/b; y ya', 'https://example.org/a', 'ftp://example.org/b'],
  ['«https://example.org/ñandú»', 'https://example.org/ñandú'],
  [
    'https://müller.example/straße und https://пример.рф/путь',
    'https://müller.example/straße',
    'https://пример.рф/путь',
  ],
  ['https://zh.wikipedia.org/wiki/中文 有', 'https://zh.wikipedia.org/wiki/中文'],
  ['请访问https://example.com/a查看。', 'https://example.com/a'],
  ['http://example.org/%E4%BD%A0%20a y', 'http://example.org/%E4%BD%A0%20a'],
  ["d'https://example.org's page", 'https://example.org'],
  [
    'https://example.org/?a=1&amp;b=2 &lt;https://example.org&gt;',
    'https://example.org/?a=1&amp;b=2',
    '〈&lt;〉',
    'https://example.org',
    '〈&gt;〉',
  ],
  [
    'https://example.org/{id}/x y https://[2001:db8::1]:80/a',
    'https://example.org/{id}/x',
    'https://[2001:db8::1]:80/a',
  ],
  ['https://example.org🎉 fiesta', 'https://example.org', '〈🎉〉'],
  ['git+ssh://git@example.org/a.git', 'git+ssh://git@example.org/a.git'],
  ['mailto:ana@example.org tel:+34600123456', 'mailto:ana@example.org', 'tel:+34600123456'],
  ['data:image/png;base64,iVBORw0KGgo= fin', 'data:image/png;base64,iVBORw0KGgo='],
  ['en localhost:8080/a y http://localhost:3000.', 'localhost:8080/a', 'http://localhost:3000'],
  // Domains.
  ['Ve a www.example.com, o a example.com/path.', 'www.example.com', 'example.com/path'],
  ['Compra en example.es y en EXAMPLE.COM', 'example.es', 'EXAMPLE.COM'],
  ['docs.example.co.uk:8443/a', 'docs.example.co.uk:8443/a'],
  ['Está en example.org.Gracias', 'example.org'],
  ['访问example.com吧', 'example.com'],
  ['сайт пример.рф и другие', 'пример.рф'],
  // Addresses of machines.
  ['192.168.1.10:8080, 10.0.0.0/8 y 127.0.0.1.', '192.168.1.10:8080', '10.0.0.0/8', '127.0.0.1'],
  ['fe80::1ff:fe23:4567:890a y 2001:db8::1.', 'fe80::1ff:fe23:4567:890a', '2001:db8::1'],
  ['MAC 00:1A:2B:3C:4D:5E', '00:1A:2B:3C:4D:5E'],
  // Mail.
  ['Escribe a ana.garcia+casa@example.com.', 'ana.garcia+casa@example.com'],
  ['josé@ejemplo.es, почта@пример.рф', 'josé@ejemplo.es', 'почта@пример.рф'],
  ["o'neil@example.net y root@localhost", "o'neil@example.net", 'root@localhost'],
  ['foo_bar2@mail.example.org', 'foo_bar2@mail.example.org'],
  ['用户@例子.公司 与 ana@example.com。', '用户@例子.公司', 'ana@example.com'],
  ['ana@example.org.Gracias', 'ana@example.org'],
  // Handles and hashtags.
  ['Hola @ana_garcia, @pedro.x y @Müller.', '@ana_garcia', '@pedro.x', '@Müller'],
  ['sigue a @ana@example.social', '@ana@example.social'],
  ['usa @angular/core', '@angular/core'],
  ['感谢@user的帮助', '@user'],
  ['感谢 @用户 你好', '@用户'],
  ['#casa #Madrid2024 #niño_rojo (#1) #हिन्दी', '#casa', '#Madrid2024', '#niño_rojo', '#1', '#हिन्दी'],
  ['#话题# 和 #日本 的', '#话题#', '#日本'],
  ['color #ff0000 o #FFF, error #123.', '#ff0000', '#FFF', '#123'],
  // Paths and files.
  ['de /casa?x=1 y /casa', '/casa?x=1'],
  ['en /usr/local/bin, ./a/b.txt y ../x o ~/x.', '/usr/local/bin', './a/b.txt', '../x', '~/x'],
  ['la carpeta /etc y la ruta /api/v1/users/{id}', '/etc', '/api/v1/users/{id}'],
  [
    'En C:\\Archivos de programa\\App y D:\\mis fotos\\ hoy, no C:\\a o D:\\b',
    'C:\\Archivos de programa\\App',
    'D:\\mis fotos\\',
    'C:\\a',
    'D:\\b',
  ],
  ['C:\\Users\\ana, C:\\Program Files (x86)\\A y D:/b', 'C:\\Users\\ana', 'C:\\Program Files (x86)\\A', 'D:/b'],
  ['en \\\\server\\share.', '\\\\server\\share'],
  ['abre src/core/index.ts.', 'src/core/index.ts'],
  ['lee foo_bar/index.html ya', 'foo_bar/index.html'],
  [
    'casa.txt, libro-viejo.pdf, foto_01.JPG y package.json',
    'casa.txt',
    'libro-viejo.pdf',
    'foto_01.JPG',
    'package.json',
  ],
  ['presentación.pptx, INFORME.PDF, .gitignore, un .pdf', 'presentación.pptx', 'INFORME.PDF', '.gitignore', '.pdf'],
];

for (const [text, ...expected] of marked) {
  test(`keeps addresses as they are: ${text}`, () => assert.deepEqual(inlineMarks(text), expected));
}

/** Texts that only look as if there were an address in them. */
const unmarked: readonly string[] = [
  'Frutas, etc.Pero no. Es el fin.El otro. Sí.No',
  'p.ej. esto, e.g. that, z.B. das, p.es. questo, t.ex. detta, m.in. to, i.e. so, U.S. law, J.K.Rowling',
  'y/o, and/or, s/n, c/ Mayor, 24/7, 1/2, 3/4, he/she/they, 2020/21, km/h',
  'Nota: esto, nota:esto, Nota:: eso, hora: tarde',
  'todos y todas: tod@s, amig@s. Un beso @ todos',
  'C# no, pero a#b tampoco; nº 5 # ##'.replace(/C#|# ##/g, 'x'),
  'uno ... dos...tres, bueno…pues',
  'a / b, y / o, // nada, 50 / 50, -/-',
  'Tel: 5, data: nada, urn: no, mailto: Ana',
  'http:// y https://. www. y www',
  '他说：你好。比例3：1，见www。',
  'Он сказал: да. И т.д. и т.п. Т.е. так',
  'قال: نعم. إلخ.',
  'La casa (roja).Bien. «Sí».No',
  'El 1º/2º, la 3ª/4ª, 5.º',
  'l/min, m/f, M/F, A/C, n/a, N/A, w/o',
  'precio:bajo calidad:alta',
];

for (const text of unmarked) {
  test(`takes for text what is no address: ${text}`, () => assert.deepEqual(inlineMarks(text), []));
}
