import { parseArgs } from 'node:util';
import type { FormatId } from '../../documents/src/index.ts';
import type { FileOptions } from './file-group.ts';
import { extensionsOf, isFormat } from './file-types.ts';
import { didYouMean } from './nearest-name.ts';
import { UsageError } from './usage-error.ts';

export type CommandLine = {
  /** `-` alone is standard input. */
  readonly files: readonly string[];
  /** As written. Empty: those of the configuration. */
  readonly to: readonly string[];
  readonly from?: string | undefined;
  readonly out?: string | undefined;
  readonly format?: FormatId | undefined;
  readonly options?: FileOptions | undefined;
  readonly config?: string | undefined;
  readonly url?: string | undefined;
  /** Requests at a time. */
  readonly concurrency: number;
  readonly isDryRun: boolean;
  readonly isCheck: boolean;
  readonly isForced: boolean;
  /** Whether all translations are approved, not only corrections by hand. */
  readonly isAll: boolean;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly isHelp: boolean;
  readonly isVersion: boolean;
};

const concurrencyMax = 16;

/** `example` stands for the value in the help. */
const table = {
  to: { type: 'string', multiple: true, example: 'es,ca', help: 'languages of the translations' },
  from: { type: 'string', example: 'en', help: "language of the files (default: the file's own, or detected)" },
  out: {
    type: 'string',
    example: 'PATTERN',
    help: 'output, with {lang} {lang_} (pt_BR) {android} (pt-rBR) {path} {below} {dir} {name} {stem} {ext}',
  },
  'dry-run': { type: 'boolean', help: 'count characters; send and write nothing' },
  check: { type: 'boolean', help: 'exit with 1 if a translation is missing or stale; send nothing' },
  force: { type: 'boolean', help: 'send everything again, and replace corrections by hand' },
  all: { type: 'boolean', help: 'with approve: all translations, not only those that people changed' },
  format: { type: 'string', example: 'FORMAT', help: 'format of the files, instead of that of their extension' },
  option: {
    type: 'string',
    multiple: true,
    example: 'NAME=VALUE',
    help: 'columns=A,B source=A target=B frontMatter=A,B excludeKeys=A,B fuzzy=true; may be repeated',
  },
  config: { type: 'string', example: 'FILE', help: 'configuration (default: dragoman.config.json)' },
  url: { type: 'string', example: 'URL', help: 'address of the service (default: DRAGOMAN_URL)' },
  concurrency: { type: 'string', example: '4', help: `requests at a time, 1 to ${concurrencyMax} (default: 4)` },
  json: { type: 'boolean', help: 'print one JSON value on standard output' },
  quiet: { type: 'boolean', help: 'print errors only' },
  help: { type: 'boolean', short: 'h', help: 'print this help' },
  version: { type: 'boolean', help: 'print the version' },
} as const;

type OptionName = keyof typeof table;

const isOption = (name: string): name is OptionName => Object.hasOwn(table, name);

/** @param args the arguments after the name of the program. @throws UsageError */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const parse = { args: [...args], options: table, allowPositionals: true } as const;
  // The messages of strict parsing depend on the version of Node and suggest nothing.
  for (const token of parseArgs({ ...parse, strict: false, tokens: true }).tokens) {
    if (token.kind === 'option') checkOption(token, args[token.index] ?? '');
  }
  const { values, positionals: files } = parseArgs(parse);
  const commandLine = {
    files,
    to: listOf((values.to ?? []).join(',')),
    from: values.from,
    out: values.out,
    format: readFormat(values.format),
    options: readFileOptions(values.option),
    config: values.config,
    url: values.url,
    concurrency: readConcurrency(values.concurrency),
    isDryRun: values['dry-run'] ?? false,
    isCheck: values.check ?? false,
    isForced: values.force ?? false,
    isAll: values.all ?? false,
    isJson: values.json ?? false,
    isQuiet: values.quiet ?? false,
    isHelp: values.help ?? false,
    isVersion: values.version ?? false,
  };
  if (!commandLine.isHelp && !commandLine.isVersion) checkTogether(commandLine);
  return commandLine;
}

/** Values of a list that is separated by commas. */
const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

type OptionToken = {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
};

/** @param argument the one that begins with the option */
function checkOption({ name, rawName, value, inlineValue }: OptionToken, argument: string): void {
  if (/(^|-)key$/.test(name)) {
    throw new UsageError('The key comes from the environment variable DRAGOMAN_KEY, never from an argument.');
  }
  if (!isOption(name)) {
    const written = argument.replace(/=[^]*/, '');
    const names = Object.keys(table).map((each) => `--${each}`);
    throw new UsageError(`Unknown option ${written}. ${didYouMean(written.replace(/^-+/, '--'), names)}`);
  }
  const option = table[name];
  if (option.type === 'boolean' && value !== undefined) throw new UsageError(`${rawName} takes no value.`);
  const isMissing = value === undefined || value === '' || (!inlineValue && /^-./.test(value));
  if (option.type === 'string' && isMissing) {
    throw new UsageError(`${rawName} needs a value: ${rawName} ${option.example}`);
  }
}

function readFormat(name: string | undefined): FormatId | undefined {
  if (name === undefined || isFormat(name)) return name;
  throw new UsageError(`Unknown format ${name}. ${didYouMean(name, Object.keys(extensionsOf))}`);
}

const fileOptions: { readonly [Name in keyof FileOptions]-?: (text: string) => FileOptions[Name] } = {
  columns: listOf,
  source: (text) => text,
  target: (text) => text,
  frontMatter: listOf,
  excludeKeys: listOf,
  fuzzy: (text) => readFlag(text),
};

function readFlag(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new UsageError('--option fuzzy must be true or false.');
}

function readFileOptions(written: readonly string[] | undefined): FileOptions | undefined {
  if (written === undefined) return undefined;
  const entries = written.map((each) => {
    const [, name = each, value] = /^([^=]*)=([^]*)$/.exec(each) ?? [];
    if (!Object.hasOwn(fileOptions, name)) {
      throw new UsageError(`Unknown --option ${name}. ${didYouMean(name, Object.keys(fileOptions))}`);
    }
    if (!value) throw new UsageError(`--option ${name} needs a value: --option ${name}=VALUE`);
    return [name, fileOptions[name as keyof FileOptions](value)];
  });
  return Object.fromEntries(entries) as FileOptions;
}

function readConcurrency(text = '4'): number {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= concurrencyMax) return count;
  throw new UsageError(`--concurrency must be a whole number from 1 to ${concurrencyMax}.`);
}

function checkTogether({ files, isCheck, isForced, isDryRun, isJson, ...line }: CommandLine): void {
  const isPipe = files.includes('-');
  const contradictions: readonly (readonly [boolean, string])[] = [
    [isCheck && isForced, '--check sends nothing: use it without --force.'],
    [isCheck && isDryRun, '--check and --dry-run exclude each other: --dry-run counts what --check reports.'],
    [isPipe && files.length > 1, 'Standard input (-) is translated alone: name no other file.'],
    [isPipe && isCheck, 'Standard input (-) has no translation to check: use it without --check.'],
    [isPipe && line.format === undefined, 'Standard input (-) needs a format, such as --format markdown.'],
    [isPipe && line.out !== undefined, 'Standard input (-) is translated to standard output: use it without --out.'],
    [isPipe && isJson && !isDryRun, 'The translation of standard input (-) is not JSON: use it without --json.'],
  ];
  const found = contradictions.find(([isTrue]) => isTrue);
  if (found !== undefined) throw new UsageError(found[1]);
}

/** The text of `--help`, for 120 columns. */
export function helpText(): string {
  const rows = Object.entries(table).map(([name, { help, ...option }]) => {
    const left = `${'short' in option ? `-${option.short}, ` : ''}--${name} ${'example' in option ? option.example : ''}`;
    return `  ${left.padEnd(22)}${help}`;
  });
  return [
    'Usage: dragoman-translate [FILE|FOLDER|GLOB]... --to es,ca [OPTIONS]',
    '       dragoman-translate init [--from en] [--to es,ca]',
    '       dragoman-translate approve [FILE|FOLDER|GLOB]... [--all] [--dry-run]',
    '       dragoman-translate - --format markdown --to es < note.md > note.es.md',
    '',
    'Translates files with a Dragoman service, and only what has changed since the last run. Without files, it translates',
    'those of dragoman.config.json, which "init" writes. "approve" sends the translations that people changed to your',
    'translation memory. The key is in the environment variable DRAGOMAN_KEY.',
    '',
    ...rows,
    '',
    'Exit status: 0 done, 1 a check or a file failed, 2 wrong command line or configuration, 130 interrupted.',
    '',
  ].join('\n');
}
