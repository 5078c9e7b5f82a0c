/** A sample request for a user's own program. */
export type SampleRequest = {
  /** Where callers reach the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly text: string;
  /** `auto` to detect the language. */
  readonly source: string;
  readonly target: string;
};

export type RequestSample = { readonly id: string; readonly title: string; readonly code: string };

/**
 * Returns the request for a shell, in JavaScript and in Python. The key is read from `DRAGOMAN_KEY`, so that no program
 * contains it.
 */
export function requestSamples(request: SampleRequest): readonly RequestSample[] {
  return [
    { id: 'curl', title: 'curl', code: curl(request) },
    { id: 'javascript', title: 'JavaScript', code: javaScript(request) },
    { id: 'python', title: 'Python', code: python(request) },
  ];
}

function curl({ baseUrl, ...request }: SampleRequest): string {
  // In single quotes, a POSIX shell interprets nothing but the closing quote.
  const body = JSON.stringify(bodyOf(request)).replaceAll("'", `'\\''`);
  return `curl ${baseUrl}/api/v1/translate \\
  -H "Authorization: Bearer $DRAGOMAN_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${body}'`;
}

function javaScript({ baseUrl, ...request }: SampleRequest): string {
  return `const reply = await fetch('${baseUrl}/api/v1/translate', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.DRAGOMAN_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${indented(bodyOf(request))}),
});
const body = await reply.json();
if (!reply.ok) throw new Error(\`\${body.error.code}: \${body.error.message}\`);
console.log(body.translated_text);`;
}

function python({ baseUrl, ...request }: SampleRequest): string {
  return `import os, requests

reply = requests.post(
    '${baseUrl}/api/v1/translate',
    headers={'Authorization': f"Bearer {os.environ['DRAGOMAN_KEY']}"},
    json=${indented(bodyOf(request), 4)},
    timeout=130,
)
reply.raise_for_status()
print(reply.json()['translated_text'])`;
}

function bodyOf({ text, source, target }: Omit<SampleRequest, 'baseUrl'>) {
  return source === 'auto' ? { text, target_lang: target } : { text, source_lang: source, target_lang: target };
}

/** A JSON object is an object in both languages: its strings have the same escapes, and no character outside ASCII is escaped. */
function indented(value: object, spaces = 2): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`);
}
