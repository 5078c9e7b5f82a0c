/**
 * docs/configuration.md and docs/reference.md. To rewrite the pages, run this file: `node_modules/.bin/node
 * test/support/generated-pages.ts`.
 */
import { writeFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { openTelemetry } from '../../src/adapters/telemetry/telemetry.ts';
import { commandParts } from '../../src/app.ts';
import { problemReferences } from '../../src/calls/problem.ts';
import { buildProgram } from '../../src/cli/command-line.ts';
import { operatorWordings } from '../../src/cli/failure.ts';
import { Output } from '../../src/cli/output.ts';
import { configVariables } from '../../src/config.ts';
import type { ConfigVariable } from '../../src/config-variables.ts';
import { ServiceError } from '../../src/ground/service-error.ts';

/** The generated pages by their names in `docs`. */
export async function generatedPages(): Promise<Readonly<Record<string, string>>> {
  return { 'configuration.md': configurationPage(configVariables), 'reference.md': await referencePage() };
}

const howToRewrite = 'To rewrite it, run\n`node_modules/.bin/node test/support/generated-pages.ts`.\n';

/** The heading before a variable. */
const headings: Readonly<Record<string, string>> = {
  HOST: 'Server',
  DATA_DIR: 'Data',
  ENGINES: 'Engines and memory',
  MODELS_DIR: 'Neural models (Bergamot)',
  APERTIUM_MODES_DIR: 'Apertium',
  OPENAI_BASE_URL: 'Language model (OpenAI protocol)',
  AUTH_SECRET: 'Account area',
};

const introduction = `# Configuration

Dragoman reads its settings from environment variables, once, at the start. An invalid value stops the start with one line
that names the variable. An empty variable counts as unset. \`bin/dragoman serve --help\` prints the same list with the
defaults for your machine.

A secret such as \`DATABASE_URL\` can come from a file instead: \`DATABASE_URL_FILE=/run/secrets/database-url\`. This suits
Docker's and Kubernetes' secrets, and \`LoadCredential=\` of systemd. A line break at the end of the file is ignored.

One variable is for the set-up scripts only: with \`SETUP_APT=never\`, \`npm start\` and \`npm test\` install no Debian packages.

This page is generated from \`src/config-variables.ts\`. ${howToRewrite}`;

function configurationPage(variables: readonly ConfigVariable[]): string {
  return introduction + variables.map((variable) => heading(variable) + row(variable)).join('');
}

function heading({ name }: ConfigVariable): string {
  const text = headings[name];
  return text === undefined
    ? ''
    : `\n## ${text}\n\n| variable | unit | default | description |\n| --- | --- | --- | --- |\n`;
}

function row({ name, unit, default: value = '', defaultInWords, description, see }: ConfigVariable): string {
  const link = see === undefined ? '' : ` [More](${see}).`;
  // A list of values may be wrapped after each comma.
  const shown = defaultInWords ?? `\`${value.replaceAll(',', '`, `')}\``;
  return `| \`${name}\` | ${unit} | ${shown} | ${description}${link} |\n`;
}

async function referencePage(): Promise<string> {
  return `# Reference for operators

The commands, the metrics and the error codes of this version. This page is generated from the program. ${howToRewrite}
## Commands

\`dragoman COMMAND --help\` describes each option. [cli.md](cli.md) has the rules for all of them, and examples.

${commands().join('\n')}

## Metrics

\`/metrics\` also has the default process metrics of prom-client. No label contains a key, an address, an account or a text.

${(await metrics()).join('\n')}

## Errors

Callers of the API receive these codes. \`/docs/errors\` of a running server has a remedy and an example for each.

| code | status | when |
| --- | --- | --- |
${problemReferences('')
  .map(({ code, status, when }) => `| \`${code}\` | ${status} | ${when} |`)
  .join('\n')}

The log and the metrics name the cause of a \`server_error\`. Callers of the API do not receive these codes. Pages answer
\`overloaded\`, \`draining\` and \`store_unavailable\` with 503 and \`Retry-After\`.

${causes().join('\n')}
`;
}

function commands(): readonly string[] {
  const out = new Writable();
  const shown = { help: '', helpInstead: '', serverStatus: 0 };
  return rowsOf(
    buildProgram({ ...commandParts({}), out, err: out }, new Output({ out, err: out, json: false }), shown),
    '',
  );
}

function rowsOf(command: Command, path: string): readonly string[] {
  if (command.commands.length > 0)
    return command.commands.flatMap((each) => rowsOf(each, `${path} ${each.name()}`.trim()));
  const words = [
    path,
    ...command.registeredArguments.map((argument) => {
      const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
      return argument.required ? `<${name}>` : `[${name}]`;
    }),
    ...command.options.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`)),
  ];
  return [`- \`${words.join(' ')}\`: ${command.description()}`];
}

async function metrics(): Promise<readonly string[]> {
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const { body } = await openTelemetry({ log, release: { version: '', commit: '' } }).metrics(true);
  return [...body.matchAll(/^# HELP (dragoman_\w+) (.*)$/gm)]
    .map(([, name = '', help = '']) => `- \`${name}\`: ${help}`)
    .toSorted();
}

/** Codes with a reason of the same name are faults of the service. */
function causes(): readonly string[] {
  return Object.entries(operatorWordings).flatMap(([reason, wording]) => {
    const { code } = new ServiceError(reason as 'overloaded');
    return code === reason && code !== 'server_error' ? [`- \`${code}\`: ${String(wording)}`] : [];
  });
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(await generatedPages()))
    writeFileSync(new URL(`../../docs/${name}`, import.meta.url), text);
}
