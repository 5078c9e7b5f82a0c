import { inRounds } from '../../ground/steps.ts';
import {
  type ImportEntry,
  type ImportPlan,
  type ImportQuery,
  planImportInTurns,
} from '../../shop/glossaries/import-plan.ts';
import { suggestEntries } from '../../shop/trial/entry-suggestions.ts';
import type { FormProblem } from '../pieces.ts';
import { sendTo } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';
import {
  type CandidateRow,
  candidatesShown,
  entriesOf,
  type Languages,
  rowOfSuggestion,
  rowsOfForm,
  wrongField,
} from './candidate-rows.ts';
import { editorOf, type GlossaryPagesParts } from './glossary-page-parts.ts';
import { lengthProblems, servedLanguage, textProblemOf } from './language-fields.ts';
import { atLeastChoices, candidatesPage, type SuggestView, suggestCharactersMax, suggestPage } from './suggest-page.ts';

/** More bytes than the longest text has in a form's encoding. */
const formBytesMax = 1_500_000;

/** How long the search for words of a text may take. */
const searchMs = 20_000;

const noView: SuggestView = { typed: { text: '', source: '', target: '', atLeast: '2' }, problems: [] };

/**
 * `/terms/suggest`: glossary candidates from a text. No engine translates it, because translations are charged: the
 * playground does that.
 */
export function suggestRoutes(parts: GlossaryPagesParts): readonly PageRoute[] {
  return [
    visitors.get('/terms/suggest', (visit) => draw(parts, visit, noView)),
    visitors.post('/terms/suggest', (visit) => suggest(parts, visit)),
    visitors.post('/terms/suggest/add', (visit) => addTicked(parts, visit)),
  ];
}

function draw(parts: GlossaryPagesParts, visit: SignedInVisit, view: SuggestView): Promise<Response> {
  return parts.pages.render(visit, { ...suggestPage(parts, view), status: view.problems.length > 0 ? 400 : 200 });
}

async function suggest(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  await parts.admit(visit.visitor.accountId);
  const form = await visit.readForm(formBytesMax);
  const typed = {
    text: form.text('text'),
    source: parts.languages.code(form.text('source')),
    target: parts.languages.code(form.text('target')),
    atLeast: form.text('at_least'),
  };
  const parsed = parseTyped(parts, typed);
  if ('problems' in parsed) return draw(parts, visit, { typed, problems: parsed.problems });
  const { accountId } = visit.visitor;
  using _ = parts.glossaryWork.imports.begin(accountId);
  const { entries } = await parts.glossaries.readAll(accountId);
  const documents = [{ name: '', text: typed.text }];
  const request = {
    accountId,
    ...parsed,
    documents,
    entries,
    candidatesMax: 2 * candidatesShown,
    seesTranslations: false,
  };
  try {
    const found = await suggestEntries(
      { ...parts.translation, morphology: parts.morphology },
      request,
      AbortSignal.timeout(searchMs),
    );
    const fresh = found.filter(({ isInBase }) => !isInBase).slice(0, candidatesShown);
    const rows = fresh.map((each) => rowOfSuggestion(each, typed.text));
    const known = found.filter(({ isInBase }) => isInBase).length;
    return parts.pages.render(visit, candidatesPage(parts, { languages: parsed, rows, known, problems: [] }));
  } catch (error) {
    return draw(parts, visit, { typed, problems: [textProblemOf(error)] });
  }
}

function parseTyped(
  { translation: { catalogue } }: GlossaryPagesParts,
  { text, source, target, atLeast }: SuggestView['typed'],
) {
  const problems = [...lengthProblems(text, suggestCharactersMax)];
  const [from, to] = [servedLanguage(catalogue, source, 'source'), servedLanguage(catalogue, target, 'target')];
  if (from.kind === 'none') problems.push(from.problem);
  if (to.kind === 'none') problems.push(to.problem);
  if (problems.length > 0 || from.kind === 'none' || to.kind === 'none') return { problems };
  return { source: from.tag, target: to.tag, countMin: atLeastChoices.includes(atLeast) ? Number(atLeast) : 2 };
}

async function addTicked(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  const form = await visit.readForm();
  const rows = rowsOfForm(form);
  const languages = { source: form.text('source'), target: form.text('target') };
  const known = Number(form.text('known')) || 0;
  const entries = entriesOf(rows, languages);
  const refuse = (problems: readonly FormProblem[], shown: readonly CandidateRow[]) => {
    const page = candidatesPage(parts, { languages, rows: shown, known, problems });
    return parts.pages.render(visit, { ...page, status: 400 });
  };
  if (entries.length === 0) return refuse([{ param: 'take', message: 'Select at least one candidate.' }], rows);
  const { plan, changed } = await parts.glossaries.import(editorOf(visit), (live) => planFor(entries, live.entries));
  if (plan.change === undefined) {
    const message = 'Nothing was added. Fix the marked rows.';
    return refuse([{ param: 'take', message }], marked(rows, plan.shownProblems, languages));
  }
  if (changed.version === undefined) return sendTo(visit, '/terms');
  await parts.recordImport(visit.visitor.accountId);
  return sendTo(visit, '/terms?done=imported');
}

type Problems = ImportPlan['problems'];

/** Suggestions never overwrite existing entries. */
async function planFor(entries: readonly ImportEntry[], live: ImportQuery['live']) {
  const plan = await inRounds(planImportInTurns({ entries, skipped: { count: 0, problems: [] }, live, options: {} }));
  const taken = plan.planned
    .filter(({ instead }) => instead.length > 0)
    .map(({ line }) => ({
      line,
      kind: 'replaced' as const,
      message: 'Your glossary already has this term. Edit that entry.',
    }));
  const shownProblems: Problems = [
    ...plan.problems.filter(({ kind }) => kind !== 'replaced' && kind !== 'duplicate'),
    ...taken,
  ];
  return { shownProblems, change: taken.length > 0 ? undefined : plan.change };
}

function marked(rows: readonly CandidateRow[], shownProblems: Problems, languages: Languages): readonly CandidateRow[] {
  return rows.map((row, index) => {
    const problem = shownProblems.find(({ line }) => line === index + 1);
    return { ...row, problem: problem && { field: wrongField(row, languages), message: problem.message } };
  });
}
