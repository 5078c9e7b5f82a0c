/**
 * A small assembler for WebAssembly: values are typed expressions, functions have named parameters, and the binary is
 * written straight from them. It knows only the instructions that the kernels use.
 *
 * Names are those of the text format in camel case, so `i32x4.dot_i16x8_s` is `i32x4.dotI16x8`. A plain number is a
 * constant wherever an `i32` or `f32` is expected. Source of the encoding: WebAssembly Core Specification 3.0,
 * "Binary Format".
 */

export type Type = 'i32' | 'f32' | 'v128';

/** Instructions that leave one value of type `T` on the stack. */
export type Value<T extends Type> = { readonly type: T; readonly code: readonly number[] };

export type Operand<T extends Type> = Value<T> | (T extends 'v128' ? never : number);

/** A parameter or local variable of the function that is being written. */
export type Local<T extends Type> = Value<T> & {
  readonly set: (value: Operand<T>) => void;
  readonly advance: (by: Operand<'i32'>) => void;
};

function unsigned(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value >>> 0;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  return [...bytes, rest];
}

/** Bytes of a signed 32-bit number in LEB128, always five. */
const signed = (value: number): readonly number[] => [
  ...[0, 7, 14, 21].map((shift) => ((value >> shift) & 127) | 128),
  (value >> 28) & 127,
];

const floatBytes = (value: number): readonly number[] => [...new Uint8Array(Float32Array.of(value).buffer)];
const wordBytes = (value: number): readonly number[] => [...new Uint8Array(Int32Array.of(value).buffer)];
const simd = (opcode: number): readonly number[] => [0xfd, ...unsigned(opcode)];
const list = (items: readonly (readonly number[])[]): readonly number[] => [...unsigned(items.length), ...items.flat()];
const sized = (bytes: readonly number[]): readonly number[] => [...unsigned(bytes.length), ...bytes];
const text = (value: string): readonly number[] => sized([...new TextEncoder().encode(value)]);

const codeOf = (operand: Value<Type> | number, type: Type): readonly number[] => {
  if (typeof operand !== 'number') return operand.code;
  return type === 'f32' ? [0x43, ...floatBytes(operand)] : [0x41, ...signed(operand)];
};

/** An instruction of the given operands; their types decide what a plain number means. */
const instruction =
  <R extends Type, const O extends readonly Type[]>(type: R, operands: O, opcode: readonly number[]) =>
  (...values: { readonly [I in keyof O]: Operand<O[I]> }): Value<R> => ({
    type,
    code: [...operands.flatMap((operand, index) => codeOf(values[index] as Value<Type>, operand)), ...opcode],
  });

/** A load from `address` + `offset`. Alignment is a hint only, so none is promised. */
const load =
  <R extends Type>(type: R, opcode: readonly number[]) =>
  (address: Operand<'i32'>, offset = 0): Value<R> => ({
    type,
    code: [...codeOf(address, 'i32'), ...opcode, 0, ...unsigned(offset)],
  });

/** A vector constant from the bytes of one lane. */
const repeated = (lane: readonly number[]): Value<'v128'> => ({
  type: 'v128',
  code: [...simd(0x0c), ...Array.from({ length: 16 / lane.length }, () => lane).flat()],
});
const extractLane =
  <R extends Type>(type: R, opcode: number) =>
  (vector: Value<'v128'>, lane: number): Value<R> => ({ type, code: [...vector.code, ...simd(opcode), lane] });

const i32Binary = (opcode: number) => instruction('i32', ['i32', 'i32'], [opcode]);
const f32Binary = (opcode: number) => instruction('f32', ['f32', 'f32'], [opcode]);
const unary = (opcode: number) => instruction('v128', ['v128'], simd(opcode));
const binary = (opcode: number) => instruction('v128', ['v128', 'v128'], simd(opcode));

export const i32 = {
  load: load('i32', [0x28]),
  add: i32Binary(0x6a),
  sub: i32Binary(0x6b),
  mul: i32Binary(0x6c),
  shl: i32Binary(0x74),
  shrU: i32Binary(0x76),
  and: i32Binary(0x71),
  ltU: i32Binary(0x49),
  ne: i32Binary(0x47),
  eqz: instruction('i32', ['i32'], [0x45]),
};

export const f32 = {
  load: load('f32', [0x2a]),
  add: f32Binary(0x92),
  mul: f32Binary(0x94),
  div: f32Binary(0x95),
  max: f32Binary(0x97),
  sqrt: instruction('f32', ['f32'], [0x91]),
  eq: instruction('i32', ['f32', 'f32'], [0x5b]),
  ge: instruction('i32', ['f32', 'f32'], [0x60]),
  convertI32S: instruction('f32', ['i32'], [0xb2]),
};

export const v128 = {
  load: load('v128', simd(0x00)),
  load8x8S: load('v128', simd(0x01)),
  load32Splat: load('v128', simd(0x09)),
  load64Splat: load('v128', simd(0x0a)),
  load32Zero: load('v128', simd(0x5c)),
  or: binary(0x50),
  anyTrue: instruction('i32', ['v128'], simd(0x53)),
  zero: repeated([0]),
};

export const i8x16 = {
  const: (value: number) => repeated([value & 255]),
  add: binary(0x6e),
  maxS: binary(0x78),
  narrowI16x8S: binary(0x65),
  /** Picks 16 of the 32 bytes of both operands. */
  shuffle: (a: Value<'v128'>, b: Value<'v128'>, lanes: readonly number[]): Value<'v128'> => ({
    type: 'v128',
    code: [...a.code, ...b.code, ...simd(0x0d), ...lanes],
  }),
};

export const i16x8 = {
  const: (value: number) => repeated([value & 255, (value >> 8) & 255]),
  maxS: binary(0x98),
  minS: binary(0x96),
  narrowI32x4S: binary(0x85),
  extendLowI8x16S: unary(0x87),
  extaddPairwiseI8x16S: unary(0x7c),
};

export const i32x4 = {
  const: (value: number) => repeated(wordBytes(value)),
  extractLane: extractLane('i32', 0x1b),
  add: binary(0xae),
  shl: instruction('v128', ['v128', 'i32'], simd(0xab)),
  extendLowI16x8S: unary(0xa7),
  extaddPairwiseI16x8S: unary(0x7e),
  truncSatF32x4S: unary(0xf8),
  dotI16x8: binary(0xba),
  /** Adds to `sums` the products of signed 8-bit and 7-bit numbers, four for each lane. Relaxed SIMD. */
  relaxedDotI8x16I7x16Add: instruction('v128', ['v128', 'v128', 'v128'], simd(0x113)),
};

export const f32x4 = {
  const: (value: number) => repeated(floatBytes(value)),
  splat: instruction('v128', ['f32'], simd(0x13)),
  extractLane: extractLane('f32', 0x1f),
  add: binary(0xe4),
  sub: binary(0xe5),
  mul: binary(0xe6),
  div: binary(0xe7),
  /** `a < b ? b : a`, so a NaN in `b` is ignored. */
  pmax: binary(0xeb),
  pmin: binary(0xea),
  abs: unary(0xe0),
  floor: unary(0x68),
  nearest: unary(0x6a),
  ge: binary(0x46),
  convertI32x4S: unary(0xfa),
};

export class FunctionWriter {
  readonly code: number[] = [];
  readonly localTypes: Type[] = [];
  readonly #parameterCount: number;

  constructor(parameterCount: number) {
    this.#parameterCount = parameterCount;
  }

  /** A local variable that begins as zero. */
  local<T extends Type>(type: T): Local<T> {
    this.localTypes.push(type);
    return this.variable(type, this.#parameterCount + this.localTypes.length - 1);
  }

  /** Variables by name: `const { row, column } = f.locals('i32', 'row column')`. */
  locals<T extends Type, const N extends string>(type: T, names: N): { readonly [name in Words<N>[number]]: Local<T> } {
    return Object.fromEntries(names.split(' ').map((name) => [name, this.local(type)])) as never;
  }

  array<T extends Type>(type: T, count: number): readonly Local<T>[] {
    return Array.from({ length: count }, () => this.local(type));
  }

  variable<T extends Type>(type: T, index: number): Local<T> {
    const get = { type, code: [0x20, ...unsigned(index)] };
    const set = (value: Operand<T>): void => {
      this.#write(codeOf(value, type), [0x21, ...unsigned(index)]);
    };
    const advance = (by: Operand<'i32'>): void => set(i32.add({ ...get, type: 'i32' }, by) as Value<Type> as Value<T>);
    return { ...get, set, advance };
  }

  readonly storeI32 = this.#store('i32', [0x36]);
  readonly storeF32 = this.#store('f32', [0x38]);
  readonly storeV128 = this.#store('v128', simd(0x0b));

  /** Runs the body at least once, and again while the condition that it returns is true. */
  doWhile(body: () => Value<'i32'>): void {
    this.#write([0x03, 0x40]);
    const again = body();
    this.#write(again.code, [0x0d, 0, 0x0b]);
  }

  while(condition: Value<'i32'>, body: () => void): void {
    this.#write([0x02, 0x40, 0x03, 0x40], condition.code, [0x45, 0x0d, 1]);
    body();
    this.#write([0x0c, 0, 0x0b, 0x0b]);
  }

  /** Runs the body `count / step` times, at least once; `count` is a multiple of `step`. */
  times(count: Operand<'i32'>, step: number, body: () => void): void {
    const left = this.local('i32');
    left.set(count);
    this.doWhile(() => {
      body();
      left.advance(-step);
      return left;
    });
  }

  if(condition: Value<'i32'>, body: () => void): void {
    this.#write(condition.code, [0x04, 0x40]);
    body();
    this.#write([0x0b]);
  }

  call(callee: number, ...values: readonly Operand<'i32'>[]): void {
    for (const value of values) this.#write(codeOf(value, 'i32'));
    this.#write([0x10, ...unsigned(callee)]);
  }

  #store<T extends Type>(type: T, opcode: readonly number[]) {
    return (address: Operand<'i32'>, value: Operand<T>, offset = 0): void =>
      this.#write(codeOf(address, 'i32'), codeOf(value, type), [...opcode, 0, ...unsigned(offset)]);
  }

  #write(...parts: readonly (readonly number[])[]): void {
    for (const part of parts) for (const byte of part) this.code.push(byte);
  }
}

type Words<S extends string> = S extends `${infer First} ${infer Rest}` ? [First, ...Words<Rest>] : [S];
type TypeOf<Parameter> = Parameter extends `${string}:f32` ? 'f32' : 'i32';
type NameOf<Parameter> = Parameter extends `${infer Name}:f32` ? Name : Parameter;

/** A signature has the names of parameters with spaces between; one of type `f32` ends with `:f32`, others are `i32`. */
type Parameters<S extends string> = { readonly [P in Words<S>[number] as NameOf<P> & string]: Local<TypeOf<P>> };
export type Callable<S extends string> = (...values: Numbers<Words<S>>) => void;
type Numbers<T extends readonly string[]> = { [I in keyof T]: number };

const typeBytes = { i32: 0x7f, f32: 0x7d, v128: 0x7b } as const;

/** A module of functions without results, on a memory that it imports as `env.memory`. */
export class ModuleWriter {
  readonly #functions: { name: string; parameters: readonly Type[]; writer: FunctionWriter }[] = [];

  /** Adds a function and returns its number, for `call`. */
  define<const S extends string>(
    name: string,
    signature: S,
    write: (writer: FunctionWriter, parameters: Parameters<S>) => void,
  ): number {
    const parameters = signature.split(' ').map((word) => {
      const [key, type = 'i32'] = word.split(':') as [string, ('i32' | 'f32')?];
      return { key, type };
    });
    const writer = new FunctionWriter(parameters.length);
    const locals = parameters.map(({ key, type }, index) => [key, writer.variable(type, index)]);
    write(writer, Object.fromEntries(locals) as Parameters<S>);
    return this.#functions.push({ name, parameters: parameters.map(({ type }) => type), writer }) - 1;
  }

  /** @param isShared whether the imported memory is shared between threads; limits are checked by who makes it */
  assemble(isShared: boolean): Uint8Array<ArrayBuffer> {
    const functions = this.#functions;
    const signatures = functions.map(({ parameters }) => {
      return [0x60, ...list(parameters.map((type) => [typeBytes[type]])), 0];
    });
    const bodies = functions.map(({ writer }) => {
      return sized([...list(writer.localTypes.map((type) => [1, typeBytes[type]])), ...writer.code, 0x0b]);
    });
    const exported = functions.map(({ name }, index) => [...text(name), 0, ...unsigned(index)]);
    const limits = isShared ? [0x03, 0, ...unsigned(65_536)] : [0x00, 0];
    return Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      ...[1, ...sized(list(signatures))],
      ...[2, ...sized(list([[...text('env'), ...text('memory'), 2, ...limits]]))],
      ...[3, ...sized(list(functions.map((_, index) => unsigned(index))))],
      ...[7, ...sized(list(exported))],
      ...[10, ...sized(list(bodies))],
    ]);
  }
}
