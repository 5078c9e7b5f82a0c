import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProtectedSpans } from '../../../../src/text/document/protected-spans/find-protected-spans.ts';
import { shownMarks } from '../../../support/shown-marks.ts';
import { testSpansOf } from './tested-spans.ts';

testSpansOf('templates and programs', [
  [
    'Handlebars',
    '⟦b:{{#if user}}⟧\nHola ⟦w:{{name}}⟧⟦b:{{else}}⟧Nadie⟦p:{{/if}}⟧\n⟦p:{{/each}}⟧ ⟦w:{{> pie}}⟧ ⟦p:{{!-- nota }} --}}⟧',
  ],
  ['Go and Hugo', '⟦b:{{ if .X }}⟧\nuno ⟦p:{{- end }}⟧ ⟦w:{{< figure >}}⟧'],
  ['Jinja, Django and Liquid', '⟦b:{% if x %}⟧\nHola ⟦p:{% trans "x" %}⟧ uno ⟦p:{# nota #}⟧'],
  ['Svelte and attributes after a heading', '⟦p:{#if x}⟧uno⟦b:{:else}⟧dos⟦p:{/if}⟧ ⟦p:{.rojo}⟧'],
  ['Template Toolkit', 'Hola ⟦w:[% x.y %]⟧, ⟦p:[%- IF x -%]⟧uno⟦b:[% ELSE %]⟧dos y [⟦w:%d⟧] [% no'],
  ['templates that never end', 'Hola {% uno {{ dos tres'],
  ['markup in placeholders', 'Hola ⟦w:{{ "<b>" }}⟧, ⟦w:${a[0](b)}⟧, adiós'],
  ['a message of ICU with markup', '⟦w:{n, plural, one {<b>#</b> libro [x](y)} other {# libros}}⟧'],
  [
    'commands of LaTeX',
    '⟦b:\\section{⟧La casa⟦b:}⟧ Un ⟦o1:\\textbf{⟧libro⟦c1:}⟧ de ⟦o2:\\emph{⟧la ⟦o3:\\textit{⟧noche⟦c3:}⟧⟦c2:}⟧ ⟦w:\\cite{ana}⟧ y ⟦p:\\\\⟧',
  ],
  ['commands of LaTeX that are not known', 'Da ⟦p:\\frac⟧⟦w:{1}⟧⟦w:{3}⟧ y ⟦p:\\marco⟧{la casa roja}'],
  [
    'environments of LaTeX',
    '⟦b:\\begin{itemize}⟧\n⟦b:\\item⟧ Uno\n⟦b:\\end{itemize}⟧\n⟦b:\\begin{equation}\na < b\n\\end{equation}⟧',
  ],
  ['escapes of strings', 'Uno⟦b:\\n⟧dos⟦p:\\t⟧Tres ⟦p:\\"⟧cuatro⟦p:\\"⟧ cinco⟦b:\\r\\n⟧seis⟦b:\\N⟧siete'],
  ['an escaped apostrophe', "No l\\'obrin, ⟦p:\\'⟧uno⟦p:\\'⟧"],
  ['paths', '⟦w:C:\\new\\table⟧ y lib\\name\\⟦w:file.txt⟧'],
  [
    'BBCode',
    '⟦o1:[b]⟧La puerta⟦c1:[/b]⟧ de ⟦o2:[url=https://x.org]⟧la casa⟦c2:[/url]⟧ es ⟦o3:[color=red]⟧roja⟦c3:[/color]⟧',
  ],
  [
    'BBCode that bounds and that is code',
    '⟦b:[quote]⟧Uno⟦b:[/quote]⟧⟦b:[list]⟧⟦b:[*]⟧dos⟦b:[/list]⟧ ⟦w:[code][b]x[/b][/code]⟧',
  ],
  ['BBCode without a counterpart', 'La [b] y la [i] y [/u]'],
  ['shortcodes', '⟦p:[gallery ids="1,2"]⟧ y ⟦o1:[caption width="300"]⟧la puerta⟦c1:[/caption]⟧'],
]);

test('escaped letters and apostrophes inside a word are decoded', () => {
  const spelledOf = (text: string) =>
    findProtectedSpans(text).spelled.map(({ start, end, character, spelling }) => [
      text.slice(start, end),
      character,
      spelling,
    ]);
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
