import { hasReason } from '../../ground/service-error.ts';
import { parseEntryLanguage } from '../../shop/glossaries/entry-content.ts';
import { type GlossaryFileOptions, glossaryFileFormats, importBytesMax } from '../../shop/glossaries/glossary-files.ts';
import type { ImportOptions } from '../../shop/glossaries/import-plan.ts';
import type { Form } from '../form.ts';
import type { FormProblem } from '../pieces.ts';
import type { SignedInVisit } from '../visit.ts';
import { problemOf } from '../wordings.ts';
import { carriedBytesMax, unpackFile } from './carried-file.ts';
import { type LanguageWords, languageProblems } from './language-words.ts';

/** An import as sent by a form. */
export type ImportInput = {
  readonly bytes: Uint8Array;
  /** Of the file; empty for pasted rows. */
  readonly name: string;
  readonly choices: ImportChoices;
  /** Of the preview that the sender has seen; undefined before the first one. */
  readonly digest: string | undefined;
};

/** The choices besides the file, as typed. */
export type ImportChoices = {
  readonly format: string;
  readonly source: string;
  readonly target: string;
  readonly onConflict: string;
  readonly skipProblems: boolean;
  readonly replaceAll: boolean;
  /** Whether the first row of the file is a header; undefined until the preview has asked. */
  readonly hasHeader: boolean | undefined;
  /** The pasted rows, shown again when they cannot be read. */
  readonly text: string;
};

export const noChoices: ImportChoices = {
  format: '',
  source: '',
  target: '',
  onConflict: '',
  skipProblems: false,
  replaceAll: false,
  hasHeader: undefined,
  text: '',
};

export type ReadInput =
  | { readonly kind: 'input'; readonly sentInput: ImportInput }
  | {
      readonly kind: 'unusable';
      readonly choices: ImportChoices;
      readonly problems: readonly FormProblem[];
      /** The file, unless the file itself is the problem. */
      readonly sent?: Pick<ImportInput, 'bytes' | 'name'>;
    };

/** Reads the form of either page: with a file, with pasted rows, or with the file that a preview carries. */
export async function readImportInput(
  visit: SignedInVisit,
  languages: Pick<LanguageWords, 'code'>,
): Promise<ReadInput> {
  let form: Form;
  try {
    form = await visit.readForm(carriedBytesMax);
  } catch (error) {
    // The rest of a too large body is never read.
    const isLarge = hasReason(error, 'body_too_large');
    return unusable(noChoices, 'file', isLarge ? tooLarge : problemOf(error).message);
  }
  const choices = choicesOf(form, languages);
  const found = await contentOf(form, choices);
  if ('problem' in found) return unusable(choices, found.param, found.problem);
  if (found.bytes.byteLength > importBytesMax) return unusable(choices, 'file', tooLarge);
  const digest = form.has('digest') ? form.text('digest') : undefined;
  const problems = problemsOf(choices);
  if (problems.length > 0) return { kind: 'unusable', choices, problems, sent: found };
  return { kind: 'input', sentInput: { ...found, choices, digest } };
}

const tooLarge = `The file has more than ${importBytesMax / 1_048_576} MB. Split it, or ask the operator to import it.`;

type Content =
  | { readonly bytes: Uint8Array; readonly name: string }
  | { readonly param: 'file' | 'text'; readonly problem: string };

async function contentOf(form: Form, { text }: ImportChoices): Promise<Content> {
  if (form.has('carried')) {
    const bytes = await unpackFile(form.longText('carried'));
    return bytes === undefined
      ? { param: 'file', problem: 'The file did not arrive completely. Choose it again.' }
      : { bytes, name: form.text('name') };
  }
  const file = await form.file('file');
  if (file === undefined && text.trim() === '') return { param: 'file', problem: 'Choose a file, or paste rows.' };
  if (file !== undefined && text.trim() !== '') {
    return { param: 'text', problem: 'Send either a file or pasted rows, not both.' };
  }
  return file ?? { bytes: Buffer.from(text), name: '' };
}

function choicesOf(form: Form, languages: Pick<LanguageWords, 'code'>): ImportChoices {
  return {
    format: form.text('format'),
    source: languages.code(form.text('source')),
    target: languages.code(form.text('target')),
    onConflict: form.text('on_conflict'),
    skipProblems: form.has('skip_problems'),
    replaceAll: form.has('replace_all'),
    hasHeader: form.has('asks_header') ? form.has('has_header') : undefined,
    text: form.longText('text'),
  };
}

function problemsOf(choices: ImportChoices): readonly FormProblem[] {
  return (['source', 'target'] as const).flatMap((param) => languageProblems(param, choices[param]));
}

function unusable(choices: ImportChoices, param: string, message: string): ReadInput {
  return { kind: 'unusable', choices, problems: [{ param, message }] };
}

export function fileOptionsOf({ choices, name }: Pick<ImportInput, 'choices' | 'name'>): Partial<GlossaryFileOptions> {
  return {
    format: glossaryFileFormats.find((format) => format === choices.format),
    name: name === '' ? undefined : name,
    hasHeader: choices.hasHeader,
    languages: { source: parseEntryLanguage(choices.source), target: parseEntryLanguage(choices.target) },
  };
}

export function importOptionsOf({ skipProblems, onConflict, replaceAll }: ImportChoices): ImportOptions {
  const which = onConflict === 'first' || onConflict === 'last' ? onConflict : undefined;
  return { skipProblems, replaceAll, onConflict: which };
}
