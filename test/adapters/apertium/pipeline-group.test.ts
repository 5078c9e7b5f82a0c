import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultLimits } from '../../../src/adapters/apertium/limits.ts';
import { PipelineGroup, type Worker } from '../../../src/adapters/apertium/pipeline-group.ts';
import { loadConfig } from '../../../src/config.ts';
import type { JobSize } from '../../../src/text/engine/waiting-requests.ts';

type NamedWorker = Worker & { readonly name: string };

const limits = { ...defaultLimits(), ...loadConfig({}).apertium, sharedInFlightMax: 4, sharedInFlightUnitsMax: 100 };
const room = { requests: 32, units: 8_192 };

const ready = (name: string): NamedWorker => ({ name, room, hasStarted: true, isIdle: true });
const starting = (name: string): NamedWorker => ({ ...ready(name), hasStarted: false });
const full = (name: string): NamedWorker => ({ ...ready(name), room: { requests: 0, units: 0 } });

function groupOf(...workers: readonly (readonly [size: JobSize, worker: NamedWorker])[]) {
  const group = new PipelineGroup<NamedWorker>(limits);
  for (const [size, worker] of workers) group.add(worker, size);
  /** The pipeline for the next segments of `size`, and how many it gets. */
  const taker = (size: JobSize) => {
    const taken = group.taker(size);
    return taken && [taken.member.pipeline.name, taken.room.requests];
  };
  /** Sends `count` segments of `units` each to the pipeline that `taker` chooses. */
  const send = (size: JobSize, count: number, units = 1) => {
    const member = group.taker(size)?.member;
    assert.ok(member !== undefined);
    const requests = Array.from({ length: count }, () => ({ job: { size }, units }));
    group.sent(requests, member);
    return requests;
  };
  return { group, taker, send };
}

describe('a mode with a pipeline for short texts and one for long ones', () => {
  test('gives each queue its separate room', () => {
    const { taker, send } = groupOf(['short', ready('s')], ['long', ready('l')]);
    send('short', 1);
    send('long', 1);
    assert.deepEqual(
      [taker('short'), taker('long')],
      [
        ['s', 31],
        ['l', 31],
      ],
    );
  });

  test('never sends long texts to the pipeline of short ones, even if theirs is full', () => {
    const { taker } = groupOf(['short', ready('s')], ['long', full('l')]);
    assert.equal(taker('long'), undefined);
  });

  test('sends short texts to the other pipeline when theirs is full, a few at a time while it is in use', () => {
    const { taker, send } = groupOf(['short', full('s')], ['long', ready('l')]);
    assert.deepEqual(taker('short'), ['l', 32]);
    send('long', 1);
    assert.deepEqual(taker('short'), ['l', 4]);
  });

  test('sends long texts to the other pipeline while theirs reads its data', () => {
    const { taker } = groupOf(['short', ready('s')], ['long', starting('l')]);
    assert.deepEqual(taker('long'), ['s', 32]);
  });

  test('sends to a pipeline that reads its data if there is no other', () => {
    const { taker } = groupOf(['long', starting('l')]);
    assert.deepEqual(taker('long'), ['l', 32]);
    assert.deepEqual(taker('short'), ['l', 32]);
  });
});

describe('a mode with one pipeline for both', () => {
  test('gives all room to long texts while there are no short ones', () => {
    const { taker, send } = groupOf(['short', ready('s')]);
    send('long', 4);
    assert.deepEqual(taker('long'), ['s', 28]);
  });

  test('limits the sentences in flight of short and long jobs when there are both', () => {
    const { group, taker, send } = groupOf(['short', ready('s')]);
    send('short', 1);
    const [one, , three] = send('long', 3);
    assert.deepEqual(
      [taker('short'), taker('long')],
      [
        ['s', 3],
        ['s', 1],
      ],
    );
    const [long] = send('long', 1, 1_000);
    assert.equal(taker('long'), undefined);
    const worker = group.idle()?.pipeline;
    assert.ok(worker !== undefined && one !== undefined && three !== undefined && long !== undefined);
    for (const request of [one, three, long]) group.delivered(request, worker);
    assert.deepEqual(taker('long'), ['s', 3]);
  });
});

test('allows long texts four times as many sentences in flight while no short ones are sent', () => {
  const roomy = { ...ready('l'), room: { requests: 128, units: 32_768 } };
  const { taker, send } = groupOf(['short', ready('s')], ['long', roomy]);
  assert.deepEqual(taker('long'), ['l', 128]);
  send('short', 1);
  assert.deepEqual(taker('long'), ['l', 32]);
});

test('chooses the pipeline with most room', () => {
  const halfFull = { ...ready('half full'), room: { requests: 16, units: 8_192 } };
  const { taker } = groupOf(['long', halfFull], ['long', ready('empty')], ['long', full('full')]);
  assert.deepEqual(taker('long'), ['empty', 32]);
});

test('sends a busy pipeline of long texts several sentences at once, and an almost idle one any number', () => {
  const withRoomFor = (sentences: number) => ({ ...ready('l'), room: { requests: sentences, units: 8_192 } });
  const busy = groupOf(['long', withRoomFor(16)]);
  busy.send('long', 16);
  assert.deepEqual(busy.taker('long'), ['l', 16]);
  const nearlyFull = groupOf(['long', withRoomFor(7)]);
  assert.deepEqual(nearlyFull.taker('long'), ['l', 7]);
  nearlyFull.send('long', 121);
  assert.equal(nearlyFull.taker('long'), undefined);
});
