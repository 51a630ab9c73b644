// Preloaded into a server (`node --import`): measures the processor time of each turn of its event loop, and its memory.
// The parent process asks over the channel of `child_process.spawn` and gets what was greatest since it asked last.
import { isMainThread } from 'node:worker_threads';

/** Between two looks, in ms: shorter turns count together, but not as longer than this and one long turn. */
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
  const look = () => {
    const now = used();
    longest = Math.max(longest, now - before);
    before = now;
    memory = Math.max(memory, process.memoryUsage.rss());
  };
  setInterval(look, EVERY_MS).unref();
  process.on('message', () => {
    look();
    send({ turnMs: longest, memoryMiB: memory / 2 ** 20 });
    longest = 0;
    memory = process.memoryUsage.rss();
    before = used();
  });
  process.channel?.unref();
}
