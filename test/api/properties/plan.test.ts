import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  clientOf,
  datasetUrn,
  definition,
  propertyUrn,
  type DefinitionOptions,
  type Value,
} from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
});
afterAll(() => server.stop());

const PATH = '/api/colophon/v1/plans';
const NOTHING = { entities: 0, values: 0, byEntityType: {}, byPlatform: {}, byValue: {}, sampleUrns: [] };

interface Body {
  readonly definitions?: readonly unknown[];
  readonly deletions?: readonly unknown[];
}

const defining = (name: string, options?: DefinitionOptions): Body => ({
  definitions: [{ urn: propertyUrn(name), propertyDefinition: definition(name, options) }],
});
const deleting = (name: string, hard = false): Body => ({ deletions: [{ urn: propertyUrn(name), hard }] });

async function plan(body: Body): Promise<Answer['json']> {
  const { status, json, text } = await server.request('POST', PATH, body);
  expect(status, text).toBe(200);
  return json;
}

const apply = (body: Body, planToken?: string): Promise<Answer> =>
  server.request('POST', `${PATH}/apply`, { ...body, ...(planToken === undefined ? {} : { planToken }) });

/** Sequence of the last commit; a write without changes does not increase it. */
async function lastSequence(): Promise<number> {
  const { sequence } = await plan(defining('some.new.property'));
  return sequence;
}

/** Assigns values to datasets with these names, on alternating platforms; returns their urns in order. */
async function fill(property: string, values: readonly (readonly Value[])[]): Promise<string[]> {
  const urns = values.map((_, i) => datasetUrn(`${property}.t${i}`, i % 2 === 0 ? 'hive' : 'kafka'));
  for (const [i, urn] of urns.entries()) {
    expect((await client.post(urn, 'datasetProperties', { name: `t${i}` })).status).toBe(200);
    expect((await client.assign(urn, { [property]: values[i] ?? [] })).status).toBe(200);
  }
  return urns.sort();
}

const texts = (...values: string[]): Value[] => values.map((string) => ({ string }));

describe('a plan', () => {
  it('distinguishes new, compatible and unchanged definitions, and writes nothing', async () => {
    await client.define('kind.same');
    await client.define('kind.wider');
    await fill('kind.wider', [texts('a')]);
    const before = await lastSequence();
    const { planToken, sequence, definitions } = await plan({
      definitions: [
        ...(defining('kind.new').definitions ?? []),
        ...(defining('kind.same').definitions ?? []),
        ...(defining('kind.wider', { cardinality: 'MULTIPLE' }).definitions ?? []),
      ],
    });
    expect(typeof planToken).toBe('string');
    expect(sequence).toBe(before);
    expect(definitions).toEqual([
      { urn: propertyUrn('kind.new'), change: 'create', reasons: [], losses: [], ...NOTHING },
      { urn: propertyUrn('kind.same'), change: 'none', reasons: [], losses: [], ...NOTHING },
      { urn: propertyUrn('kind.wider'), change: 'compatible', reasons: [], losses: [], ...NOTHING },
    ]);
    expect(await lastSequence()).toBe(before);
    expect((await client.assign(datasetUrn('x'), { 'kind.new': texts('a') })).status).toBe(400);
  });

  it('counts new settings as a change', async () => {
    await client.define('kind.shown');
    const definitions = [
      {
        urn: propertyUrn('kind.shown'),
        propertyDefinition: definition('kind.shown'),
        structuredPropertySettings: { showInSearchFilters: true },
      },
    ];
    expect((await plan({ definitions })).definitions).toMatchObject([{ change: 'compatible' }]);
    expect((await apply({ definitions })).status).toBe(200);
    expect((await plan({ definitions })).definitions).toMatchObject([{ change: 'none' }]);
  });

  it.each<[string, DefinitionOptions, DefinitionOptions, string, object]>([
    [
      'value type',
      { type: 'string' },
      { type: 'number' },
      'Value type cannot be changed',
      { member: 'valueType', lost: ['urn:li:dataType:datahub.string'] },
    ],
    [
      'cardinality',
      { cardinality: 'MULTIPLE' },
      {},
      'cannot be changed from MULTIPLE to SINGLE',
      { member: 'cardinality', lost: ['MULTIPLE'] },
    ],
    [
      'allowed values',
      {},
      { allowedValues: texts('a') },
      'Cannot restrict values that were previously allowed',
      { member: 'allowedValues', lost: [] },
    ],
  ])('explains a breaking %s and counts hidden values', async (kind, from, to, reason, loss) => {
    const name = `breaks.${kind.replace(' ', '')}`;
    const field = `structuredProperties.${name}`;
    await client.define(name, from);
    const held =
      from.cardinality === 'MULTIPLE'
        ? [texts('a', 'b'), texts('b'), texts('c')]
        : [texts('a'), texts('b'), texts('b')];
    const urns = await fill(name, held);
    const found = await client.find(field);
    const facet = await client.facet(field);

    const unversioned = (await plan(defining(name, to))).definitions[0];
    expect(unversioned.change).toBe('breaking');
    expect(unversioned.reasons[0]).toContain(reason);
    expect(unversioned.reasons.at(-1)).toContain('Send a version (yyyyMMddhhmmss)');
    expect((await apply(defining(name, to))).status).toBe(400);

    const versioned = { ...to, version: '20261121120000' };
    const { planToken, definitions } = await plan(defining(name, versioned));
    expect(definitions).toEqual([
      {
        urn: propertyUrn(name),
        change: 'breaking',
        reasons: unversioned.reasons.slice(0, -1),
        losses: [loss],
        entities: found.length,
        values: Object.values(facet).reduce((sum, count) => sum + count, 0),
        byEntityType: { dataset: 3 },
        byPlatform: { 'urn:li:dataPlatform:hive': 2, 'urn:li:dataPlatform:kafka': 1 },
        byValue: facet,
        sampleUrns: urns,
      },
    ]);
    const applied = await apply(defining(name, versioned), planToken);
    expect(applied.status, applied.text).toBe(200);
    expect(Number(applied.headers.get('X-Colophon-Sequence'))).toBeGreaterThan(0);
    expect(applied.json.definitions).toEqual(definitions);
    expect(await client.find(field)).toEqual([]);
    expect(await client.facet(field)).toEqual({});
    for (const urn of urns) expect(await client.values(urn)).toEqual({});
  });

  it('requires a version above the highest one', async () => {
    await client.define('breaks.again', { cardinality: 'MULTIPLE', version: '20260101000000' });
    for (const version of ['20250101000000', '20260101000000']) {
      const { definitions } = await plan(defining('breaks.again', { version }));
      expect(definitions).toMatchObject([{ change: 'breaking' }]);
      expect(definitions[0].reasons.at(-1)).toContain('greater than 20260101000000');
    }
  });

  it('shows numbers as facets do, dates as days, and only the most frequent values', async () => {
    await client.define('values.days', { type: 'date' });
    await client.define('values.sizes', { type: 'number', cardinality: 'MULTIPLE' });
    await fill('values.days', [texts('2024-02-29')]);
    const sizes = Array.from({ length: 30 }, (_, i) => ({ double: i }));
    await fill('values.sizes', [sizes, [{ double: 29 }, { double: 0.5 }]]);
    const { definitions } = await plan({
      deletions: ['values.days', 'values.sizes'].map((name) => ({ urn: propertyUrn(name) })),
    });
    expect(definitions[0].byValue).toEqual({ '2024-02-29': 1 });
    expect(definitions[1]).toMatchObject({ entities: 2, values: 32 });
    expect(Object.entries(definitions[1].byValue)).toHaveLength(20);
    expect(definitions[1].byValue).toMatchObject({ '29.0': 2, '0.0': 1, '0.5': 1 });
  });
});

describe('a planned deletion', () => {
  it.each([
    ['soft', false],
    ['hard', true],
  ])('that is %s counts the affected values', async (kind, hard) => {
    const name = `gone.${kind}`;
    const field = `structuredProperties.${name}`;
    await client.define(name);
    const urns = await fill(name, [texts('x'), texts('y')]);
    const facet = await client.facet(field);
    const { planToken, definitions } = await plan(deleting(name, hard));
    expect(definitions).toMatchObject([
      { change: 'delete', reasons: [], losses: [], entities: 2, values: 2, byValue: facet, sampleUrns: urns },
    ]);
    expect(await client.find(field)).toEqual(urns);
    const applied = await apply(deleting(name, hard), planToken);
    expect(applied.status, applied.text).toBe(200);
    for (const urn of urns) expect(await client.values(urn)).toEqual({});
    if (hard) expect(await client.find(field)).toEqual([]);
    else await expect(client.find(field)).rejects.toThrow('Cannot filter on deleted Structured Property');
  });

  it('counts hidden values of a soft-deleted property, and has nothing to soft-delete', async () => {
    await client.define('gone.twice');
    await fill('gone.twice', [texts('x')]);
    expect((await apply(deleting('gone.twice'))).status).toBe(200);
    expect((await plan(deleting('gone.twice'))).definitions).toMatchObject([{ change: 'none', ...NOTHING }]);
    const { definitions } = await plan(deleting('gone.twice', true));
    expect(definitions).toMatchObject([{ change: 'delete', entities: 1, values: 1 }]);
  });

  it('counts entities of every type, soft-deleted ones too', async () => {
    const name = 'gone.everywhere';
    await client.define(name, { entityTypes: ['dataset', 'dashboard'] });
    const [urn = ''] = await fill(name, [texts('x')]);
    const dashboard = 'urn:li:dashboard:(looker,gone.everywhere)';
    expect((await client.assign(dashboard, { [name]: texts('x') })).status).toBe(200);
    expect((await client.post(urn, 'status', { removed: true })).status).toBe(200);
    const { definitions } = await plan(deleting(name, true));
    expect(definitions).toMatchObject([
      { entities: 2, byEntityType: { dashboard: 1, dataset: 1 }, byValue: { x: 2 } },
    ]);
  });

  it('of a missing property is refused', async () => {
    const { status, json } = await server.request('POST', PATH, deleting('no.such'));
    expect(status).toBe(404);
    expect(json.message).toBe(
      'There is no structured property urn:li:structuredProperty:no.such, so it cannot be deleted. Check the urn.',
    );
  });
});

describe('an invalid plan', () => {
  it('is refused with the message of the write', async () => {
    const invalid = {
      ...definition('bad.type'),
      valueType: 'urn:li:dataType:datahub.nothing',
      cardinality: 'SOME',
    };
    for (const propertyDefinition of [invalid, { ...definition('bad.name'), qualifiedName: 'other name' }]) {
      const urn = propertyUrn('bad.type');
      const written = await client.post(urn, 'propertyDefinition', propertyDefinition);
      const planned = await server.request('POST', PATH, { definitions: [{ urn, propertyDefinition }] });
      expect(planned.status).toBe(400);
      expect(planned.json.message).toBe(written.json.message);
    }
  });

  it('is a change of a soft-deleted definition, also a breaking one', async () => {
    await client.define('bad.hidden', { cardinality: 'MULTIPLE' });
    expect((await apply(deleting('bad.hidden'))).status).toBe(200);
    const { status, json } = await server.request('POST', PATH, defining('bad.hidden'));
    expect(status).toBe(400);
    expect(json.message).toContain('Cannot mutate a soft deleted Structured Property Definition');
  });

  it.each<[Body, string]>([
    [{}, 'The plan is empty'],
    [{ deletions: [{ urn: datasetUrn('x') }] }, '(entity type dataset)'],
    [{ ...defining('bad.twice'), ...deleting('bad.twice') }, 'occurs more than once'],
    [{ deletions: [{ urn: 'p' }] }, 'Invalid urn!: p'],
  ])('is %j', async (body, message) => {
    const { status, json } = await server.request('POST', PATH, body);
    expect(status).toBe(400);
    expect(json.message).toContain(message);
  });

  it('needs a token', async () => {
    const response = await fetch(server.url + PATH, { method: 'POST', body: '{}' });
    expect(response.status).toBe(401);
  });
});

describe('the token of a plan', () => {
  const refused = async (body: Body, planToken: string, message: string): Promise<void> => {
    const before = await lastSequence();
    const { status, json, text } = await apply(body, planToken);
    expect(status, text).toBe(409);
    expect(json.message).toContain(message);
    expect(json.message).toContain('Plan again');
    expect(await lastSequence()).toBe(before);
  };

  it('is refused when the definition has changed', async () => {
    await client.define('token.changed');
    const { planToken } = await plan(deleting('token.changed'));
    await client.define('token.changed', { cardinality: 'MULTIPLE' });
    await refused(deleting('token.changed'), planToken, 'token.changed has changed since sequence');
  });

  it('is refused when the property has been defined or deleted meanwhile', async () => {
    const created = await plan(defining('token.born'));
    await client.define('token.born');
    await refused(defining('token.born'), created.planToken, 'token.born has changed since');
    const deleted = await plan(defining('token.born', { cardinality: 'MULTIPLE' }));
    expect((await apply(deleting('token.born'))).status).toBe(200);
    const { status, json } = await apply(
      defining('token.born', { cardinality: 'MULTIPLE' }),
      deleted.planToken,
    );
    expect(status).toBe(400);
    expect(json.message).toContain('Cannot mutate a soft deleted');
  });

  it('is refused if more values would be affected, but not if fewer', async () => {
    await client.define('token.more', { cardinality: 'MULTIPLE' });
    const urns = await fill('token.more', [texts('a'), texts('b')]);
    const { planToken } = await plan(deleting('token.more', true));
    const [first = '', second = ''] = urns;
    expect((await client.assign(first, { 'token.more': texts('a', 'c') })).status).toBe(200);
    await refused(
      deleting('token.more', true),
      planToken,
      '3 values on 2 entities of urn:li:structuredProperty:token.more would be affected instead of the 2 on 2',
    );
    expect((await client.assign(first, {})).status).toBe(200);
    expect((await client.assign(second, { 'token.more': texts('other') })).status).toBe(200);
    const { status, json } = await apply(deleting('token.more', true), planToken);
    expect(status).toBe(200);
    expect(json.definitions).toMatchObject([{ entities: 1, values: 1 }]);
  });

  it('is refused with another input', async () => {
    await client.define('token.input');
    await client.define('token.other');
    const { planToken } = await plan(deleting('token.input'));
    await refused(
      deleting('token.input', true),
      planToken,
      'the input for urn:li:structuredProperty:token.input differs from the plan',
    );
    await refused(deleting('token.other'), planToken, 'token.other was not planned');
    await refused(
      deleting('token.other'),
      planToken,
      'token.input was planned but is missing from the input',
    );
  });

  it('does not depend on the order of members and properties', async () => {
    await client.define('token.b');
    const first = { urn: propertyUrn('token.a'), propertyDefinition: definition('token.a') };
    const turned = Object.fromEntries(Object.entries(first.propertyDefinition).reverse());
    const second = {
      urn: propertyUrn('token.b'),
      propertyDefinition: definition('token.b', { cardinality: 'MULTIPLE' }),
    };
    const { planToken } = await plan({ definitions: [first, second] });
    const { status } = await apply(
      { definitions: [second, { ...first, propertyDefinition: turned }] },
      planToken,
    );
    expect(status).toBe(200);
  });

  it.each(['', 'garbage', Buffer.from('{"sequence":-1,"definitions":[]}').toString('base64url')])(
    'is refused if invalid: %j',
    async (planToken) => {
      const { status, json } = await apply(defining('token.none'), planToken);
      expect(status).toBe(400);
      expect(json.message).toContain('planToken is invalid');
    },
  );

  it('admits no value that was not shown', async () => {
    const body = deleting('token.race');
    await client.define('token.race');
    const assignedAt: number[] = [];
    let isOver = false;
    const writers = [0, 1, 2].map(async (writer) => {
      // Bounded: with a remote store, a plan may never be the first commit after its count.
      for (let i = 0; !isOver && i < 50; i++) {
        const urn = datasetUrn(`race.${writer}.${i}`);
        const { status, headers } = await client.assign(urn, { 'token.race': texts('a') });
        if (status === 200) assignedAt.push(Number(headers.get('X-Colophon-Sequence')));
        for (const name of ['a', 'b']) await client.post(urn, 'datasetProperties', { name });
      }
    });
    try {
      let applied: Answer;
      let shown: Answer['json'];
      do {
        shown = await plan(body);
        applied = await apply(body, shown.planToken);
      } while (applied.status === 409);
      expect(applied.status, applied.text).toBe(200);
      const [was] = shown.definitions;
      const [done] = applied.json.definitions;
      expect(done.values).toBeLessThanOrEqual(was.values);
      isOver = true;
      await Promise.all(writers);
      const at = Number(applied.headers.get('X-Colophon-Sequence'));
      expect(assignedAt.filter((sequence) => sequence < at)).toHaveLength(done.values);
      expect(assignedAt.filter((sequence) => sequence > at)).toEqual([]);
    } finally {
      isOver = true;
      await Promise.all(writers);
    }
  });
});

describe('applying several changes', () => {
  it('applies all of them in one commit, or none', async () => {
    await client.define('many.old');
    await client.define('many.kept');
    const good = { ...defining('many.new'), ...deleting('many.old', true) };
    const bad = { ...defining('many.kept', { type: 'number' }), ...deleting('many.old', true) };
    expect((await apply(bad)).status).toBe(400);
    expect((await plan(deleting('many.old'))).definitions).toMatchObject([{ change: 'delete' }]);
    const before = await lastSequence();
    const { status, headers } = await apply(good);
    expect(status).toBe(200);
    expect(Number(headers.get('X-Colophon-Sequence'))).toBe(before + 1);
    expect((await plan(defining('many.new'))).definitions).toMatchObject([{ change: 'none' }]);
    expect((await plan(defining('many.old'))).definitions).toMatchObject([{ change: 'create' }]);
  });
});
