/**
 * A small assembler for WebAssembly: values are typed expressions, functions have named parameters, and the binary is
 * written straight from them. It has only the instructions that the kernels use.
 *
 * Names are those of the text format in camel case, so `i32x4.dot_i16x8_s` is `i32x4.dotI16x8`. A plain number is a
 * constant wherever an `i32` or `f32` is expected. Source of the encoding: WebAssembly Core Specification 3.0,
 * "Binary Format".
 */

const typeBytes = { i32: 0x7f, f32: 0x7d, v128: 0x7b } as const;
type Type = keyof typeof typeBytes;

/** Instructions that leave one value of type `T` on the stack. */
export type Value<T extends Type> = { readonly type: T; readonly code: readonly number[] };

type Operand<T extends Type> = Value<T> | (T extends 'v128' ? never : number);

/** A parameter or local variable of the function that is being written. */
export type Local<T extends Type> = Value<T> & { readonly set: (value: Operand<T>) => void };

export const advance = (pointer: Local<'i32'>, by: Operand<'i32'>): void => pointer.set(i32.add(pointer, by));

const unsigned = (value: number): readonly number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];

/** Bytes of a signed 32-bit number in LEB128, always five. */
const signed = (value: number): readonly number[] => [
  ...[0, 7, 14, 21].map((shift) => ((value >> shift) & 127) | 128),
  (value >> 28) & 127,
];

const bytesOf = (numbers: Int32Array | Float32Array): readonly number[] => [...new Uint8Array(numbers.buffer)];
const simd = (opcode: number): readonly number[] => [0xfd, ...unsigned(opcode)];
const list = (items: readonly (readonly number[])[]): readonly number[] => [...unsigned(items.length), ...items.flat()];
const sized = (bytes: readonly number[]): readonly number[] => [...unsigned(bytes.length), ...bytes];
const text = (value: string): readonly number[] => sized([...new TextEncoder().encode(value)]);

const value = <T extends Type>(type: T, ...code: readonly (readonly number[])[]): Value<T> => ({
  type,
  code: code.flat(),
});

function codeOf(operand: Value<Type> | number, type: Type): readonly number[] {
  if (typeof operand !== 'number') return operand.code;
  return type === 'f32' ? [0x43, ...bytesOf(Float32Array.of(operand))] : [0x41, ...signed(operand)];
}

/** Instructions of the same types by their opcodes. The types decide what a plain number means. */
function instructions<R extends Type, const O extends readonly Type[], N extends string>(
  type: R,
  operands: O,
  opcodes: Readonly<Record<N, number>>,
) {
  type Instruction = (...values: { readonly [I in keyof O]: Operand<O[I]> }) => Value<R>;
  const isVector = type === 'v128' || operands.includes('v128');
  const all = Object.entries<number>(opcodes).map(([name, opcode]): [string, Instruction] => {
    const last = isVector ? simd(opcode) : [opcode];
    return [
      name,
      (...values) => value(type, ...values.map((item, index) => codeOf(item, operands[index] ?? type)), last),
    ];
  });
  return Object.fromEntries(all) as Readonly<Record<N, Instruction>>;
}

const unary = <N extends string>(opcodes: Readonly<Record<N, number>>) => instructions('v128', ['v128'], opcodes);
const binary = <N extends string>(opcodes: Readonly<Record<N, number>>) =>
  instructions('v128', ['v128', 'v128'], opcodes);

/** An address of memory and an offset that is added. Alignment is a hint only, so none is promised. */
const load =
  <R extends Type>(type: R, opcode: readonly number[]) =>
  (address: Operand<'i32'>, offset = 0): Value<R> =>
    value(type, codeOf(address, 'i32'), opcode, [0], unsigned(offset));

/** A vector constant from the bytes of one lane. */
const repeated = (lane: readonly number[]): Value<'v128'> =>
  value('v128', simd(0x0c), ...Array.from({ length: 16 / lane.length }, () => lane));
const extractLane =
  <R extends Type>(type: R, opcode: number) =>
  (vector: Value<'v128'>, lane: number): Value<R> =>
    value(type, vector.code, simd(opcode), [lane]);

export const i32 = {
  load: load('i32', [0x28]),
  ...instructions('i32', ['i32', 'i32'], { add: 0x6a, sub: 0x6b, mul: 0x6c, shl: 0x74, shrU: 0x76 }),
  ...instructions('i32', ['i32', 'i32'], { and: 0x71, ltU: 0x49, ne: 0x47, eq: 0x46 }),
  ...instructions('i32', ['i32'], { eqz: 0x45 }),
};

export const f32 = {
  const: (number: number) => value('f32', codeOf(number, 'f32')),
  load: load('f32', [0x2a]),
  ...instructions('f32', ['f32', 'f32'], { add: 0x92, mul: 0x94, div: 0x95, max: 0x97 }),
  ...instructions('i32', ['f32', 'f32'], { eq: 0x5b, ge: 0x60 }),
  ...instructions('f32', ['f32'], { sqrt: 0x91 }),
  ...instructions('f32', ['i32'], { convertI32S: 0xb2 }),
};

export const v128 = {
  load: load('v128', simd(0x00)),
  load8x8S: load('v128', simd(0x01)),
  load32Splat: load('v128', simd(0x09)),
  load64Splat: load('v128', simd(0x0a)),
  load32Zero: load('v128', simd(0x5c)),
  ...binary({ or: 0x50, and: 0x4e }),
  ...instructions('i32', ['v128'], { anyTrue: 0x53 }),
  zero: repeated([0]),
};

export const i8x16 = {
  const: (number: number) => repeated([number & 255]),
  ...binary({ add: 0x6e, sub: 0x71, maxS: 0x78, narrowI16x8S: 0x65 }),
  /** Picks 16 of the 32 bytes of both operands. */
  shuffle: (a: Value<'v128'>, b: Value<'v128'>, lanes: readonly number[]): Value<'v128'> =>
    value('v128', a.code, b.code, simd(0x0d), lanes),
};

export const i16x8 = {
  const: (number: number) => repeated([number & 255, (number >> 8) & 255]),
  ...unary({ extendLowI8x16S: 0x87, extaddPairwiseI8x16S: 0x7c }),
  ...binary({ maxS: 0x98, minS: 0x96, sub: 0x91, narrowI32x4S: 0x85 }),
  /** Sums of two products each, of signed 8-bit and 7-bit numbers. Relaxed SIMD. */
  ...binary({ relaxedDotI8x16I7x16: 0x112 }),
};

export const i32x4 = {
  const: (number: number) => repeated(bytesOf(Int32Array.of(number))),
  extractLane: extractLane('i32', 0x1b),
  ...unary({ extendLowI16x8S: 0xa7, extaddPairwiseI16x8S: 0x7e, truncSatF32x4S: 0xf8 }),
  ...binary({ add: 0xae, sub: 0xb1, ne: 0x38, dotI16x8: 0xba }),
  ...instructions('v128', ['v128', 'i32'], { shl: 0xab }),
  /** Adds to the last operand the products of signed 8-bit and 7-bit numbers, four for each lane. Relaxed SIMD. */
  ...instructions('v128', ['v128', 'v128', 'v128'], { relaxedDotI8x16I7x16Add: 0x113 }),
};

export const f32x4 = {
  const: (number: number) => repeated(bytesOf(Float32Array.of(number))),
  extractLane: extractLane('f32', 0x1f),
  ...instructions('v128', ['f32'], { splat: 0x13 }),
  ...unary({ abs: 0xe0, floor: 0x68, nearest: 0x6a, convertI32x4S: 0xfa }),
  /** `pmax` is `a < b ? b : a`, so a NaN in `b` is ignored. */
  ...binary({ add: 0xe4, sub: 0xe5, mul: 0xe6, div: 0xe7, pmax: 0xeb, pmin: 0xea, ge: 0x46 }),
};

type Tuple<Item, N extends number, Items extends readonly Item[] = []> = number extends N
  ? readonly Item[]
  : Items['length'] extends N
    ? Items
    : Tuple<Item, N, readonly [...Items, Item]>;

const stores = { i32: [0x36], f32: [0x38], v128: simd(0x0b) };

export class FunctionWriter {
  readonly code: number[] = [];
  readonly localTypes: Type[] = [];
  readonly #parameterCount: number;
  readonly #names: readonly string[];

  /** @param names of all functions of the module, for calls */
  constructor(parameterCount: number, names: readonly string[]) {
    this.#parameterCount = parameterCount;
    this.#names = names;
  }

  /** Local variables that begin as zero. */
  locals<T extends Type, N extends number>(type: T, count: N): Tuple<Local<T>, N> {
    const first = this.#parameterCount + this.localTypes.length;
    const made = Array.from({ length: count }, (_, index) => this.variable(type, first + index));
    this.localTypes.push(...made.map(() => type));
    return made as Tuple<Local<T>, N>;
  }

  variable<T extends Type>(type: T, index: number): Local<T> {
    const set = (operand: Operand<T>): void => this.#write(codeOf(operand, type), [0x21], unsigned(index));
    return { ...value(type, [0x20], unsigned(index)), set };
  }

  store(address: Operand<'i32'>, { type, code }: Value<Type>, offset = 0): void {
    this.#write(codeOf(address, 'i32'), code, stores[type], [0], unsigned(offset));
  }

  while(condition: Value<'i32'>, body: () => void): void {
    this.#write([0x02, 0x40, 0x03, 0x40], condition.code, [0x45, 0x0d, 1]);
    body();
    this.#write([0x0c, 0, 0x0b, 0x0b]);
  }

  /**
   * Runs the body `count / step` times, at least once, and advances pointers by `step` numbers of 32 bits each time.
   * `count` is a multiple of `step`.
   */
  times([count, step]: readonly [Operand<'i32'>, number], pointers: readonly Local<'i32'>[], body: () => void): void {
    const [left] = this.locals('i32', 1);
    left.set(count);
    this.#write([0x03, 0x40]);
    body();
    for (const pointer of pointers) advance(pointer, 4 * step);
    advance(left, -step);
    this.#write(left.code, [0x0d, 0, 0x0b]);
  }

  if(condition: Value<'i32'>, body: () => void): void {
    this.#write(condition.code, [0x04, 0x40]);
    body();
    this.#write([0x0b]);
  }

  call(name: string, ...operands: readonly Operand<'i32'>[]): void {
    this.#write(...operands.map((operand) => codeOf(operand, 'i32')), [0x10], unsigned(this.#names.indexOf(name)));
  }

  #write(...parts: readonly (readonly number[])[]): void {
    for (const part of parts) for (const byte of part) this.code.push(byte);
  }
}

type Words<S extends string> = S extends `${infer First} ${infer Rest}` ? [First, ...Words<Rest>] : [S];
type TypeOf<Parameter> = Parameter extends `${string}:f32` ? 'f32' : 'i32';
type NameOf<Parameter> = Parameter extends `${infer Name}:f32` ? Name : Parameter;
export type Parameters<S extends string> = { readonly [P in Words<S>[number] as NameOf<P> & string]: Local<TypeOf<P>> };
type Numbers<T extends readonly string[]> = { [I in keyof T]: number };

/**
 * A function without results. Its signature has the names of parameters with spaces between; one of type `f32` ends with
 * `:f32`, others are `i32`.
 */
export type Kernel<S extends string> = { readonly signature: S; readonly write: (f: FunctionWriter, p: never) => void };
export type Callable<S extends string> = (...values: Numbers<Words<S>>) => void;

export const kernel = <const S extends string>(
  signature: S,
  write: (f: FunctionWriter, p: Parameters<S>) => void,
): Kernel<S> => ({ signature, write });

/**
 * Writes a module of functions on a memory that it imports as `env.memory`.
 *
 * @param isShared whether threads share the memory; its creator checks the limits
 */
export function assemble(
  kernels: Readonly<Record<string, Kernel<string>>>,
  isShared: boolean,
): Uint8Array<ArrayBuffer> {
  const names = Object.keys(kernels);
  const functions = Object.values(kernels).map(({ signature, write }) => {
    const parameters = signature.split(' ').map((word) => {
      const [name, type = 'i32'] = word.split(':') as [string, ('i32' | 'f32')?];
      return { name, type };
    });
    const writer = new FunctionWriter(parameters.length, names);
    const variables = parameters.map(({ name, type }, index) => [name, writer.variable(type, index)]);
    write(writer, Object.fromEntries(variables) as never);
    const locals = list(writer.localTypes.map((type) => [1, typeBytes[type]]));
    return {
      type: [0x60, ...list(parameters.map(({ type }) => [typeBytes[type]])), 0],
      body: sized([...locals, ...writer.code, 0x0b]),
    };
  });
  const exported = names.map((name, index) => [...text(name), 0, ...unsigned(index)]);
  const limits = isShared ? [0x03, 0, ...unsigned(65_536)] : [0x00, 0];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...[1, ...sized(list(functions.map(({ type }) => type)))],
    ...[2, ...sized(list([[...text('env'), ...text('memory'), 2, ...limits]]))],
    ...[3, ...sized(list(names.map((_, index) => unsigned(index))))],
    ...[7, ...sized(list(exported))],
    ...[10, ...sized(list(functions.map(({ body }) => body)))],
  ]);
}
