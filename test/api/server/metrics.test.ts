import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, withToken, writePolicy } from '../../support/test-actors.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Value of one series. */
async function figure(series: string): Promise<number | undefined> {
  const { text } = await server.request('GET', '/metrics');
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('/metrics', () => {
  it.each(['/metrics', '/actuator/prometheus'])('needs a token and a privilege: %s', async (path) => {
    expect((await fetch(`${server.url}${path}`)).status).toBe(401);
    const { text } = await server.request('GET', path);
    expect(text).toContain('nodejs_eventloop_lag_max_seconds');
    const reader = await addActor(server, 'reader', { roles: ['Reader'] });
    const refused = await reader.request('GET', path);
    expect(refused.status, refused.text).toBe(403);
    expect(refused.text).toContain('GET_PLATFORM_EVENTS');
    expect(refused.text).not.toContain('nodejs_');
    for (const privilege of ['GET_PLATFORM_EVENTS', 'MANAGE_SYSTEM_OPERATIONS']) {
      const name = `with-${privilege}`;
      const scraper = await addActor(server, name);
      const actors = { users: [userUrn(name)] };
      await writePolicy(server, name, { type: 'PLATFORM', privileges: [privilege], actors });
      expect((await scraper.request('GET', path)).status).toBe(200);
      const readOnly = await withToken(server, userUrn(name), { readOnly: true });
      expect((await readOnly.request('GET', path)).status).toBe(privilege.startsWith('GET_') ? 200 : 403);
      const narrowed = await withToken(server, userUrn(name), { entityTypes: ['dataset'] });
      expect((await narrowed.request('GET', path)).status).toBe(403);
    }
  });

  it('shows the delay of the event loop', async () => {
    expect(await figure('nodejs_eventloop_lag_max_seconds')).toBeGreaterThanOrEqual(0);
    expect(await figure('nodejs_eventloop_lag_max_seconds')).toBeLessThan(60);
  });

  it('shows the progress of store and index, answered requests, and removals', async () => {
    const client = clientOf(server);
    await client.define('metrics.team');
    await client.dataset('metrics.a');
    await client.assign(datasetUrn('metrics.a'), { 'metrics.team': [{ string: 'x' }] });
    expect(await figure('colophon_sequence{of="store"}')).toBeGreaterThan(0);
    expect(await figure('colophon_sequence{of="index"}')).toBe(await figure('colophon_sequence{of="store"}'));
    const removals = async (): Promise<number> => {
      const { text } = await server.request('GET', '/metrics');
      const counts = [...text.matchAll(/^colophon_value_removals\{.*\} (\d+)$/gm)].map(([, count]) =>
        Number(count),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    };
    expect(await removals()).toBe(0);
    const path = `/openapi/v3/entity/structuredProperty/${encodeURIComponent(propertyUrn('metrics.team'))}`;
    await server.request('DELETE', path);
    expect(await removals()).toBe(1);
    const { text } = await server.request('GET', '/metrics');
    expect(text).toMatch(
      /colophon_http_request_seconds_count\{method="DELETE",route="[^"]*",status="200"\} 1/,
    );
    expect(text).not.toContain('metrics.team');
  });

  it('shows operator jobs, once there is one', async () => {
    expect(await figure('colophon_job_state{kind="doctor",state="succeeded"}')).toBeUndefined();
    expect((await server.request('POST', '/api/colophon/v1/doctor')).status).toBe(202);
    await expect.poll(() => figure('colophon_job_state{kind="doctor",state="succeeded"}')).toBe(1);
    expect(await figure('colophon_job_state{kind="doctor",state="failed"}')).toBe(0);
    const done = await figure('colophon_job_entities{kind="doctor",what="done"}');
    expect(done).toBeGreaterThan(0);
    expect(await figure('colophon_job_entities{kind="doctor",what="total"}')).toBe(done);
  });
});
