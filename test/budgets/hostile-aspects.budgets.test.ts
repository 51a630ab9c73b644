import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCatalogSchema } from '../../src/api/graphql/catalog-schema.ts';
import { readRegistry } from '../../src/config/read-registry.ts';
import { isProtectedAspect } from '../../src/model/aspects/secret-aspects.ts';
import type { AspectSpec, EntitySpec } from '../../src/model/entity-registry.ts';
import { loadRegistry } from '../../src/model/registry/load-registry.ts';
import type { JsonObject } from '../../src/util/json.ts';
import { EFFORT, SEED } from '../support/effort.ts';
import { FORMS, hasForm, hostileValue, type Form } from './hostile-values.ts';
import { startProbed, type ProbedServer } from './probed-server.ts';
import { readsOf } from './reads.ts';
import { startEngines, type Engines } from './start-engines.ts';
import { sampleAspects, sampleUrn } from '../support/samples/entity-samples.ts';

/** Values of megabytes in a long run, for a sixth of the aspects, and for all of them with three times its effort. */
const IS_WHOLE = EFFORT >= 10;
const PARTS = EFFORT >= 30 ? 1 : 6;
const BYTES = IS_WHOLE ? 4_000_000 : 200_000;
/**
 * Maximum processor time of one turn of the event loop. Only for long runs: shorter ones share the machine with
 * others.
 */
const LONGEST_MS = IS_WHOLE ? 200 : Infinity;
/** A read that seems to exceed the budget is repeated up to this often. */
const ATTEMPTS = 3;
/** Maximum memory of the process. */
const MOST_MIB = 2_048;

const REGISTRY = loadRegistry(readRegistry());
const SCHEMA = buildCatalogSchema();

interface Target {
  readonly aspect: AspectSpec;
  readonly entity: EntitySpec;
  readonly urn: string;
  readonly sample: JsonObject;
}

const TARGETS: readonly Target[] = [...REGISTRY.aspects.values()].flatMap((aspect): readonly Target[] => {
  for (const entity of REGISTRY.entities.values()) {
    const urn = sampleUrn(entity);
    if (
      !entity.aspects.has(aspect.name) ||
      entity.keyAspect === aspect ||
      isProtectedAspect(urn, aspect.name)
    )
      continue;
    const sample = sampleAspects(REGISTRY, entity.name, [aspect.name])[aspect.name]?.value;
    if (sample !== undefined)
      return [{ aspect, entity, urn: urn.replaceAll('sample', `of-${aspect.name}`), sample }];
  }
  return [];
});

/** The aspects of this run: the most demanding ones and, in a long run, every sixth one, from where the seed says. */
function targetsOfRun(): readonly Target[] {
  const others = IS_WHOLE ? TARGETS.filter((_, i) => i % PARTS === SEED % PARTS) : [];
  return [...new Set([...mostDemanding(), ...others])];
}

/** The most demanding aspects: with the most searched fields, relationships, lineage, paths, points. */
function mostDemanding(): readonly Target[] {
  const rules: readonly ((aspect: AspectSpec) => number)[] = [
    ({ searchable }) => searchable.length,
    ({ relationships }) => relationships.length,
    (aspect) =>
      hasForm(aspect, 'wide products') ? aspect.relationships.filter((one) => one.isLineage).length : 0,
    ({ searchable }) => searchable.filter(({ fieldType }) => fieldType.startsWith('BROWSE_PATH')).length,
    ({ kind, record }) => (kind === 'timeseries' ? record.fields.size : 0),
  ];
  const chosen = rules.flatMap((rule) =>
    TARGETS.toSorted((a, b) => rule(b.aspect) - rule(a.aspect)).slice(0, 1),
  );
  return [...new Set(chosen)];
}

/** Maximum usage of one route. */
interface Worst {
  readonly turnMs: number;
  readonly memoryMiB: number;
  readonly what: string;
}
const worst = new Map<string, Worst>();

let engines: Engines;
let folder: string;
let server: ProbedServer;
beforeAll(async () => {
  engines = await startEngines();
  folder = mkdtempSync(join(tmpdir(), 'colophon-budgets-'));
  server = await startProbed(folder, engines.flags);
});
afterAll(async () => {
  await server.end('SIGTERM');
  await engines[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
  const lines = [...worst]
    .sort(([, a], [, b]) => b.turnMs - a.turnMs)
    .map(
      ([route, { memoryMiB, turnMs, what }]) =>
        `${turnMs.toFixed(0).padStart(6)} ms ${memoryMiB.toFixed(0).padStart(6)} MiB  ${route} (${what})`,
    );
  console.log(`Longest turn and greatest memory per route:\n${lines.join('\n')}`);
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Status of the answer; 0 if there is none. */
async function send({ body, method, path }: Sent): Promise<number> {
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.status ?? 0;
}

/** Budgets exceeded in this test. */
let exceeded: string[] = [];
beforeEach(() => void (exceeded = []));
afterEach(() => expect(exceeded).toEqual([]));

/** Sends a request, up to three times if it is a read, and compares its usage with the budgets. */
async function measure(route: string, what: string, request: Sent, attempts = ATTEMPTS): Promise<number> {
  let status = 0;
  let turnMs = Infinity;
  let memoryMiB = 0;
  for (let attempt = 0; attempt === 0 || (attempt < attempts && turnMs > LONGEST_MS); attempt++) {
    await server.usage();
    status = await send(request);
    const usage = await server.usage();
    turnMs = Math.min(turnMs, usage.turnMs);
    memoryMiB = Math.max(memoryMiB, usage.memoryMiB);
  }
  const known = worst.get(route);
  if (known === undefined || known.turnMs < turnMs) {
    worst.set(route, { turnMs, memoryMiB: Math.max(memoryMiB, known?.memoryMiB ?? 0), what });
  }
  const of = `${route}, ${what}`;
  if (status === 0 || status === 500) exceeded.push(`${of}: status ${status}`);
  if (turnMs > LONGEST_MS) exceeded.push(`${of}: a turn of ${turnMs.toFixed(0)} ms`);
  if (memoryMiB > MOST_MIB) exceeded.push(`${of}: ${memoryMiB.toFixed(0)} MiB`);
  return status;
}

/** Writes the value by Rest.li, with a quarter of the length after each refusal; returns whether it was written. */
async function write({ aspect, entity, sample, urn }: Target, form: Form): Promise<boolean> {
  for (let bytes = BYTES; bytes > 1_000; bytes /= 4) {
    const value = JSON.stringify(hostileValue(aspect, sample, form, bytes));
    const proposal = {
      entityType: entity.name,
      entityUrn: urn,
      aspectName: aspect.name,
      changeType: 'UPSERT',
      aspect: { contentType: 'application/json', value },
    };
    const request = { method: 'POST', path: '/aspects?action=ingestProposal', body: { proposal } };
    const what = `${form} of ${aspect.name}, ${value.length} bytes`;
    if ((await measure('POST /aspects?action=ingestProposal', what, request, 1)) < 300) return true;
  }
  return false;
}

async function cursor(): Promise<string> {
  const { body } = await server.send('GET', '/api/colophon/v1/changes?since=now&limit=1');
  return (body as { readonly cursor: string }).cursor;
}

/** Restarts the server on its folder, as after a crash. */
async function restart(): Promise<void> {
  await server.end('SIGKILL');
  server = await startProbed(folder, engines.flags);
  expect(await send({ method: 'GET', path: '/health/ready' })).toBe(200);
}

describe.each(targetsOfRun())('$aspect.name of $entity.name', (target) => {
  const { aspect, entity, urn } = target;
  const forms = FORMS.filter((form) => hasForm(aspect, form));

  it.each(forms)('with %s is written and read within the budgets', async (form) => {
    if (server.process.exitCode !== null || server.process.signalCode !== null) await restart();
    const since = await cursor();
    if (!(await write(target, form))) return;
    const shown = { aspect, entityType: entity.name, urn, since };
    for (const { route, ...request } of readsOf(shown, SCHEMA)) {
      await measure(route, `${form} of ${aspect.name}`, request);
    }
  });

  it('does not prevent a restart of the server', restart);

  it('is deleted within the budgets', async () => {
    const path = `/openapi/v3/entity/${entity.name}/${encodeURIComponent(urn)}`;
    await measure('DELETE /openapi/v3/entity/:entity/:urn', aspect.name, { method: 'DELETE', path }, 1);
  });
});
