import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { CacheRoom, RoomCache } from '../../src/ground/cache-room.ts';

test('the least recently used values of all caches of a room leave first', () => {
  const room = new CacheRoom(10);
  const [names, ages] = [new RoomCache<string>(room), new RoomCache<number>(room)];
  names.keep('a', 'Ada', 4);
  ages.keep('a', 36, 4);
  assert.equal(names.recall('a'), 'Ada');
  ages.keep('b', 41, 5);
  assert.deepEqual([names.recall('a'), ages.recall('a'), ages.recall('b'), room.weight], ['Ada', undefined, 41, 9]);
  ages.keep('b', 42, 6);
  assert.deepEqual([names.recall('a'), ages.recall('b'), room.weight], ['Ada', 42, 10]);
});

test('a value that is heavier than the room is not kept, and replaces what was', () => {
  const room = new CacheRoom(10);
  const names = new RoomCache<string>(room);
  names.keep('a', 'Ada', 4);
  names.keep('a', 'Ada Lovelace', 11);
  assert.deepEqual([names.recall('a'), room.weight], [undefined, 0]);
});

test('the weight never exceeds the room, and is that of the values that are kept', () => {
  const keep = fc.record({ cache: fc.nat(1), key: fc.nat(5), weight: fc.nat(8), isUse: fc.boolean() });
  fc.assert(
    fc.property(fc.array(keep, { maxLength: 60 }), (steps) => {
      const room = new CacheRoom(20);
      const caches = [new RoomCache<number>(room), new RoomCache<number>(room)];
      for (const { cache, key, weight, isUse } of steps) {
        if (isUse) caches[cache]?.recall(String(key));
        else caches[cache]?.keep(String(key), weight, weight);
        const kept = caches.flatMap((each) => [0, 1, 2, 3, 4, 5].map((known) => each.recall(String(known)) ?? 0));
        assert.equal(
          room.weight,
          kept.reduce((sum, each) => sum + each, 0),
        );
        assert(room.weight <= 20);
      }
    }),
  );
});
