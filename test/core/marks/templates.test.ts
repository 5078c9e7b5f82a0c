import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMarks } from '../../../src/core/marks/find-marks.ts';
import { shownMarks } from '../../support/shown-marks.ts';

const cases: readonly (readonly [what: string, text: string, ...marks: string[]])[] = [
  [
    'Handlebars',
    '{{#if user}}\nHola {{name}}{{else}}Nadie{{/if}}\n{{/each}} {{> pie}} {{!-- nota }} --}}',
    'bound:{{#if user}}',
    'word:{{name}}',
    'bound:{{else}}',
    'point:{{/if}}',
    'point:{{/each}}',
    'word:{{> pie}}',
    'point:{{!-- nota }} --}}',
  ],
  [
    'Go and Hugo',
    '{{ if .X }}\nuno {{- end }} {{< figure >}}',
    'bound:{{ if .X }}',
    'point:{{- end }}',
    'word:{{< figure >}}',
  ],
  [
    'Jinja, Django and Liquid',
    '{% if x %}\nHola {% trans "x" %} uno {# nota #}',
    'bound:{% if x %}',
    'point:{% trans "x" %}',
    'point:{# nota #}',
  ],
  [
    'Svelte and attributes after a heading',
    '{#if x}uno{:else}dos{/if} {.rojo}',
    'point:{#if x}',
    'bound:{:else}',
    'point:{/if}',
    'point:{.rojo}',
  ],
  ['templates that never end', 'Hola {% uno {{ dos tres'],
  ['markup in placeholders', 'Hola {{ "<b>" }}, ${a[0](b)}, adiós', 'word:{{ "<b>" }}', 'word:${a[0](b)}'],
  [
    'a message of ICU with markup',
    '{n, plural, one {<b>#</b> libro [x](y)} other {# libros}}',
    'word:{n, plural, one {<b>#</b> libro [x](y)} other {# libros}}',
  ],
  [
    'commands of LaTeX',
    '\\section{La casa} Un \\textbf{libro} de \\emph{la \\textit{noche}} \\cite{ana} y \\\\',
    'bound:\\section{',
    'bound:}',
    'open1:\\textbf{',
    'close1:}',
    'open2:\\emph{',
    'open3:\\textit{',
    'close3:}',
    'close2:}',
    'word:\\cite{ana}',
    'point:\\\\',
  ],
  [
    'commands of LaTeX that are not known',
    'Da \\frac{1}{3} y \\marco{la casa roja}',
    'point:\\frac',
    'word:{1}',
    'word:{3}',
    'point:\\marco',
  ],
  [
    'environments of LaTeX',
    '\\begin{itemize}\n\\item Uno\n\\end{itemize}\n\\begin{equation}\na < b\n\\end{equation}',
    'bound:\\begin{itemize}',
    'bound:\\item',
    'bound:\\end{itemize}',
    'bound:\\begin{equation}\na < b\n\\end{equation}',
  ],
  [
    'escapes of strings',
    'Uno\\ndos\\tTres \\"cuatro\\" cinco\\r\\nseis\\Nsiete',
    'bound:\\n',
    'point:\\t',
    'point:\\"',
    'point:\\"',
    'bound:\\r\\n',
    'bound:\\N',
  ],
  ['an escaped apostrophe', "No l\\'obrin, \\'uno\\'", "point:\\'", "point:\\'"],
  ['paths', 'C:\\new\\table y lib\\name\\file.txt', 'word:C:\\new\\table', 'word:file.txt'],
  [
    'BBCode',
    '[b]La puerta[/b] de [url=https://x.org]la casa[/url] es [color=red]roja[/color]',
    'open1:[b]',
    'close1:[/b]',
    'open2:[url=https://x.org]',
    'close2:[/url]',
    'open3:[color=red]',
    'close3:[/color]',
  ],
  [
    'BBCode that bounds and that is code',
    '[quote]Uno[/quote][list][*]dos[/list] [code][b]x[/b][/code]',
    'bound:[quote]',
    'bound:[/quote]',
    'bound:[list]',
    'bound:[*]',
    'bound:[/list]',
    'word:[code][b]x[/b][/code]',
  ],
  ['BBCode without a counterpart', 'La [b] y la [i] y [/u]'],
  [
    'shortcodes',
    '[gallery ids="1,2"] y [caption width="300"]la puerta[/caption]',
    'point:[gallery ids="1,2"]',
    'open1:[caption width="300"]',
    'close1:[/caption]',
  ],
];

for (const [what, text, ...expected] of cases) {
  test(`the marks of templates and programs: ${what}`, () => {
    assert.deepEqual(shownMarks(text), expected);
  });
}

test('letters and apostrophes that are escaped inside a word are spelling', () => {
  const spelledOf = (text: string) =>
    findMarks(text).spelled.map(({ start, end, character, spelling }) => [text.slice(start, end), character, spelling]);
  assert.deepEqual(spelledOf("No l\\'obrin"), [["\\'", "'", 'escaped']]);
  assert.deepEqual(spelledOf('caf\\u00e9 y l\\u2019eau \\u2019'), [
    ['\\u00e9', 'é', 'escaped'],
    ['\\u2019', '’', 'escaped'],
  ]);
  assert.deepEqual(spelledOf('{"a": "\\u0434\\u0430\\u3002"}'), [
    ['\\u0434', 'д', 'escaped'],
    ['\\u0430', 'а', 'escaped'],
  ]);
  assert.deepEqual(shownMarks('{"a": "\\u0434\\u0430\\u3002"}'), ['bound:{"a": "', 'point:\\u3002', 'bound:"}']);
});
