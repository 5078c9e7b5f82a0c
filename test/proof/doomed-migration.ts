/**
 * Loaded with `--import` before `bin/dragoman db migrate`: kills the process at point `PROOF_DIES_AT`. From the first
 * `begin` on, points are before and after each call to SQLite, and before and after each write to a socket, before its
 * answer.
 */
import { Socket } from 'node:net';
import { DatabaseSync } from 'node:sqlite';

let left = Number(process.env['PROOF_DIES_AT']);
let hasBegun = false;

function pass(): void {
  left -= 1;
  if (left !== 0) return;
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const doomed = (call: (...given: never[]) => unknown) =>
  function (this: unknown, ...given: never[]): unknown {
    hasBegun ||= String(given[0]).includes('begin');
    if (hasBegun) pass();
    const result = call.apply(this, given);
    if (hasBegun) pass();
    return result;
  };

const { exec, prepare } = DatabaseSync.prototype;
Object.assign(DatabaseSync.prototype, { exec: doomed(exec), prepare: doomed(prepare) });
Object.assign(Socket.prototype, { write: doomed(Socket.prototype.write) });
