import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn, definition, propertyUrn } from '../support/catalog-client.ts';
import { ReplicatedPostgres, type Replication } from '../support/engines/replicated-postgres.ts';
import { CatalogProcesses } from './catalog-processes.ts';

const FACET =
  'query f($input: AggregateAcrossEntitiesInput!) { aggregateAcrossEntities(input: $input) { facets { aggregations { value count } } } }';

/** Enough time for two processes to detect the failover and rebuild everything, even on a busy machine. */
const RECOVERED = { timeout: 40_000, interval: 200 };

/** Expects that two processes recover automatically from a failover of their store to a replica. */
export function describeFailover(name: string, environment: () => Readonly<Record<string, string>>): void {
  describe.each<Replication>(['synchronous', 'asynchronous'])(
    `${name}, with %s replication`,
    (replication) => {
      let postgres: ReplicatedPostgres;
      let catalog: CatalogProcesses;
      beforeAll(async () => {
        postgres = await ReplicatedPostgres.start(replication);
        const variables = { ...environment(), COLOPHON_STORE: postgres.url };
        const prefix = { COLOPHON_SEARCH_PREFIX: `failover_${replication}_${process.pid}_` };
        catalog = await CatalogProcesses.start({ ...variables, ...prefix }, 2);
      });
      afterAll(async () => {
        await catalog[Symbol.asyncDispose]();
        await postgres[Symbol.asyncDispose]();
      });

      const put = (i: number, urn: string, aspect: string, value: unknown) =>
        catalog.call(i, 'POST', aspectPath(urn, aspect), value);
      const assign = (i: number, dataset: string, value: string) => {
        const properties = [{ propertyUrn: propertyUrn('team'), values: [{ string: value }] }];
        return put(i, datasetUrn(dataset), 'structuredProperties', { properties });
      };
      const teams = async (i: number): Promise<Record<string, number>> => {
        const input = { query: '*', types: ['DATASET'], facets: ['structuredProperties.team'] };
        const { json } = await catalog.call(i, 'POST', '/api/graphql', {
          query: FACET,
          variables: { input },
        });
        const buckets: { value: string; count: number }[] =
          json.data?.aggregateAcrossEntities.facets[0]?.aggregations ?? [];
        return Object.fromEntries(buckets.map(({ value, count }) => [value, count]));
      };
      const exists = async (i: number, urn: string, aspect: string): Promise<boolean> =>
        (await catalog.call(i, 'GET', aspectPath(urn, aspect, 'v3'))).status === 200;
      const expectSound = async (i: number): Promise<void> => {
        const started = await catalog.call(i, 'POST', '/api/colophon/v1/doctor', {});
        const report = async () =>
          (await catalog.call(i, 'GET', `/api/colophon/v1/doctor/${started.json.id}`)).json;
        await expect.poll(async () => (await report()).state, RECOVERED).toBe('succeeded');
        const clean = { missingInIndex: 0, onlyInIndex: 0, differentDocument: 0 };
        expect((await report()).result).toMatchObject(clean);
      };

      const changes = (i: number, since: string) =>
        catalog.call(
          i,
          'GET',
          `/api/colophon/v1/changes?since=${since}&entityType=dataset&aspect=structuredProperties`,
        );
      /** Adds the datasets whose assignments have events after the cursor, in order. */
      const follow = async (
        i: number,
        since: string,
        found: string[],
        isOver: () => boolean,
      ): Promise<void> => {
        for (let cursor = since; !isOver();) {
          const { json, status } = await changes(i, cursor);
          expect([200, 503], JSON.stringify(json)).toContain(status);
          if (status === 200) {
            cursor = json.cursor;
            found.push(...json.events.map((event: { entityUrn: string }) => event.entityUrn));
          }
          await sleep(20);
        }
      };

      if (replication === 'synchronous') {
        it('loses no acknowledged write, and continues automatically', async () => {
          await put(0, propertyUrn('team'), 'propertyDefinition', definition('team'));
          let isOver = false;
          const { json: start } = await changes(1, 'now');
          const acknowledged: string[] = [];
          const followed: string[] = [];
          const isComplete = (): boolean =>
            isOver && acknowledged.every((dataset) => followed.includes(datasetUrn(dataset)));
          const following = follow(1, start.cursor, followed, isComplete);
          const client = async (i: number): Promise<void> => {
            for (let n = 0; !isOver; n++) {
              const answer = await assign(i, `d${i}-${n}`, 'red');
              if (answer.status === 200) acknowledged.push(`d${i}-${n}`);
              else expect(answer.status, JSON.stringify(answer.json)).toBe(503);
            }
          };
          const clients = [0, 1].map(client);
          await sleep(1_000);
          await postgres.failOver();
          const before = acknowledged.length;
          await expect.poll(() => acknowledged.length, RECOVERED).toBeGreaterThan(before + 10);
          isOver = true;
          await Promise.all(clients);
          await following;
          expect(new Set(followed).size).toBe(followed.length);
          for (const dataset of acknowledged) {
            expect(await exists(0, datasetUrn(dataset), 'structuredProperties'), dataset).toBe(true);
          }
          for (const i of [0, 1]) {
            await expect
              .poll(async () => (await teams(i))['red'], RECOVERED)
              .toBeGreaterThanOrEqual(acknowledged.length);
            await expectSound(i);
          }
        });
        return;
      }

      it('drops what the store has lost, even where new commits have the same sequences', async () => {
        await put(0, propertyUrn('team'), 'propertyDefinition', definition('team'));
        for (const [n, value] of ['red', 'red', 'blue'].entries()) await assign(n % 2, `kept${n}`, value);
        await postgres.caughtUp();
        await postgres.stopReplication();
        for (let n = 0; n < 5; n++) await assign(n % 2, `lost${n}`, 'red');
        await assign(0, 'kept2', 'red');
        await put(1, propertyUrn('lost'), 'propertyDefinition', definition('lost'));
        await catalog.call(
          0,
          'DELETE',
          `/openapi/v3/entity/dataset/${encodeURIComponent(datasetUrn('kept0'))}`,
        );
        const { sequence: lost } = await assign(1, 'lost5', 'green');
        await expect.poll(() => teams(0), RECOVERED).toEqual({ red: 7, green: 1 });
        const { json: ofLostCommits } = await changes(0, 'now');

        await postgres.failOver();
        // More commits than were lost, so that the sequence does not reveal the loss.
        const written: number[] = [];
        for (let n = 0; Math.max(0, ...written) <= lost + 2; n++) {
          const answer = await assign(1, `new${n}`, 'new');
          if (answer.status === 200) written.push(answer.sequence);
          else await sleep(50);
        }
        expect(Math.min(...written)).toBeLessThanOrEqual(lost);

        for (const i of [0, 1]) {
          await expect.poll(() => teams(i), RECOVERED).toEqual({ red: 2, blue: 1, new: written.length });
          expect(await exists(i, datasetUrn('lost5'), 'structuredProperties')).toBe(false);
          expect(await exists(i, datasetUrn('kept0'), 'structuredProperties')).toBe(true);
          await expectSound(i);
          const gone = await changes(i, ofLostCommits.cursor);
          expect([gone.status, typeof gone.json.oldestCursor]).toEqual([410, 'string']);
          expect((await changes(i, gone.json.oldestCursor)).status).toBe(200);
        }
        // Each process caches properties.
        const properties = [{ propertyUrn: propertyUrn('lost'), values: [{ string: 'x' }] }];
        const ofLost = await put(0, datasetUrn('kept1'), 'structuredProperties', { properties });
        expect(ofLost.status, JSON.stringify(ofLost.json)).toBe(400);
        await put(0, propertyUrn('lost'), 'propertyDefinition', definition('lost'));
        expect((await put(1, datasetUrn('kept1'), 'structuredProperties', { properties })).status).toBe(200);
      });
    },
  );
}
