/** The neural library of 0.1.0, used as in its authors' examples: what `packages/marian` is compared with. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';

/** Paths of a model's files. */
export type ModelPaths = {
  readonly model: string;
  readonly shortlist: string | undefined;
  readonly vocabularies: readonly [string];
};

type Handle = { delete(): void };
type Vector<Item> = Handle & { push_back(item: Item): void };
type Memory = Handle & { getByteArrayView(): Uint8Array };
type Responses = Handle & { get(index: number): Handle & { getTranslatedText(): string } };
type Service = Handle & { translate(model: Handle, texts: Vector<string>, options: Vector<object>): Responses };
type Library = {
  readonly AlignedMemory: new (bytes: number, alignment: number) => Memory;
  readonly AlignedMemoryList: new () => Vector<Memory>;
  readonly VectorString: new () => Vector<string>;
  readonly VectorResponseOptions: new () => Vector<object>;
  readonly BlockingService: new (options: { readonly cacheSize: number }) => Service;
  readonly TranslationModel: new (config: string, ...files: readonly [Memory, Memory, Vector<Memory>, null]) => Handle;
};
type Imports = Readonly<Record<string, unknown>>;
type Glue = Library & { readonly asm: Readonly<Record<string, (...values: readonly unknown[]) => unknown>> };

/** Node has it, but Node's types do not. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: Imports): Promise<object>;
};

/** Source: `translator-worker.js` of the package. */
const products =
  'PrepareA PrepareB PrepareBFromTransposed PrepareBFromQuantizedTransposed PrepareBias MultiplyAndAddBias SelectColumnsOfB';

/**
 * Opens the library with one model in this thread. Call once: its glue script uses globals.
 *
 * @param lengthFactor maximum pieces of a translation per piece of its source
 */
export async function openLibrary(
  files: ModelPaths,
  lengthFactor: number,
): Promise<(texts: readonly string[]) => void> {
  const library = await startLibrary();
  const aligned = (bytes: Uint8Array, alignment: number): Memory => {
    const memory = new library.AlignedMemory(bytes.byteLength, alignment);
    memory.getByteArrayView().set(bytes);
    return memory;
  };
  const vocabularies = new library.AlignedMemoryList();
  for (const path of files.vocabularies) vocabularies.push_back(aligned(readFileSync(path), 64));
  const shortlist = files.shortlist === undefined ? new Uint8Array() : readFileSync(files.shortlist);
  const memories = [aligned(readFileSync(files.model), 256), aligned(shortlist, 64)] as const;
  const model = new library.TranslationModel(configOf(lengthFactor), ...memories, vocabularies, null);
  for (const handle of [...memories, vocabularies]) handle.delete();
  const service = new library.BlockingService({ cacheSize: 0 });
  return (texts) => {
    const input = new library.VectorString();
    const options = new library.VectorResponseOptions();
    for (const text of texts) {
      input.push_back(text);
      options.push_back({ alignment: false, html: false, qualityScores: false });
    }
    const responses = service.translate(model, input, options);
    for (const index of texts.keys()) {
      const response = responses.get(index);
      response.getTranslatedText();
      response.delete();
    }
    for (const handle of [responses, input, options]) handle.delete();
  };
}

const configOf = (lengthFactor: number): string =>
  [
    'beam-size: 1\nnormalize: 1.0\nword-penalty: 0\nmax-length-break: 128\nmini-batch-words: 1024\nworkspace: 128\n',
    'skip-cost: true\ncpu-threads: 0\nquiet: true\nquiet-translation: true\nalignment: soft\nssplit-mode: sentence\n',
    `gemm-precision: int8shiftAlphaAll\nmax-length-factor: ${lengthFactor.toFixed(1)}\n`,
  ].join('');

async function startLibrary(): Promise<Library> {
  const read = (ending: string): Buffer => {
    const file = `@browsermt/bergamot-translator/worker/bergamot-translator-worker.${ending}`;
    return readFileSync(fileURLToPath(import.meta.resolve(file)));
  };
  const compiled = await WebAssembly.compile(read('wasm'));
  const { promise, resolve, reject } = Promise.withResolvers<Library>();
  const glue = {
    instantiateWasm: (imports: Imports, accept: (instance: object) => void) => {
      WebAssembly.instantiate(compiled, { ...imports, wasm_gemm: productsOf(glue as unknown as Glue) }).then(
        accept,
        reject,
      );
      return {};
    },
    onRuntimeInitialized: () => resolve(glue as unknown as Library),
    onAbort: (reason: unknown) => reject(new Error(`aborted: ${String(reason)}`)),
    print: () => undefined,
    printErr: (line: string) => process.stderr.write(`${line}\n`),
  };
  // The glue has no branch for Node, and reads from these only if they exist.
  Object.assign(globalThis, { Module: glue, self: globalThis, location: { href: 'file:///' } });
  runInThisContext(read('js').toString());
  return await promise;
}

/** The library offers functions to replace the imported ones, but only once it is instantiated with them. */
function productsOf(glue: Glue): Imports {
  return Object.fromEntries(
    products
      .split(' ')
      .map((name) => [
        `int8${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
        (...values: readonly unknown[]) => glue.asm[`int8${name}Fallback`]?.(...values),
      ]),
  );
}
