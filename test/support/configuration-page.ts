/**
 * docs/configuration.md. To regenerate the page, run this file: `node_modules/.bin/node
 * test/support/configuration-page.ts`.
 */
import { writeFileSync } from 'node:fs';
import { configVariables } from '../../src/config.ts';
import type { ConfigVariable } from '../../src/config-variables.ts';

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

This page is generated from \`src/config-variables.ts\`. To rewrite it, run
\`node_modules/.bin/node test/support/configuration-page.ts\`.
`;

/** Renders the page for these variables, in their order. */
export function configurationPage(variables: readonly ConfigVariable[]): string {
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

if (import.meta.main)
  writeFileSync(new URL('../../docs/configuration.md', import.meta.url), configurationPage(configVariables));
