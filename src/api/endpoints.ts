import type { Endpoint } from './endpoint.ts';
import { languages } from './endpoints/languages.ts';
import { translate } from './endpoints/translate.ts';
import { usage } from './endpoints/usage.ts';

/** All endpoints, in the order of the reference. */
export const endpoints: readonly Endpoint[] = [translate, usage, languages];
