import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';

/** The library as WebAssembly, compiled; may be handed to other threads. */
export type CompiledLibrary = object;

/** What the library's objects have in common: memory that nothing but `delete` gives back. */
type Handle = { delete(): void };

/** Memory of the module for one file. The view is valid until the module's memory grows. */
type AlignedMemory = Handle & { getByteArrayView(): Uint8Array };
type Vector<Item> = Handle & { push_back(item: Item): void };
type Response = Handle & { getTranslatedText(): string };
type ResponseVector = Handle & { get(index: number): Response };
type ResponseOptions = { readonly alignment: boolean; readonly html: boolean; readonly qualityScores: boolean };

export type TranslationModel = Handle;

type BlockingService = Handle & {
  translate(model: TranslationModel, texts: Vector<string>, options: Vector<ResponseOptions>): ResponseVector;
};

/** The part of the library that is used, as its glue offers it. Every call that fails in it aborts it for good. */
export type LibraryModule = {
  readonly AlignedMemory: new (bytes: number, alignment: number) => AlignedMemory;
  readonly AlignedMemoryList: new () => Vector<AlignedMemory>;
  readonly VectorString: new () => Vector<string>;
  readonly VectorResponseOptions: new () => Vector<ResponseOptions>;
  readonly BlockingService: new (options: { readonly cacheSize: number }) => BlockingService;
  readonly TranslationModel: new (
    config: string,
    model: AlignedMemory,
    shortlist: AlignedMemory,
    vocabularies: Vector<AlignedMemory>,
    quality: null,
  ) => TranslationModel;
  readonly HEAP8: Int8Array;
};

type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What the glue reads from the global `Module` and adds to it. */
type Glue = Partial<LibraryModule> & {
  readonly asm?: Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
  readonly instantiateWasm: (imports: Imports, accept: (instance: object) => void) => object;
  readonly onRuntimeInitialized: () => void;
  readonly onAbort: (reason: unknown) => void;
  readonly print: (line: string) => void;
  readonly printErr: (line: string) => void;
};

/** Node has this; the types of Node do not. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<CompiledLibrary>;
  instantiate(library: CompiledLibrary, imports: Imports): Promise<object>;
};

const files = {
  wasm: import.meta.resolve('@browsermt/bergamot-translator/worker/bergamot-translator-worker.wasm'),
  glue: import.meta.resolve('@browsermt/bergamot-translator/worker/bergamot-translator-worker.js'),
};

let compiled: Promise<CompiledLibrary> | undefined;

/** The library, compiled once in this process. */
export function compileLibrary(): Promise<CompiledLibrary> {
  compiled ??= readFile(fileURLToPath(files.wasm)).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

/**
 * Multiplications that the library imports because a browser may do them faster, and what it offers in their place.
 * Source: `translator-worker.js` of the package.
 */
const multiplications = {
  int8_prepare_a: 'int8PrepareAFallback',
  int8_prepare_b: 'int8PrepareBFallback',
  int8_prepare_b_from_transposed: 'int8PrepareBFromTransposedFallback',
  int8_prepare_b_from_quantized_transposed: 'int8PrepareBFromQuantizedTransposedFallback',
  int8_prepare_bias: 'int8PrepareBiasFallback',
  int8_multiply_and_add_bias: 'int8MultiplyAndAddBiasFallback',
  int8_select_columns_of_b: 'int8SelectColumnsOfBFallback',
} as const;

/**
 * Starts the library in this thread, which holds one at most: its glue is a classic script that works on globals.
 *
 * @param onLine told each line that the library prints; an abort gives its reason there and nowhere else
 */
export async function startModule(library: CompiledLibrary, onLine: (line: string) => void): Promise<LibraryModule> {
  const script = await readFile(fileURLToPath(files.glue), 'utf8');
  return new Promise((resolve, reject) => {
    const glue: Glue = {
      instantiateWasm: (imports, accept) => {
        WebAssembly.instantiate(library, { ...imports, wasm_gemm: multiplicationsOf(glue) }).then(accept, reject);
        return {};
      },
      onRuntimeInitialized: () => resolve(glue as LibraryModule),
      onAbort: (reason) => reject(new Error(`aborted: ${String(reason)}`)),
      print: onLine,
      printErr: onLine,
    };
    // The glue finds no browser and has no branch for Node, so that it reads nothing of these but that they are there.
    Object.assign(globalThis, { Module: glue, self: globalThis, location: { href: 'file:///' } });
    runInThisContext(script, { filename: 'bergamot-translator-worker.js' });
  });
}

function multiplicationsOf(glue: Glue): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(multiplications).map(([name, fallback]) => [
      name,
      // What the module offers is only there once it has been instantiated with these.
      (...values: readonly unknown[]) => glue.asm?.[fallback]?.(...values),
    ]),
  );
}
