import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import type { CodeLanguage } from '../../src/web/highlight.ts';
import { requestSamples } from '../../src/web/request-samples.ts';

const text = `it's "q" \\ \`x\` $HOME \${A} !! \u2028 \t\n{'}%s 😀 </script> '''`;

/** Each prints the body of the request instead of sending it. */
const programs: Readonly<Partial<Record<CodeLanguage, (code: string) => readonly [string, ...string[]]>>> = {
  bash: (code) => ['sh', '-c', `curl() { for last; do :; done; printf %s "$last"; }\n${code}`],
  typescript: (code) => [
    process.execPath,
    '--input-type=module-typescript',
    '-e',
    `globalThis.fetch = (_, { body }) => Promise.resolve(new Response(JSON.stringify({ translated_text: body })));\n${code}`,
  ],
  python: (code) => ['python3', '-c', code.replace(/^with [^]*$/m, 'print(request.data.decode())')],
};

describe('sample of a request', () => {
  for (const { language, code } of requestSamples({ baseUrl: 'http://h', text, source: 'auto', target: 'en' })) {
    const [program, ...options] = programs[language]?.(code) ?? ['false'];
    const isMissing = spawnSync(program, ['--version']).error !== undefined;
    test(`sends the exact text in ${language}`, { skip: isMissing && `${program} is not installed` }, () => {
      const env = { ...process.env, DRAGOMAN_KEY: 'key' };
      assert.deepEqual(JSON.parse(execFileSync(program, options, { env, encoding: 'utf8' })), {
        text,
        target_lang: 'en',
      });
    });
  }
});
