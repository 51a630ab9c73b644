import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { datasetUrn, definition, propertyUrn } from '../support/catalog-client.ts';
import { EFFORT, SEED, effort } from '../support/effort.ts';
import { jsonAt, jsonItems } from '../support/json-at.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';

/** How often the server is killed at a random moment of an approval, besides once right after the decision is seen. */
const ROUNDS = effort(3);
/** More than one commit of a bulk edit has. */
const ASSETS = 500;
/** Servers are started often, which takes long on a busy machine. */
const TIMEOUT = 300_000 * Math.max(1, EFFORT);
const TEAM = propertyUrn('crash.team');
const PROPOSALS = '/api/colophon/v1/proposals';

const assets = Array.from({ length: ASSETS }, (_, i) => datasetUrn(`crash.a${i}`));

/** An answer of a server that may be killed meanwhile; undefined: it was. */
type MaybeAnswer = { readonly status: number; readonly body: unknown } | undefined;

/** Tests that an approval is decided with all its writes or not at all when the server is killed. `openStore`: flags of an empty store. */
export function describeApprovals(store: string, openStore: () => Promise<readonly string[]>): void {
  let folder: string;
  let flags: readonly string[];
  let server: SpawnedServer | undefined;
  /** A stored token: that of the process ends with it. */
  let token: string;

  async function start(): Promise<void> {
    server = await spawnServer(folder, [], flags);
  }

  async function ask(method: string, path: string, body?: unknown) {
    const response = await fetch(`${server?.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answered: unknown = await response.json();
    return { status: response.status, body: answered };
  }

  async function succeed(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await ask(method, path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  }

  /** The values that the assets have, each once. */
  async function values(): Promise<readonly unknown[]> {
    const asked = assets.map((urn) => ({ urn, structuredProperties: {} }));
    const found = await succeed('POST', '/openapi/v3/entity/dataset/batchGet', asked);
    const all = jsonItems(found).map((one) =>
      jsonAt(one, 'structuredProperties', 'value', 'properties', 0, 'values', 0, 'string'),
    );
    expect(all).toHaveLength(ASSETS);
    return [...new Set(all)];
  }

  async function propose(value: string): Promise<string> {
    const changes = [{ field: TEAM, action: 'set', values: [value] }];
    const body = { title: `All ${value}`, edit: { urns: assets, changes } };
    return String(jsonAt(await succeed('POST', PROPOSALS, body), 'id'));
  }

  const approve = (id: string) => ask('POST', `${PROPOSALS}/${id}/approve`, {});

  /** The state of the newest proposal, read from the list: its items take long. */
  async function stateOf(id: string): Promise<unknown> {
    const [newest] = jsonItems(await succeed('GET', `${PROPOSALS}?count=1`), 'proposals');
    expect(jsonAt(newest, 'id')).toBe(id);
    return jsonAt(newest, 'state');
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'colophon-crash-'));
    flags = await openStore();
    await start();
    ({ token = '' } = server ?? {});
    const issued = await succeed('POST', '/api/colophon/v1/tokens', { name: 'reviewer', durationMs: null });
    token = String(jsonAt(issued, 'token'));
    const value = definition('crash.team');
    const defined = [{ urn: TEAM, propertyDefinition: { value } }];
    await succeed('POST', '/openapi/v3/entity/structuredProperty?async=false', defined);
    const properties = [{ propertyUrn: TEAM, values: [{ string: 'first' }] }];
    const held = assets.map((urn) => ({ urn, structuredProperties: { value: { properties } } }));
    await succeed('POST', '/openapi/v3/entity/dataset?async=false', held);
  });
  afterEach(async () => {
    await server?.end('SIGKILL');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Kills the server while it approves; resolves with its answer, if it came before. */
  async function kill(id: string, moment: number | 'decided', duration: number): Promise<MaybeAnswer> {
    const approving = approve(id).catch(() => undefined);
    if (moment === 'decided') while ((await stateOf(id)) === 'OPEN');
    else await sleep(moment * duration);
    await server?.end('SIGKILL');
    return approving;
  }

  describe(`an approval, in ${store}`, () => {
    it(
      'is decided with all its writes or not at all when the server is killed, and once',
      async () => {
        let before = 'first';
        let id = await propose('whole');
        const began = performance.now();
        expect((await approve(id)).status).toBe(200);
        const duration = performance.now() - began;
        expect(await values()).toEqual(['whole']);
        before = 'whole';

        const moments = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), {
          numRuns: ROUNDS,
          seed: SEED,
        });
        const outcomes: unknown[] = [];
        for (const [i, moment] of [...moments, 'decided' as const].entries()) {
          const after = `round ${i}`;
          id = await propose(after);
          const answer = await kill(id, moment, duration);
          await start();
          const state = await stateOf(id);
          outcomes.push(state);
          expect(['OPEN', 'APPROVED']).toContain(state);
          // What was acknowledged stays.
          if (answer?.status === 200 || moment === 'decided') expect(state).toBe('APPROVED');
          expect(await values()).toEqual([state === 'OPEN' ? before : after]);
          const again = await approve(id);
          const problem = jsonAt(again.body, 'problems', 0, 'kind');
          expect([again.status, problem]).toEqual(
            state === 'OPEN' ? [200, undefined] : [409, 'PROPOSAL_DECIDED'],
          );
          expect(await values()).toEqual([after]);
          expect(await stateOf(id)).toBe('APPROVED');
          if (moment !== 'decided') before = after;
        }

        const run = { runId: `proposal-${id}`, dryRun: false, hardDelete: false };
        await succeed('POST', '/runs?action=rollback', run);
        expect(await values()).toEqual([before]);
        expect(await stateOf(id)).toBe('APPROVED');
        expect(outcomes.at(-1)).toBe('APPROVED');
      },
      TIMEOUT,
    );
  });
}
