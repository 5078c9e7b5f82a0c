import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inlineMarks } from '../../../support/inline-marks.ts';
import { testInlineSpans } from './tested-spans.ts';

testInlineSpans('keeps placeholders as they are', [
  'Hola ⟦{name}⟧, tienes ⟦{0}⟧ y ⟦{count}⟧ casas',
  '⟦{ name }⟧ ⟦{nombre_largo}⟧ ⟦{user.name}⟧ ⟦{items[0].name}⟧ ⟦{número}⟧ ⟦{ -brand }⟧',
  '⟦{0:.2f}⟧ ⟦{name!r:>10}⟧ ⟦{2:N0}⟧ ⟦{0,10:C}⟧ ⟦{}⟧ ⟦{x|upper}⟧ ⟦{date:HH:mm}⟧',
  '⟦{{x}}⟧ ⟦{{ user.name | upper }}⟧ ⟦{{{raw}}}⟧ ⟦{{ day | date:"d" }}⟧',
  '⟦${x}⟧ ⟦${price * 2}⟧ ⟦#{x}⟧ ⟦%{x}⟧ ⟦@{x}⟧ ⟦$[x]⟧',
  '⟦$name$⟧ ⟦$HOME⟧ ⟦$t(key)⟧ ⟦$t(key, {"count": 1})⟧ ⟦$t(a.b, $t(c))⟧',
  '⟦%s⟧ ⟦%d⟧ ⟦%i⟧ ⟦%1$s⟧ ⟦%-5.2f⟧ ⟦%05d⟧ ⟦%+d⟧ ⟦%ld⟧ ⟦%lld⟧ ⟦%@⟧ ⟦%1$@⟧ ⟦%x⟧',
  '⟦%(name)s⟧ ⟦%(count)d⟧ ⟦%(size).1f⟧',
  '⟦%1⟧ y ⟦%2⟧, ⟦%n⟧, ⟦%L3⟧; ⟦%Y⟧-⟦%m⟧-⟦%d⟧',
  '⟦%NAME%⟧ ⟦%user_id%⟧ ⟦%%email%%⟧ ⟦100 %%⟧',
  'Hola ⟦:name⟧, a las ⟦:time⟧ (⟦:place⟧)',
  '⟦@@x@@⟧ ⟦__NAME__⟧ ⟦[[x]]⟧ ⟦[USER_NAME]⟧ ⟦*|FNAME|*⟧',
  '⟦@:common.name⟧ y ⟦@.lower:name⟧',
  '⟦{x, number}⟧ ⟦{d, date, short}⟧ ⟦{p, number, ::currency/EUR}⟧ ⟦{0,choice,0#no|1#uno}⟧',
  '⟦{name}⟧s re⟦{x}⟧ ⟦{a}⟧⟦{b}⟧',
  '⟦{$a->b}⟧ ⟦{$x|default:"no hay"|upper}⟧ ⟦{ NUMBER($n, style: "percent") }⟧ ⟦{ -brand(case: "x") }⟧ ⟦{$n :number style=percent}⟧',
  '⟦{2:dd/MM/yyyy HH:mm}⟧ ⟦{0,-10:N2}⟧ ⟦{d:%d %B}⟧ ⟦{x:>{width}}⟧ ⟦{0[a].b}⟧ ⟦{!Contact.Name}⟧',
  "⟦%,d⟧ ⟦%'d⟧ ⟦%[1]s⟧ ⟦%1$,.2f⟧ ⟦%[3]*.[2]*[1]f⟧ ⟦%'*10s⟧ ⟦%(,.2f⟧ ⟦%1$#@casas@⟧ ⟦%(año)d⟧",
  '⟦__nombre__⟧, ⟦__MSG_casa__⟧ y ⟦__user.name__⟧, pero __muy alto__',
  '⟦\\(x)⟧ ⟦\\(a.b ?? "no")⟧ ⟦$(x)⟧ ⟦$(ls -l)⟧ ⟦$HOME/x.txt⟧ ⟦${HOME}/x⟧ ⟦%APPDATA%\\La casa\\x⟧ ⟦$env:TEMP\\x⟧',
  'Hay ⟦!casa⟧ en ⟦@count⟧ y ⟦%site-name⟧ y ⟦:link-url⟧',
  'Pulse ⟦Ctrl+C⟧, ⟦Ctrl + Shift + T⟧, ⟦Ctrl-Alt-Supr⟧, ⟦⌘+C⟧, ⟦⇧⌘T⟧ o ⟦Alt+F4⟧.',
  'usa ⟦--dry-run⟧ o ⟦--open=yes⟧ y ⟦--help⟧',
  '⟦#⟧ libros (⟦#⟧) y ⟦#⟧.',
  'caf〈\\u00e9〉 y ⟦%d⟧〈%%〉',
]);

testInlineSpans('treats non-placeholders as text', [
  'un {texto entre llaves} y { } y {¡hola!} y { {',
  '{ } {{ }} { a b } }{ ${ x $[] %{',
  'nota:esto, ayer :él vino, a las: tarde, ratio 3:a',
  'dijo --según él-- que --no',
  'cuesta $ y $$, A$AP, S.A. de C.V.',
  '[nota] [NOTA] [0] [sic] [[ y ]] [a b]',
  '\\textbf{libro} y \\emph{noche}',
  'un % de todos, el % y %',
  '__ y ____ y _nada_ y __muy alto__',
  'Fa#, ## y a#',
  '¡Hola!casa, Bonjour ! oui! !viva la casa! Y !No!',
  'cuesta $(en miles), un %, de todos, el %(de la casa), {nota: la casa}',
  'Control + datos, Option + a, alt+casa, Super-8, N+1',
]);

test('a percent sign after a figure is part of the quantity, even if a word follows', () => {
  assert.deepEqual(inlineMarks('El 50% de la casa, 100% sure, un 20 % del pan'), ['50%', '100%', '20 %']);
  assert.deepEqual(inlineMarks('Sobre 50 %s'), ['%s']);
  assert.deepEqual(inlineMarks("%50 artış ve %3'ünü"), []);
});
