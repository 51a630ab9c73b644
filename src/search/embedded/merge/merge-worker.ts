import { parentPort } from 'node:worker_threads';
import { mergeInputs } from './merge-runner.ts';
import type { MergeReply, MergeRequest } from './threaded-merge-runner.ts';

const port = parentPort;
if (port === null) throw new Error('merge-worker.ts runs as a worker thread only');

port.on('message', ({ id, inputs }: MergeRequest) => {
  const reply: MergeReply = { id, merged: mergeInputs(inputs) };
  port.postMessage(reply);
});
