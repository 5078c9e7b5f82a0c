import type { ModelHost } from './model-host.ts';
import type { ServedModel } from './served-model.ts';

/** The workers and the models that there are. */
export type CrewState = {
  readonly hosts: ReadonlySet<ModelHost>;
  readonly models: ReadonlySet<ServedModel>;
  /** Workers that are only starting. */
  readonly starting: number;
  /** Whether one may be started, after others could not be. */
  readonly mayStart: boolean;
};

/** What is to be done next. */
export type Step =
  | { readonly kind: 'translate'; readonly host: ModelHost; readonly model: ServedModel }
  | {
      readonly kind: 'load';
      readonly host: ModelHost;
      readonly model: ServedModel;
      /** Those that make room. */
      readonly unload: readonly ServedModel[];
    }
  | { readonly kind: 'unload'; readonly host: ModelHost; readonly model: ServedModel }
  | { readonly kind: 'start'; readonly isExpress: boolean }
  | { readonly kind: 'end'; readonly host: ModelHost };
