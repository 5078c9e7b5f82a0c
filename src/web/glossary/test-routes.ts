import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { findPlacedEntries, type PlacedEntry } from '../../shop/trial/entry-places.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import { textArea } from '../controls.ts';
import { markedText } from '../marked-text.ts';
import type { Page, Piece } from '../page.ts';
import { dataTable, type FormProblem, notice, problemSummary } from '../pieces.ts';
import { type PageRoute, visitors } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';
import { type GlossaryPagesParts, section } from './glossary-page-parts.ts';
import { lengthProblems, servedLanguage, textProblemOf } from './language-fields.ts';
import { languageInput } from './language-words.ts';

/** Code points. */
const textCharactersMax = 10_000;

/** How long the search for words of a text may take. */
const searchMs = 10_000;

/**
 * `/terms/test`: which entries apply to a text, and where. No engine translates it, because translations are charged: the
 * playground does that.
 */
export function testRoutes(parts: GlossaryPagesParts): readonly PageRoute[] {
  return [
    visitors.get('/terms/test', (visit) => draw(parts, visit, noTest)),
    visitors.post('/terms/test', (visit) => test(parts, visit)),
  ];
}

type Typed = { readonly text: string; readonly source: string; readonly target: string };

type TestView = {
  readonly typed: Typed;
  readonly problems: readonly FormProblem[];
  readonly found?: { readonly pair: LanguagePair; readonly entries: readonly PlacedEntry[] };
};

const noTest: TestView = { typed: { text: '', source: 'auto', target: '' }, problems: [] };

function draw(parts: GlossaryPagesParts, visit: SignedInVisit, view: TestView): Promise<Response> {
  return parts.pages.render(visit, { ...testPage(parts, view), status: view.problems.length > 0 ? 400 : 200 });
}

async function test(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  await parts.admit(visit.visitor.accountId);
  const form = await visit.readForm();
  const [source = '', target = ''] = ['source', 'target'].map((name) => parts.languages.code(form.text(name)));
  const typed = { text: form.text('text'), source, target };
  const parsed = parseTyped(parts, typed);
  if ('problems' in parsed) return draw(parts, visit, { typed, problems: parsed.problems });
  const { accountId } = visit.visitor;
  const { version } = await parts.glossaries.count(accountId);
  try {
    const request = { accountId, glossaryVersion: version, text: typed.text, ...parsed };
    const found = await findPlacedEntries(parts.translation, request, AbortSignal.timeout(searchMs));
    return draw(parts, visit, { typed, problems: [], found });
  } catch (error) {
    return draw(parts, visit, { typed, problems: [textProblemOf(error)] });
  }
}

function parseTyped({ translation: { catalogue } }: GlossaryPagesParts, { text, source, target }: Typed) {
  const problems = [...lengthProblems(text, textCharactersMax)];
  const from = isAuto(source) ? undefined : servedLanguage(catalogue, source, 'source');
  const to = servedLanguage(catalogue, target, 'target');
  if (from?.kind === 'none') problems.push(from.problem);
  if (to.kind === 'none') problems.push(to.problem);
  if (problems.length > 0 || from?.kind === 'none' || to.kind === 'none') return { problems };
  return { source: from?.tag ?? ('auto' as const), target: to.tag };
}

function isAuto(source: string): boolean {
  return source.trim() === '' || source.trim().toLowerCase() === 'auto';
}

function testPage(parts: GlossaryPagesParts, view: TestView): Page {
  const { typed, problems, found } = view;
  const body = html`<h1>Test glossary</h1>
<p>Shows which glossary entries match in a text, where, and which translation they require. Nothing is translated or charged here. <a href="/playground">The playground</a> translates with your glossary and is charged like any request.</p>
${problemSummary(problems)}
${found === undefined ? '' : foundPart(parts, typed.text, found)}
<form class="spaced" method="post" action="/terms/test">
${textArea({ name: 'text', label: 'Text', value: typed.text, rows: 4, attributes: html` spellcheck="false"`, hint: `At most ${formatCount(textCharactersMax)} characters. It is not stored.`, problems })}
<div class="row">${languageInput({ name: 'source', label: 'From', value: typed.source, problems, isRequired: true })}${languageInput({ name: 'target', label: 'To', value: typed.target, problems, isRequired: true })}</div>
<p class="soft small">With <code>auto</code>, the language is detected, as in a request.</p>
<div class="actions"><button class="primary" type="submit">Find entries</button> <a href="/terms">Back to the glossary</a></div></form>
${parts.languages.list()}`;
  return { title: 'Test glossary', section, body };
}

function foundPart(
  { languages }: GlossaryPagesParts,
  text: string,
  { pair, entries }: { readonly pair: LanguagePair; readonly entries: readonly PlacedEntry[] },
): Piece {
  const { source, target } = pair;
  if (entries.length === 0) {
    return notice('plain', html`No glossary entries found in this text for ${languages.pair(pair)}.`);
  }
  const columns = [
    { title: 'Number' },
    { title: 'In the text' },
    { title: 'Term' },
    { title: 'In the translation' },
    { title: 'Why it matched' },
  ];
  const spans = entries.map(({ inText }) => inText);
  const marked = markedText(text, spans, (index) => html`<sup>${index + 1}</sup>`);
  const rows = entries.map(({ use }, index) => [
    String(index + 1),
    languages.words(use.words, source),
    languages.words(use.entry.term, source),
    use.entry.translation === undefined ? 'unchanged' : languages.words(use.wanted, target),
    whyOf(use),
  ]);
  return html`<section aria-labelledby="found"><h2 id="found">${formatCount(entries.length)} found, ${languages.pair(pair)}</h2>
<p class="words"${languages.attributes(source)}>${marked}</p>
${dataTable('Entries that were found, in the order of the text', columns, rows)}</section>`;
}

function whyOf({ entry, words, number }: PlacedEntry['use']): string {
  if (number !== undefined) return number;
  if (words === entry.term) return 'exact spelling';
  return words.toLowerCase() === entry.term.toLowerCase() ? 'other capitals' : 'another form';
}
