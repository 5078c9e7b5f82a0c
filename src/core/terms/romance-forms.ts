import type { NounForms } from './noun-forms.ts';

export const romanceForms: Readonly<Record<string, NounForms>> = {};
