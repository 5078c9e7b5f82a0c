type Demo = {
  readonly url: string;
  /** In plain text, on the first start only. */
  readonly demoKey: string | undefined;
  /** Whether any language pair can be translated. */
  readonly servesPairs: boolean;
};

/** The first lines of a demo: its address, its key, and a translation request to paste into a shell. */
export function welcome({ url, demoKey, servesPairs }: Demo): string {
  const key = demoKey ?? '<your key>';
  const aboutKey =
    demoKey === undefined
      ? 'A demo account was opened at the first start; a further key: bin/dragoman key create --account demo@example.com'
      : `The demo account has 1,000,000 characters. Its key, shown this once: ${demoKey}`;
  const body = JSON.stringify({ text: 'Hoy es un buen día para aprender.', target_lang: 'en' });
  return [
    '',
    `Dragoman listens on ${url} (documentation: ${url}/docs, languages: ${url}/api/v1/languages)`,
    aboutKey,
    // The holder of the address signs up for its account; a demo sends no mail and logs its links.
    `Account area: ${url}/sign-up; as demo@example.com it opens the demo account. The link that confirms it will stand below.`,
    '',
    ...(servesPairs ? [] : [nothingServed, '']),
    `curl -s ${url}/api/v1/translate -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${body}'`,
    '',
    '',
  ].join('\n');
}

const nothingServed = [
  'Nothing can be translated yet: no engine has a language pair. One of these helps, and none needs a restart but the last:',
  '  - access to the index of neural models (MODELS_URL), which are downloaded when needed;',
  '  - a model from a folder: bin/dragoman model import <folder>;',
  '  - Apertium: as root, apt-get install apertium and pairs such as apertium-eng-spa, then start again.',
  'bin/dragoman doctor says what this machine lacks.',
].join('\n');
