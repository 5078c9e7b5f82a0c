import { apertium } from './apertium/shape.ts';
import { deepl } from './deepl/shape.ts';
import { google } from './google/shape.ts';
import { libretranslate } from './libretranslate/shape.ts';
import { microsoft } from './microsoft/shape.ts';
import type { Shape } from './shape.ts';

/** The shapes by their names in COMPAT. */
export const shapes = { deepl, google, libretranslate, microsoft, apertium } satisfies Readonly<Record<string, Shape>>;
