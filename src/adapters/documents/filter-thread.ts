/** Reads and writes files in a thread of its own. */
import { parentPort } from 'node:worker_threads';
import { answerFilters } from './answer-filters.ts';

if (parentPort !== null) answerFilters(parentPort);
