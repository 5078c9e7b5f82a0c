import { html } from 'hono/html';
import type { CodeLanguage } from './highlight.ts';
import type { Piece } from './page.ts';
import { sample } from './pieces.ts';

/** A translation for a user's own program. */
export type SampleRequest = {
  readonly baseUrl: string;
  readonly text: string;
  /** `auto` to detect the language. */
  readonly source: string;
  readonly target: string;
};

export type ApiRequest = {
  readonly url: string;
  readonly needsKey: boolean;
  /** Sent by POST. Its values are strings, and lists of them. */
  readonly body?: object;
  /** Default: POST with a body or a file, GET without. */
  readonly method?: string;
  /** The media type of a file to send. */
  readonly fileType?: string | undefined;
  /** The body is `multipart/form-data`. */
  readonly isForm?: boolean;
  /** The field of the reply to print; without it, the whole reply is printed. */
  readonly prints?: string;
};

export type CodeSample = { readonly language: CodeLanguage; readonly title: string; readonly code: string };

/** Returns a request for a shell, in TypeScript and in Python. The key is read from `DRAGOMAN_KEY`. */
export function apiSamples(request: ApiRequest): readonly CodeSample[] {
  return [
    curlSample(request),
    { language: 'typescript', title: 'TypeScript', code: typeScript(request) },
    { language: 'python', title: 'Python', code: python(request) },
  ];
}

export function curlSample(request: ApiRequest): CodeSample {
  return { language: 'bash', title: 'curl', code: curl(request) };
}

export function requestSamples({ baseUrl, text, source, target }: SampleRequest): readonly CodeSample[] {
  const languages = source === 'auto' ? { target_lang: target } : { source_lang: source, target_lang: target };
  const url = `${baseUrl}/api/v1/translate`;
  return apiSamples({ url, needsKey: true, body: { text, ...languages }, prints: 'translated_text' });
}

/**
 * The same request in every language; one is shown. A script keeps the chosen language on all pages.
 * @param group unique on the page
 * @param label names the request for screen readers; unique on the page
 */
export function sampleTabs(
  group: string,
  { legend, label = legend }: { readonly legend: string; readonly label?: string },
  samples: readonly CodeSample[],
): Piece {
  return html`<fieldset class="tabs"><legend>${legend}</legend>
${samples.map(
  ({ language, title }, index) =>
    html`<input type="radio" name="${group}-language" value="${language}" id="${group}-${language}"${index === 0 ? html` checked` : ''}><label for="${group}-${language}">${title}</label>`,
)}
${samples.map(
  ({ language, title, code }) =>
    html`<div class="tab">${sample(`${group}-${language}-code`, `${label} with ${title}`, code, language)}</div>`,
)}</fieldset>`;
}

function curl({ url, needsKey, body, method, fileType, isForm }: ApiRequest): string {
  const verb = method === 'delete' ? '-X DELETE ' : '';
  const file = fileType === undefined ? '' : ` \\\n  -H "Content-Type: ${fileType}" \\\n  --data-binary @glossary.csv`;
  const key = needsKey ? ` \\\n  -H "Authorization: Bearer $DRAGOMAN_KEY"` : '';
  if (isForm) {
    const fields = Object.entries(body ?? {}).map(
      ([name, value]) => `-F ${name}=${name === 'file' ? '@' : ''}${value}`,
    );
    return `curl ${url}${key} \\\n  ${fields.join(' ')}`;
  }
  // In single quotes, a POSIX shell interprets nothing but the closing quote.
  const data = body === undefined ? '' : JSON.stringify(body).replaceAll("'", `'\\''`);
  return `curl ${verb}${url}${key}${file}${body === undefined ? '' : ` \\\n  -H "Content-Type: application/json" \\\n  -d '${data}'`}`;
}

function typeScript({ url, needsKey, body, prints }: ApiRequest): string {
  const key = needsKey ? 'const key = process.env.DRAGOMAN_KEY;\n\n' : '';
  const options = [
    ...(body === undefined ? [] : [`method: 'POST',`]),
    ...(needsKey
      ? [`headers: { Authorization: \`Bearer \${key}\`${body ? `, 'Content-Type': 'application/json'` : ''} },`]
      : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indented(body)}),`]),
  ];
  const given = options.length === 0 ? '' : `, {\n  ${options.join('\n  ')}\n}`;
  return `${key}const response = await fetch('${url}'${given});
const reply: any = await response.json();
if (!response.ok) throw new Error(reply.error.message);
console.log(reply${prints === undefined ? '' : `.${prints}`});`;
}

function python({ url, needsKey, body, prints }: ApiRequest): string {
  const headers = body === undefined ? '' : `, 'Content-Type': 'application/json'`;
  return `import json${needsKey ? ', os' : ''}, urllib.request

${needsKey ? `key = os.environ['DRAGOMAN_KEY']\n` : ''}request = urllib.request.Request(
    '${url}',
${body === undefined ? '' : `    data=json.dumps(${indented(body, 4)}).encode(),\n`}${needsKey ? `    headers={'Authorization': f'Bearer {key}'${headers}},\n` : ''})
with urllib.request.urlopen(request, timeout=130) as response:
    reply = json.load(response)
print(reply${prints === undefined ? '' : `['${prints}']`})`;
}

/** A JSON object is an object in both languages: its strings have the same escapes, and no character outside ASCII is escaped. */
function indented(value: object, spaces = 2): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`);
}
