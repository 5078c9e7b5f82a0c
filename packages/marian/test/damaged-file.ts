import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { UnusableModel } from '../src/unusable-model.ts';

type Change = (bytes: Uint8Array) => Uint8Array;

/** Copies of a file with flipped bits, numbers of any size at any place, moved parts or a missing end. */
function damaged(file: Uint8Array): fc.Arbitrary<Uint8Array> {
  const last = file.length - 1;
  const at = fc.oneof(fc.nat({ max: last }), fc.nat({ max: Math.min(last, 1024) }));
  const number = fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    fc.bigInt({ min: 0n, max: BigInt(file.length) }),
    fc.constantFrom(0n, 1n, 2n ** 31n, 2n ** 32n - 1n, 2n ** 53n, 2n ** 64n - 1n),
  );
  const flip = fc.tuple(at, fc.nat({ max: 7 })).map(([index, bit]): Change => {
    return (bytes) => bytes.map((byte, position) => (position === index ? byte ^ (1 << bit) : byte));
  });
  const overwrite = fc.tuple(at, number, fc.constantFrom(1, 4, 8)).map(([index, value, width]): Change => {
    const written = new Uint8Array(BigUint64Array.of(value).buffer, 0, width);
    return (bytes) => bytes.map((byte, position) => written[position - index] ?? byte);
  });
  const move = fc.tuple(at, at, fc.nat({ max: 64 })).map(([to, from, length]): Change => {
    return (bytes) => bytes.slice().copyWithin(to, from, from + length);
  });
  const cut = at.map(
    (length): Change =>
      (bytes) =>
        bytes.slice(0, length),
  );
  return fc
    .array(fc.oneof(flip, overwrite, move, cut), { minLength: 1, maxLength: 4 })
    .map((changes) => changes.reduce((bytes, change) => change(bytes), file));
}

const usedBytes = (): number => {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

/**
 * Reads random bytes, and damaged copies of `file`. Each is refused with `UnusableModel` or read in such a way that `use`
 * works, and takes memory in proportion to its length.
 */
export function assertReadsDamaged<Read>(
  file: Uint8Array,
  read: (bytes: Uint8Array) => Read,
  use: (read: Read) => void,
): void {
  const random = fc.tuple(fc.constantFrom(0, 8, 16, 48), fc.uint8Array({ maxLength: 512 }));
  const begun = random.map(([length, rest]) => Uint8Array.of(...file.subarray(0, length), ...rest));
  fc.assert(
    fc.property(fc.oneof({ weight: 1, arbitrary: begun }, { weight: 4, arbitrary: damaged(file) }), (bytes) => {
      const usedBefore = usedBytes();
      const used = (): void => assert.ok(usedBytes() - usedBefore < 2 ** 23 + 256 * bytes.length);
      let result: Read;
      try {
        result = read(bytes);
      } catch (error) {
        used();
        if (!(error instanceof UnusableModel)) throw error;
        return assert.match(error.message, /^[ -~]+$/);
      }
      used();
      use(result);
    }),
  );
}
