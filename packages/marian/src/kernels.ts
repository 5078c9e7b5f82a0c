import { assemble, type Callable } from './assembler.ts';
import { layerKernels } from './layer-kernels.ts';
import { matrixKernels, tileKernels } from './matrix-kernels.ts';
import type { Arithmetic } from './probe.ts';
import { Instance, Module, type WasmMemory, type WasmModule } from './web-assembly.ts';

const kernelsOf = (arithmetic: Arithmetic) => ({ ...matrixKernels(arithmetic), ...layerKernels });

type Definitions = ReturnType<typeof kernelsOf>;
export type Kernels = { readonly [name in keyof Definitions]: Callable<Definitions[name]['signature']> };

const compiled = new Map<string, WasmModule>();

/** @param isShared whether they work on a memory that threads share */
export function assembleKernels(arithmetic: Arithmetic, isShared: boolean): WasmModule {
  const key = `${arithmetic} ${isShared}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const module = new Module(assemble({ ...tileKernels(arithmetic), ...kernelsOf(arithmetic) }, isShared));
  compiled.set(key, module);
  return module;
}

export function startKernels(module: WasmModule, memory: WasmMemory): Kernels {
  return new Instance(module, { env: { memory } }).exports as Kernels;
}
