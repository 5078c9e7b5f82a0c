/** The part of WebAssembly's JavaScript interface that the package uses. TypeScript declares it only with the DOM. */

export type WasmModule = object;

/** Memory of a module; can be posted to other threads if it is shared. */
export type WasmMemory = { readonly buffer: ArrayBuffer | SharedArrayBuffer };

declare const WebAssembly: {
  readonly validate: (bytes: Uint8Array) => boolean;
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Memory: new (pages: { initial: number; maximum: number; shared: boolean }) => WasmMemory;
  readonly Instance: new (
    module: WasmModule,
    imports: { readonly env: { readonly memory: WasmMemory } },
  ) => { readonly exports: object };
};

export const { validate, Module, Memory, Instance } = WebAssembly;
