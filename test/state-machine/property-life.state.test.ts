import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../support/catalog-client.ts';
import type { Value } from '../support/catalog-client.ts';
import { startServer } from '../support/start-server.ts';
import type { Answer, TestServer } from '../support/start-server.ts';
import { CatalogModel, ENTITIES, NAMES } from './catalog-model.ts';
import type { Expected, Name, Scalar } from './catalog-model.ts';

/** One step: what the model does, and the request that does it. */
interface Step {
  readonly name: string;
  readonly onModel: (model: CatalogModel) => Expected;
  readonly onServer: (server: TestServer, model: CatalogModel, step: number) => Promise<Answer>;
}

const unionOf = (value: Scalar): Value => (typeof value === 'string' ? { string: value } : { double: value });
const statusOf = (name: Name): string => aspectPath(propertyUrn(name), 'status');
const definitionOf = (name: Name): string => aspectPath(propertyUrn(name), 'propertyDefinition', 'v3');

/** Versions grow with the steps of a run; properties of an earlier run are gone, and so are their versions. */
const versionOf = (step: number): string =>
  `2026010100${String(Math.floor(step / 60)).padStart(2, '0')}${String(step % 60).padStart(2, '0')}`;

const name = fc.constantFrom(...NAMES);
const entity = fc.constantFrom(...ENTITIES);
const values = fc.oneof(
  fc.array(fc.constantFrom('x', 'y', ''), { maxLength: 2 }),
  fc.array(fc.constantFrom(1, 2.5, 1e308), { minLength: 1, maxLength: 2 }),
);

const create = name.map((of): Step => ({
  name: `create ${of}`,
  onModel: (model) => model.create(of),
  onServer: (server) =>
    server.request('POST', `${definitionOf(of)}?createIfNotExists=true`, {
      value: definition(of, { cardinality: 'MULTIPLE' }),
    }),
}));
const breaking = name.map((of): Step => ({
  name: `break ${of}`,
  onModel: (model) => model.break(of),
  onServer: (server, model, step) => {
    const type = model.properties.get(of)?.type === 'number' ? 'string' : 'number';
    const value = definition(of, { type, cardinality: 'MULTIPLE', version: versionOf(step) });
    return server.request('PATCH', definitionOf(of), {
      patch: ['valueType', 'version', 'cardinality'].map((field) => ({
        op: 'add',
        path: `/${field}`,
        value: value[field],
      })),
    });
  },
}));
const setRemoved = fc.tuple(name, fc.boolean()).map(([of, removed]): Step => ({
  name: `${removed ? 'soft-delete' : 'restore'} ${of}`,
  onModel: (model) => model.setRemoved(of, removed),
  onServer: (server) => server.request('POST', statusOf(of), { removed }),
}));
const hardDelete = name.map((of): Step => ({
  name: `hard-delete ${of}`,
  onModel: (model) => model.hardDelete(of),
  onServer: (server) =>
    server.request('DELETE', `/openapi/v3/entity/structuredProperty/${encodeURIComponent(propertyUrn(of))}`),
}));
const add = fc.tuple(entity, name, values).map(([to, of, list]): Step => ({
  name: `add ${of}=${JSON.stringify(list)} to ${to}`,
  onModel: (model) => model.add(to, of, list),
  onServer: (server) =>
    server.request('PATCH', aspectPath(datasetUrn(to), 'structuredProperties'), {
      arrayPrimaryKeys: { properties: ['propertyUrn'] },
      patch: [
        {
          op: 'add',
          path: `/properties/${propertyUrn(of)}`,
          value: { propertyUrn: propertyUrn(of), values: list.map(unionOf) },
        },
      ],
    }),
}));
const replace = fc
  .tuple(entity, fc.uniqueArray(fc.tuple(name, values), { selector: ([of]) => of, maxLength: 2 }))
  .map(([on, all]): Step => ({
    name: `replace ${on} by ${JSON.stringify(all)}`,
    onModel: (model) => model.replace(on, new Map(all)),
    onServer: (server) =>
      clientOf(server).assign(
        datasetUrn(on),
        Object.fromEntries(all.map(([of, list]) => [of, list.map(unionOf)])),
      ),
  }));
const remove = fc.tuple(entity, name).map(([from, of]): Step => ({
  name: `remove ${of} from ${from}`,
  onModel: (model) => model.remove(from, of),
  onServer: (server) =>
    server.request('PATCH', aspectPath(datasetUrn(from), 'structuredProperties'), {
      arrayPrimaryKeys: { properties: ['propertyUrn'] },
      patch: [{ op: 'remove', path: `/properties/${propertyUrn(of)}` }],
    }),
}));

const step = fc.oneof(
  { arbitrary: create, weight: 4 },
  { arbitrary: add, weight: 8 },
  { arbitrary: replace, weight: 4 },
  { arbitrary: remove, weight: 2 },
  { arbitrary: setRemoved, weight: 3 },
  { arbitrary: breaking, weight: 2 },
  { arbitrary: hardDelete, weight: 1 },
);

async function expectSame(server: TestServer, model: CatalogModel, after: string): Promise<void> {
  const client = clientOf(server);
  for (const of of ENTITIES) {
    const expected = Object.fromEntries(
      [...model.visible(of)].map(([key, list]) => [key, list.map(unionOf)]),
    );
    expect(await client.values(datasetUrn(of)), after).toEqual(expected);
  }
  for (const of of NAMES) {
    const expected = model.facet(of);
    const facet = client.facet(`structuredProperties.${of}`);
    if (expected === undefined) await expect(facet, after).rejects.toThrow('deleted Structured Property');
    else expect(await facet, after).toEqual(asBuckets(expected));
  }
}

/** As the facets show it: no empty texts, numbers as text. */
function asBuckets(counts: ReadonlyMap<Scalar, number>): Record<string, number> {
  const shown: Record<string, number> = {};
  for (const [value, count] of counts) {
    if (value === '') continue;
    const text =
      typeof value === 'number'
        ? Number.isInteger(value) && value < 1e21
          ? `${value}.0`
          : String(value)
        : value;
    shown[text] = (shown[text] ?? 0) + count;
  }
  return shown;
}

const RUNS = Number(process.env['COLOPHON_STATE_RUNS'] ?? 25);

describe('any sequence of changes to properties and values', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ options: { memory: true, data: undefined } });
    for (const of of ENTITIES) await clientOf(server).dataset(of);
  });
  afterAll(() => server.stop());

  it(`leaves what a simple model says (${RUNS} sequences)`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const model = new CatalogModel();
        for (const of of NAMES) {
          await server.request(
            'DELETE',
            `/openapi/v3/entity/structuredProperty/${encodeURIComponent(propertyUrn(of))}`,
          );
        }
        const done: string[] = [];
        for (const [i, { name: what, onModel, onServer }] of steps.entries()) {
          const answer = await onServer(server, model, i);
          done.push(what);
          const trace = `${done.join('\n')}\n${answer.text}`;
          expect(answer.status < 300 ? 'done' : 'refused', trace).toBe(onModel(model));
          if (i % 5 === 4 || i === steps.length - 1) await expectSame(server, model, trace);
        }
      }),
      { numRuns: RUNS, seed: RUNS === 25 ? 20261121 : Math.trunc(performance.now()) },
    );
  });
});
