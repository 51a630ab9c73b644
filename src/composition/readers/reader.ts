// Entry point of a thread that answers reads.
import { workerData } from 'node:worker_threads';
import type { ReaderStart } from './messages.ts';
import { startReading } from './start-reading.ts';

// Only `ReaderThread` starts this file.
// oxlint-disable-next-line no-restricted-properties
await startReading(workerData as ReaderStart, Date.now);
