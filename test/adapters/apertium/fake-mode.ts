import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApertiumLimits } from '../../../src/adapters/apertium/limits.ts';
import type { DescribedEngine } from '../../../src/text/engine/engine.ts';
import type { LanguagePair } from '../../../src/text/languages/language.ts';
import { openNoted } from './installed-apertium.ts';
import { probFile } from './prob-file.ts';

/** The pair of the one mode that `openFakeEngine` installs. */
export const fakePair = { source: 'en', target: 'es' } as LanguagePair;

/**
 * What goes wrong: at every so many-th sentence of a process, or at each sentence that has the fault's name in it. No
 * sentence of a numbered job meets the first kind twice, not even in two processes: the engine would rightly give it up.
 */
export type Fault = 'die' | 'hang' | 'drop' | 'twice' | 'swap' | 'garble';

/** What the mode answers: each letter becomes the next one, in the same case. */
export function fakeTranslation(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    return /z/i.test(letter) ? (letter === 'z' ? 'a' : 'A') : String.fromCharCode(letter.charCodeAt(0) + 1);
  });
}

/**
 * A program that takes the place of Apertium's. What goes wrong is said by its arguments and by the sentences themselves,
 * so that it goes wrong for real.
 */
const program = `
${fakeTranslation.toString()}
const { writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const arguments_ = Object.fromEntries(process.argv.slice(2).map((argument) => argument.split('=')));
const every = Number(arguments_['--every'] ?? 0);
const faults = ['die', 'hang', 'drop', 'twice', 'swap', 'garble'];
let seen = 0;
let rest = '';
let held = '';
let hangs = false;
if (arguments_['--fault'] === 'start') process.exit(1);
process.stdin.on('data', (chunk) => {
  const frames = (rest + chunk).split('\\0');
  rest = frames.pop();
  for (const frame of frames) answer(frame);
});
function answer(frame) {
  if (hangs) return;
  seen++;
  const due = every > 0 && seen % every === 0 && isFirstMeeting(frame) ? arguments_['--fault'] : undefined;
  const fault = due ?? faults.find((name) => frame.includes('please ' + name));
  const reply = frame.replace(/^.*(?=\\[\\.\\]\\.\\[)/s, fakeTranslation) + '\\0';
  if (fault === 'die') process.exit(1);
  if (fault === 'hang') hangs = true;
  else if (fault === 'drop') return;
  else if (fault === 'swap') held = reply;
  else if (fault === 'garble') process.stdout.write(reply.replace(/\\[\\d+\\]\\0$/, '\\0'));
  else {
    process.stdout.write(reply + held);
    held = '';
    if (fault === 'twice') process.stdout.write(reply);
  }
}
function isFirstMeeting(frame) {
  const [sentence] = /job \\d+ part \\d+/.exec(frame) ?? [];
  if (sentence === undefined) return true;
  try {
    writeFileSync(join(dirname(process.argv[1]), 'met ' + sentence), '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}
`;

/**
 * A program in the place of Apertium's tagger, which answers in the same way. A rare word that its data lacks spoils
 * it: from then on it answers nonsense. It says so first, as the real one does.
 */
const tagger = `
${fakeTranslation.toString()}
const { statSync, writeSync } = require('node:fs');
const { dirname, join } = require('node:path');
const original = statSync(join(dirname(process.argv[1]), 'data.prob')).size;
const knowsRareWords = statSync(process.argv.at(-1)).size > original;
let rest = '';
let isSpoiled = false;
process.stdin.on('data', (chunk) => {
  const frames = (rest + chunk).split('\\0');
  rest = frames.pop();
  for (const frame of frames) answer(frame);
});
function answer(frame) {
  const isNew = frame.includes('rare') && !knowsRareWords;
  if (isNew || frame.includes('please complain')) writeSync(2, 'New ambiguity class: {NOUN,VERB}\\n');
  isSpoiled ||= isNew;
  const reply = (text) => (isSpoiled && text !== '' ? 'nonsense' : fakeTranslation(text));
  process.stdout.write(frame.replace(/^.*(?=\\[\\.\\]\\.\\[)/s, reply) + '\\0');
}
`;

/**
 * An engine on one mode, en > es, whose only program is the first one above.
 * @param fault what goes wrong at every `every`-th sentence of a process; `start`: it ends at once
 */
export async function openFakeEngine(options: {
  readonly fault?: Fault | 'start';
  readonly every?: number;
  readonly limits?: Partial<ApertiumLimits>;
}): Promise<DescribedEngine & { readonly restarts: readonly string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'apertium-'));
  const path = await install(folder, 'program', program);
  const fault = options.fault === undefined ? '' : ` --fault=${options.fault} --every=${options.every ?? 0}`;
  await writeFile(join(folder, 'eng-spa.mode'), `'${path}'${fault}\n`);
  return openOn(folder, options.limits);
}

/** The same on one mode whose only program is the tagger. */
export async function openFakeTaggerEngine(): Promise<DescribedEngine & { readonly restarts: readonly string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'apertium-'));
  const path = await install(folder, 'apertium-tagger', tagger);
  await writeFile(join(folder, 'data.prob'), probFile([[0, 1, 2], [0], [1]]));
  await writeFile(join(folder, 'eng-spa.mode'), `'${path}' -g '${join(folder, 'data.prob')}'\n`);
  return openOn(folder, {});
}

async function install(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!${process.execPath}\n${text}`);
  await chmod(path, 0o755);
  return path;
}

function openOn(folder: string, limits: Partial<ApertiumLimits> | undefined): ReturnType<typeof openNoted> {
  // Long limits for a busy machine: only tests of hanging programs shorten them.
  const patient = { answerMsMax: 120_000, startMsMax: 120_000, ...limits };
  return openNoted(folder, { modesDir: folder, cacheDir: join(folder, 'cache'), limits: patient });
}
