import { ModuleWriter } from './assembler.ts';
import { defineLayerKernels } from './layer-kernels.ts';
import { defineMatrixKernels } from './matrix-kernels.ts';
import type { Arithmetic } from './probe.ts';
import type { Kernels } from './signatures.ts';
import { Instance, Module, type WasmMemory, type WasmModule } from './web-assembly.ts';

const compiled = new Map<string, WasmModule>();

/** @param isShared whether they work on a memory that threads share */
export function assembleKernels(arithmetic: Arithmetic, isShared: boolean): WasmModule {
  const key = `${arithmetic} ${isShared}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const writer = new ModuleWriter();
  defineMatrixKernels(writer, arithmetic);
  defineLayerKernels(writer);
  const module = new Module(writer.assemble(isShared));
  compiled.set(key, module);
  return module;
}

export function startKernels(module: WasmModule, memory: WasmMemory): Kernels {
  return new Instance(module, { env: { memory } }).exports as Kernels;
}
