// Preloaded into a server (`node --import`): measures the processor time of each turn of its event loop, and its memory.
// The parent process queries it over the channel of `child_process.spawn` and gets the maxima since the last query.
import { isMainThread } from 'node:worker_threads';

/** Sampling interval in ms: shorter turns are added up, to at most this interval plus one long turn. */
const EVERY_MS = 5;

if (isMainThread && process.send !== undefined) {
  const send = process.send.bind(process);
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
  process.on('message', () => {
    sample();
    send({ turnMs: longest, memoryMiB: memory / 2 ** 20 });
    longest = 0;
    memory = process.memoryUsage.rss();
    before = used();
  });
  process.channel?.unref();
}
