import { parentPort, workerData } from 'node:worker_threads';
import { problemsOfFile } from './problems-of-file.ts';

/** A thread that checks the database file at `workerData` and posts the problems found. */
const path: unknown = workerData;
if (parentPort === null || typeof path !== 'string')
  throw new Error('check-file.ts runs as a worker thread only.');
parentPort.postMessage(problemsOfFile(path));
