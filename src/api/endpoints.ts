import type { Endpoint } from './endpoint.ts';
import { detect } from './endpoints/detect.ts';
import { documentContent } from './endpoints/document-content.ts';
import { documentDelete } from './endpoints/document-delete.ts';
import { documentEstimate } from './endpoints/document-estimate.ts';
import { documentReview } from './endpoints/document-review.ts';
import { documentStart } from './endpoints/document-start.ts';
import { documentStatus } from './endpoints/document-status.ts';
import { glossaryAdd } from './endpoints/glossary-add.ts';
import { glossaryExport } from './endpoints/glossary-export.ts';
import { glossaryImport } from './endpoints/glossary-import.ts';
import { glossaryList } from './endpoints/glossary-list.ts';
import { glossaryRemove } from './endpoints/glossary-remove.ts';
import { languages } from './endpoints/languages.ts';
import { memoryAdd } from './endpoints/memory-add.ts';
import { memoryExport } from './endpoints/memory-export.ts';
import { memoryImport } from './endpoints/memory-import.ts';
import { memoryList } from './endpoints/memory-list.ts';
import { memoryLookup } from './endpoints/memory-lookup.ts';
import { memoryRemove } from './endpoints/memory-remove.ts';
import { translate } from './endpoints/translate.ts';
import { translateBatch } from './endpoints/translate-batch.ts';
import { usage } from './endpoints/usage.ts';

/** All endpoints, in the order of the reference. */
export const endpoints: readonly Endpoint[] = [
  ...[translate, translateBatch, detect, usage, languages],
  ...[documentStart, documentStatus, documentDelete, documentContent, documentReview, documentEstimate],
  ...[glossaryList, glossaryAdd, glossaryRemove, glossaryImport, glossaryExport],
  ...[memoryList, memoryAdd, memoryRemove, memoryImport, memoryExport, memoryLookup],
];

export const endpointPaths: readonly string[] = endpoints.map(({ path }) => path);
