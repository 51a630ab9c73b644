import { expect, it } from 'vitest';
import { addActor } from '../support/test-actors.ts';
import { startServer } from '../support/start-server.ts';

const DOCTOR = '/api/colophon/v1/doctor';

it('a running doctor is stopped by users who may start one', async () => {
  const gate = Promise.withResolvers<undefined>();
  const server = await startServer({ environment: { pause: () => gate.promise } });
  try {
    const state = async (id: number) => (await server.request('GET', `${DOCTOR}/${id}`)).json;
    const { json: started } = await server.request('POST', DOCTOR);
    const stop = `${DOCTOR}/${started.id}/stop`;
    await expect.poll(() => state(started.id)).toMatchObject({ state: 'running' });
    const other = await addActor(server, 'other');
    expect((await other.request('POST', stop)).status).toBe(403);
    expect((await server.request('POST', stop)).status).toBe(202);
    gate.resolve(undefined);
    await expect
      .poll(() => state(started.id))
      .toMatchObject({
        state: 'failed',
        error: 'Stopped on request. Finished work is kept.',
      });
    // Stopping an ended job does nothing, and records nothing.
    expect((await server.request('POST', stop)).status).toBe(202);
    const events = async () =>
      (await server.graphql('{ auditEvents(input: { kinds: [UPKEEP] }) { events { upkeep } } }')).data
        .auditEvents.events;
    await expect.poll(events).toEqual([{ upkeep: 'stop-job' }]);
    expect((await server.request('POST', `${DOCTOR}/99/stop`)).status).toBe(404);
    expect((await server.request('POST', `/api/colophon/v1/system-update/${started.id}/stop`)).status).toBe(
      404,
    );
  } finally {
    gate.resolve(undefined);
    await server.stop();
  }
});
