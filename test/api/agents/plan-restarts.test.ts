import { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { isKeptInFolders } from '../../support/engines/catalog-place.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { asBearer, userUrn, withToken, writeAspect } from '../../support/test-actors.ts';
import { ask } from './agent-client.ts';

const PII = 'urn:li:tag:PII';
const ORDERS = datasetUrn('shop.orders');

let folder: string;
let server: TestServer;
let token: string;
let plan: string;

/** The server with the token that made the plan. */
const agent = (): TestServer => asBearer(server, token);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-test-'));
  server = await startServer({ folder });
  await clientOf(server).post(PII, 'tagProperties', { name: 'PII' });
  await writeAspect(server, ORDERS, 'status', { removed: false });
  ({ token } = await withToken(server, userUrn('datahub')));
  const changes = [{ urns: [ORDERS], field: 'tags', action: 'add', values: ['PII'] }];
  ({ plan } = await ask(agent(), 'set_metadata', { changes, reason: 'a test' }));
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function restart(meanwhile: () => void = () => undefined): Promise<void> {
  await server.stop({ keepFolder: true });
  meanwhile();
  server = await startServer({ folder });
}

async function versions(): Promise<unknown> {
  const { json } = await server.request('GET', aspectPath(ORDERS, 'globalTags', 'v3'));
  return json?.systemMetadata?.version;
}

describe('a plan', () => {
  it('survives a restart, before and after it is applied', async () => {
    await restart();
    const done = await ask(agent(), 'set_metadata', { plan });
    expect(done).toMatchObject({ changed: 1, state: 'done' });
    await restart();
    const { commit, edit } = await ask(agent(), 'set_metadata', { plan });
    expect({ commit, edit }).toEqual({ commit: done.commit, edit: done.edit });
  });

  it.runIf(isKeptInFolders())(
    'does not write again if the process ended right after its commit',
    async () => {
      const done = await ask(agent(), 'set_metadata', { plan });
      await restart(() => {
        // What is stored after the commit is missing.
        using catalog = new DatabaseSync(join(folder, 'catalog.db'));
        catalog.prepare("DELETE FROM job WHERE kind = 'bulk-edit'").run();
        catalog
          .prepare("UPDATE job SET report = json_remove(report, '$.result.applied') WHERE kind = 'plan'")
          .run();
      });
      // Undone by hand: applied again, the plan would pass its check.
      await writeAspect(server, ORDERS, 'globalTags', { tags: [] });
      const before = await versions();
      const again = await ask(agent(), 'set_metadata', { plan });
      expect(again).toMatchObject({ commit: done.commit, changed: 1, state: 'done' });
      expect(await versions()).toBe(before);
      expect(await ask(agent(), 'get_edit', { edit: again.edit })).toMatchObject({ plan, changed: 1 });
    },
  );

  it.runIf(isKeptInFolders())(
    'answers the first result of an undo of a deletion, and of definitions, if the process ended after its commit',
    async () => {
      const client = clientOf(server);
      await client.define('io.acme.gone');
      await client.assign(ORDERS, { 'io.acme.gone': [{ string: 'kept' }] });
      const deletions = [{ urn: propertyUrn('io.acme.gone'), hard: true }];
      const reason = 'a test';
      const deleted = await ask(agent(), 'set_definitions', { deletions, reason });
      const { commit } = await ask(agent(), 'set_definitions', { plan: deleted.plan });
      await server.request('DELETE', `/openapi/v3/entity/tag/${encodeURIComponent(PII)}`);
      for (const undoes of [{ urn: PII }, { commit }]) {
        const shown = await ask(agent(), 'undo', { ...undoes, reason });
        const done = await ask(agent(), 'undo', { plan: shown.plan });
        await restart(() => {
          // What is stored after the commit is missing.
          using catalog = new DatabaseSync(join(folder, 'catalog.db'));
          catalog
            .prepare("UPDATE job SET report = json_remove(report, '$.result.applied') WHERE kind = 'plan'")
            .run();
        });
        const again = await ask(agent(), 'undo', { plan: shown.plan });
        expect(again).toMatchObject({ commit: done.commit, changed: 1, state: 'done' });
        expect(again.edit).toBe(done.edit);
      }
      const { found } = await ask(agent(), 'resolve', { names: ['io.acme.gone'], kinds: ['property'] });
      expect(found).toHaveLength(1);
    },
  );
});
