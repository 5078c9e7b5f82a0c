import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../../ground/assert.ts';
import { answerWriter, type WriterData } from './answer-writer.ts';

assert(parentPort !== null, 'this module must run in a worker thread');
answerWriter(parentPort, workerData as WriterData);
