// Preloaded into a server (`node --import`): measures the processor time of each turn of its event loop, and its memory.
// Whoever connects to the socket TURN_PROBE gets the maxima since the last connection. A channel of `child_process.spawn` would end
// with the launcher, which becomes the server.
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/** Sampling interval in ms: shorter turns are added up, to at most this interval plus one long turn. */
const EVERY_MS = 5;

if (isMainThread && process.env.TURN_PROBE !== undefined) {
  const used = () => {
    const { system, user } = process.threadCpuUsage();
    return (system + user) / 1000;
  };
  let before = used();
  let longest = 0;
  let memory = 0;
  const sample = () => {
    const now = used();
    longest = Math.max(longest, now - before);
    before = now;
    memory = Math.max(memory, process.memoryUsage.rss());
  };
  setInterval(sample, EVERY_MS).unref();
  rmSync(process.env.TURN_PROBE, { force: true });
  createServer((socket) => {
    sample();
    socket.end(JSON.stringify({ turnMs: longest, memoryMiB: memory / 2 ** 20 }));
    longest = 0;
    memory = process.memoryUsage.rss();
    before = used();
  })
    .listen(process.env.TURN_PROBE)
    .unref();
}
