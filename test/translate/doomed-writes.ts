/**
 * Loaded with `--import` before the command: sends `DOOM_SIGNAL` to the process at change `DOOM_AT` of the file system.
 * `DOOM_MOMENT` is `before` or `after` the call, or `amid`: only calls that write content, after half of it.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

type Call = (...given: unknown[]) => unknown;

const { DOOM_AT, DOOM_MOMENT, DOOM_SIGNAL } = process.env;
let left = Number(DOOM_AT);

function pass(moment: string): void {
  if (moment !== DOOM_MOMENT || --left !== 0) return;
  process.kill(process.pid, DOOM_SIGNAL);
  // The kernel may take a moment to end the process: nothing may be done in between.
  if (DOOM_SIGNAL === 'SIGKILL') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function passAfter(moment: string, result: unknown): unknown {
  if (result instanceof Promise) return result.finally(() => pass(moment));
  pass(moment);
  return result;
}

const changing = (call: Call): Call =>
  function (this: unknown, ...given) {
    pass('before');
    return passAfter('after', call.apply(this, given));
  };

/** @param at the position of the content among the parameters */
const writing = (call: Call, at: number): Call =>
  changing(function (this: unknown, ...given) {
    const content = Buffer.from(given[at] as string | Uint8Array);
    const isCut = DOOM_MOMENT === 'amid' && left === 1;
    const written = isCut ? content.subarray(0, content.length / 2) : content;
    return passAfter('amid', call.apply(this, given.with(at, written)));
  });

function replace(target: object, names: readonly string[], wrap: (call: Call) => Call): void {
  const calls = target as Record<string, Call>;
  for (const name of names) calls[name] = wrap(calls[name] as Call);
}

await using handle = await fs.promises.open('/dev/null');
replace(Object.getPrototypeOf(handle) as object, ['writeFile'], (call) => writing(call, 0));
replace(fs, ['writeSync', 'writeFileSync'], (call) => writing(call, 1));
const isReading = (flags: unknown): boolean =>
  flags === 'r' || (typeof flags === 'number' && (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) === 0);
const opening = (call: Call): Call => {
  const changed = changing(call);
  return (...given) => (isReading(given[1]) ? call : changed)(...given);
};
replace(fs, ['openSync'], opening);
replace(fs, ['rmSync'], changing);
replace(fs.promises, ['open'], opening);
replace(fs.promises, ['mkdir', 'rename', 'rm'], changing);
syncBuiltinESMExports();
