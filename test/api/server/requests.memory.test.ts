import { queryObjects } from 'node:v8';
import { expect, it } from 'vitest';
import { prepareRounds, sendRound, type SendRequest } from '../../support/everyday-requests.ts';
import { startServer } from '../../support/start-server.ts';

/** Fills caches, and runs merges of the index. */
const FIRST_ROUNDS = 15;
const ROUNDS = 30;

it('retains nothing of finished requests', async () => {
  const server = await startServer();
  const send: SendRequest = (...request) => server.request(...request);
  await prepareRounds(send);
  for (let round = 0; round < FIRST_ROUNDS; round++) await sendRound(send, round);
  const before = reachable();
  for (let round = 0; round < ROUNDS; round++) await sendRound(send, FIRST_ROUNDS + round);
  const after = reachable();
  // A round has ten requests that search what another one has just written. Scrolls keep up to 32 snapshots of the index.
  expect(after.segments - before.segments).toBeLessThan(2 * ROUNDS);
  expect(after.promises - before.promises).toBeLessThan(ROUNDS);
  await server.stop();
});

/** Objects that a collection leaves. */
function reachable(): Record<'promises' | 'segments', number> {
  return {
    promises: queryObjects(Promise, { format: 'count' }),
    // Each segment has its data in one.
    segments: queryObjects(SharedArrayBuffer, { format: 'count' }),
  };
}
