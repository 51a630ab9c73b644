import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn, definition, propertyUrn } from '../support/catalog-client.ts';
import { userUrn } from '../support/test-actors.ts';
import { Balancer } from './balancer.ts';
import { CatalogProcesses, callAt, type CallOptions } from './catalog-processes.ts';

const TOKENS = '/api/colophon/v1/tokens';
const FACET =
  'query f($input: AggregateAcrossEntitiesInput!) { aggregateAcrossEntities(input: $input) { facets { aggregations { value count } } } }';
const SCROLL =
  'query s($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) { nextScrollId total searchResults { entity { urn } } } }';

/** Enough time (ms) for a notification on a busy machine; polling would take longer. */
const SOON = 3_000;

/** Requirements on several processes of one catalog, for any shared engines. */
export function describeScale(
  name: string,
  environment: () => Promise<Readonly<Record<string, string>>>,
): void {
  describe(name, () => {
    let catalog: CatalogProcesses;
    beforeAll(async () => {
      catalog = await CatalogProcesses.start({ COLOPHON_STOP_DELAY: '1s', ...(await environment()) });
    });
    afterAll(() => catalog[Symbol.asyncDispose]());

    const put = async (i: number, urn: string, aspect: string, value: unknown, options?: CallOptions) =>
      catalog.call(i, 'POST', aspectPath(urn, aspect), value, options);
    const define = (i: number, id: string) => put(i, propertyUrn(id), 'propertyDefinition', definition(id));
    const assign = (i: number, dataset: string, id: string, value: string, options?: CallOptions) => {
      const properties = [{ propertyUrn: propertyUrn(id), values: [{ string: value }] }];
      return put(i, datasetUrn(dataset), 'structuredProperties', { properties }, options);
    };
    const facet = async (i: number, id: string, since?: number): Promise<Record<string, number>> => {
      const input = { query: '*', types: ['DATASET'], facets: [`structuredProperties.${id}`] };
      const options = since === undefined ? {} : { since };
      const { json } = await catalog.call(
        i,
        'POST',
        '/api/graphql',
        { query: FACET, variables: { input } },
        options,
      );
      const buckets: { value: string; count: number }[] =
        json.data?.aggregateAcrossEntities.facets[0]?.aggregations ?? [];
      return Object.fromEntries(buckets.map(({ value, count }) => [value, count]));
    };
    const issue = async (user: string): Promise<{ id: string; token: string }> => {
      const body = { name: 'test', actorUrn: userUrn(user), durationMs: null };
      const { json, status } = await catalog.call(0, 'POST', TOKENS, body);
      expect(status).toBe(201);
      return json;
    };
    const isKnown = async (i: number, token: string, since?: number): Promise<boolean> => {
      const options = { token, ...(since !== undefined && { since }) };
      return (await catalog.call(i, 'GET', '/config', undefined, options)).status !== 401;
    };
    const soon = async (holds: () => Promise<boolean>): Promise<void> => {
      const limit = performance.now() + SOON;
      while (!(await holds())) {
        expect(performance.now()).toBeLessThan(limit);
        await sleep(20);
      }
    };

    describe('writes of one process', () => {
      it('are reported to followers of each process, from a cursor of any process', async () => {
        const changes = (i: number, query: string) =>
          catalog.call(i, 'GET', `/api/colophon/v1/changes?urn=${datasetUrn('followed')}&${query}`);
        const { cursor } = (await changes(0, '')).json;
        const waiting = changes(1, `since=${cursor}&wait=60`);
        await put(2, datasetUrn('followed'), 'datasetProperties', { name: 'one' });
        const { json: first } = await waiting;
        expect(first.events).toMatchObject([{ before: null, after: { name: 'one' } }]);
        await put(0, datasetUrn('followed'), 'datasetProperties', { name: 'two' });
        const { json: ahead } = await changes(0, `since=${first.cursor}`);
        expect(ahead.events).toMatchObject([{ before: { name: 'one' }, after: { name: 'two' } }]);
        // Another process may not have the commit of this cursor yet.
        const others = await Promise.all([1, 2].map((i) => changes(i, `since=${ahead.cursor}`)));
        expect(others.map(({ json, status }) => [status, json.events])).toEqual([
          [200, []],
          [200, []],
        ]);
        const all = await Promise.all([0, 1, 2].map((i) => changes(i, `since=${cursor}`)));
        for (const { json } of all) expect(json.events).toEqual([...first.events, ...ahead.events]);
      });

      it('are visible in every other process to a client that sends the commit number', async () => {
        let { sequence } = await define(0, 'scale.team');
        for (let i = 0; i < 30; i++) {
          const since = sequence;
          const answer = await assign((i + 1) % 3, `d${i}`, 'scale.team', i % 2 ? 'red' : 'blue', { since });
          expect(answer.status, JSON.stringify(answer.json)).toBe(200);
          ({ sequence } = answer);
          expect(
            Object.values(await facet((i + 2) % 3, 'scale.team', sequence)).reduce((a, b) => a + b),
          ).toBe(i + 1);
        }
        for (const i of [0, 1, 2])
          expect(await facet(i, 'scale.team', sequence)).toEqual({ red: 15, blue: 15 });
      });

      it('are visible within a second to all other clients', async () => {
        await define(0, 'scale.soon');
        await soon(async () => (await assign(1, 'soon', 'scale.soon', 'now')).status === 200);
        for (const i of [0, 1, 2]) await soon(async () => (await facet(i, 'scale.soon'))['now'] === 1);
      });

      it('cannot be waited for when there is no such commit', async () => {
        const answer = await catalog.call(1, 'GET', '/config', undefined, { since: 1_000_000 });
        expect(answer.status).toBe(412);
        expect(answer.json.message).toContain('There is no commit 1000000');
      });

      it('are not lost when all processes write the same entities at once', async () => {
        await define(0, 'scale.race');
        await soon(async () => (await assign(2, 'race', 'scale.race', 'x')).status === 200);
        const writes = Array.from({ length: 60 }, (_, n) =>
          assign(n % 3, `race${n % 5}`, 'scale.race', `v${n % 3}`),
        );
        const answers = await Promise.all(writes);
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        const last = Math.max(...answers.map(({ sequence }) => sequence));
        const counts = await Promise.all([0, 1, 2].map((i) => facet(i, 'scale.race', last)));
        expect(Object.values(counts[0] ?? {}).reduce((a, b) => a + b)).toBe(6);
        expect(counts[1]).toEqual(counts[0]);
        expect(counts[2]).toEqual(counts[0]);
      });
    });

    describe('rights', () => {
      it('end with a revoked token, at once for a client that names the commit, within a second for all', async () => {
        for (const since of [true, false]) {
          const { id, token } = await issue('revoked');
          for (const i of [0, 1, 2]) expect(await isKnown(i, token)).toBe(true);
          const { sequence, status } = await catalog.call(1, 'DELETE', `${TOKENS}/${id}`);
          expect(status).toBeLessThan(300);
          if (since) for (const i of [0, 2]) expect(await isKnown(i, token, sequence)).toBe(false);
          else for (const i of [0, 2]) await soon(async () => !(await isKnown(i, token)));
        }
      });

      it('end while a user is suspended', async () => {
        const { token } = await issue('suspended');
        for (const i of [0, 1, 2]) expect(await isKnown(i, token)).toBe(true);
        const lastModified = { time: 1, actor: userUrn('datahub') };
        const status = { status: 'SUSPENDED', lastModified };
        const { sequence } = await put(2, userUrn('suspended'), 'corpUserStatus', status);
        for (const i of [0, 1]) expect(await isKnown(i, token, sequence)).toBe(false);
      });

      it('follow the policies that another process has written', async () => {
        const { token } = await issue('steward');
        const tryAt = async (i: number, since: number): Promise<number> =>
          (
            await put(i, propertyUrn('scale.mine'), 'propertyDefinition', definition('scale.mine'), {
              token,
              since,
            })
          ).status;
        const policy = (state: string) => ({
          displayName: 'scale',
          description: '',
          type: 'PLATFORM',
          state,
          editable: true,
          privileges: ['MANAGE_STRUCTURED_PROPERTIES'],
          actors: {
            users: [userUrn('steward')],
            groups: [],
            resourceOwners: false,
            allUsers: false,
            allGroups: false,
          },
        });
        const write = (i: number, state: string) =>
          put(i, 'urn:li:dataHubPolicy:scale', 'dataHubPolicyInfo', policy(state));
        expect(await tryAt(1, 1)).toBe(403);
        expect(await tryAt(2, (await write(0, 'ACTIVE')).sequence)).toBe(200);
        expect(await tryAt(0, (await write(1, 'INACTIVE')).sequence)).toBe(403);
      });
    });

    it('continues a ranked scroll in any process', async () => {
      let sequence = 0;
      for (let i = 0; i < 12; i++) {
        const value = { name: `wanderer ${'x '.repeat(i)}`, customProperties: {}, tags: [] };
        ({ sequence } = await put(i % 3, datasetUrn(`scroll${i}`), 'datasetProperties', value));
      }
      const found = new Set<string>();
      let scrollId: string | null = null;
      for (let page = 0; page === 0 || scrollId !== null; page++) {
        const input = {
          query: 'wanderer',
          types: ['DATASET'],
          count: 2,
          keepAlive: '1m',
          ...(scrollId && { scrollId }),
        };
        const { json } = await catalog.call(
          page % 3,
          'POST',
          '/api/graphql',
          { query: SCROLL, variables: { input } },
          { since: sequence },
        );
        expect(json.errors).toBeUndefined();
        const { nextScrollId, searchResults } = json.data.scrollAcrossEntities;
        for (const { entity } of searchResults) found.add(entity.urn);
        scrollId = nextScrollId;
      }
      expect(found.size).toBe(12);
    });

    it('moves jobs to another process when the one that runs them is killed', async () => {
      const { sequence } = await define(0, 'scale.gone');
      const proposals = Array.from({ length: 4_000 }, (_, n) => ({
        urn: datasetUrn(`gone${n}`),
        structuredProperties: {
          value: { properties: [{ propertyUrn: propertyUrn('scale.gone'), values: [{ string: 'x' }] }] },
        },
      }));
      for (let from = 0; from < proposals.length; from += 500) {
        const answer = await catalog.call(
          1,
          'POST',
          '/openapi/v3/entity/dataset?async=false',
          proposals.slice(from, from + 500),
          { since: sequence },
        );
        expect(answer.status, JSON.stringify(answer.json)).toBe(200);
      }
      const urn = encodeURIComponent(propertyUrn('scale.gone'));
      expect((await catalog.call(1, 'DELETE', `/openapi/v3/entity/structuredProperty/${urn}`)).status).toBe(
        200,
      );
      // Unless the third process already has the lease, one of these kills frees it; the third process must finish.
      await catalog.end(0, 'SIGKILL');
      await catalog.end(1, 'SIGKILL');
      const limit = performance.now() + 30_000;
      const job = async () => {
        const { json } = await catalog.call(2, 'GET', '/api/colophon/v1/jobs');
        const jobs: { propertyUrn: string; state: string; left: number }[] = json.jobs;
        return jobs.find(({ propertyUrn: of }) => of === propertyUrn('scale.gone'));
      };
      while ((await job())?.state !== 'finished') {
        expect(performance.now()).toBeLessThan(limit);
        await sleep(100);
      }
      expect(await job()).toMatchObject({ state: 'finished', left: 0 });
      await Promise.all([catalog.startOne(0), catalog.startOne(1)]);
    });

    it('reports a job from any process, regardless of which one runs it', async () => {
      const path = '/api/colophon/v1/doctor';
      const started = await catalog.call(0, 'POST', path, {});
      expect(started.status).toBe(202);
      for (const i of [1, 2]) {
        const { json, status } = await catalog.call(i, 'GET', `${path}/${started.json.id}`);
        expect({ id: json.id, kind: json.kind, status }).toEqual({
          id: started.json.id,
          kind: 'doctor',
          status: 200,
        });
      }
      const answers = async () => {
        const all = await Promise.all([0, 1, 2].map((i) => catalog.call(i, 'GET', path)));
        return all.map(({ json }) => json);
      };
      await expect
        .poll(async () => (await answers()).map(({ state }) => state))
        .toEqual(['succeeded', 'succeeded', 'succeeded']);
      const [first, ...others] = await answers();
      expect(first).toMatchObject({ id: started.json.id, result: { missingInIndex: 0 } });
      for (const other of others) expect(other).toEqual(first);
      const next = await catalog.call(2, 'POST', path, {});
      expect(next.json.id).toBeGreaterThan(first.id);
    });

    it('is restarted process by process without a failed request', async () => {
      await using balancer = await Balancer.start();
      const urls = [0, 1, 2].map((i) => catalog.url(i));
      await balancer.use(urls);
      await define(0, 'scale.rolling');
      let isOver = false;
      const outcomes: number[] = [];
      const failures: unknown[] = [];
      const client = async (n: number): Promise<void> => {
        let since = 1;
        for (let i = 0; !isOver; i++) {
          const value = {
            properties: [{ propertyUrn: propertyUrn('scale.rolling'), values: [{ string: `${i % 7}` }] }],
          };
          const path = aspectPath(datasetUrn(`rolling${n}-${i % 20}`), 'structuredProperties');
          try {
            const answer = await callAt(balancer.url, 'POST', path, value, { token: catalog.token, since });
            outcomes.push(answer.status);
            if (answer.status !== 200) failures.push(answer.json);
            since = Math.max(since, answer.sequence);
            const read = await callAt(balancer.url, 'GET', path, undefined, { token: catalog.token, since });
            outcomes.push(read.status);
            if (read.status !== 200) failures.push(read.json);
          } catch (error) {
            failures.push(error);
          }
        }
      };
      await soon(async () => (await assign(2, 'rolling', 'scale.rolling', 'x')).status === 200);
      const clients = [0, 1, 2, 3].map(client);
      for (const i of [0, 1, 2]) {
        await sleep(500);
        await catalog.end(i, 'SIGTERM');
        await catalog.startOne(i);
        urls[i] = catalog.url(i);
        await balancer.use(urls);
      }
      await sleep(500);
      isOver = true;
      await Promise.all(clients);
      expect(failures).toEqual([]);
      expect(outcomes.length).toBeGreaterThan(50);
    });

    it('reports the position of the index, and is ready', async () => {
      expect((await catalog.call(1, 'GET', '/health/ready')).status).toBe(200);
      const response = await fetch(`${catalog.url(1)}/metrics`, {
        headers: { authorization: `Bearer ${catalog.token}` },
      });
      const text = await response.text();
      expect(text).toMatch(/^colophon_index_lag_commits \d+$/m);
      expect(text).toMatch(/^colophon_index_lag_seconds \d/m);
      expect(text).toMatch(/^colophon_store_connections\{state="used"\} \d+$/m);
    });
  });
}
