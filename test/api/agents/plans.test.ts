import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { schemaWith } from '../../support/samples/sample-schema.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, withToken, writeAspect, writePolicy } from '../../support/test-actors.ts';
import { until } from '../../support/until.ts';
import { ask, refused } from './agent-client.ts';

const PII = 'urn:li:tag:PII';
const TEAM = propertyUrn('io.acme.team');

let count = 0;
/** How far the clock of the server is ahead, in ms. */
let later = 0;
let server: TestServer;
let urns: readonly [string, string];

beforeAll(async () => {
  server = await startServer({
    environment: { now: () => Date.now() + later },
    options: { 'agents.callsPerMinute': 0 },
  });
  const client = clientOf(server);
  await client.post(PII, 'tagProperties', { name: 'PII' });
  await client.post('urn:li:domain:sales', 'domainProperties', { name: 'Sales' });
  await client.define('io.acme.team', {
    entityTypes: ['dataset', 'schemaField'],
  });
});
afterAll(() => server.stop());
beforeEach(async () => {
  urns = [datasetUrn(`a${count}`), datasetUrn(`b${count++}`)];
  for (const urn of urns) await writeAspect(server, urn, 'schemaMetadata', schemaWith('id'));
});

function tagging(of: readonly string[] = urns, values = ['PII']) {
  return { changes: [{ urns: of, field: 'tags', action: 'add', values }], reason: 'an audit' };
}

async function planOf(args: object = tagging(), by = server): Promise<string> {
  const { plan } = await ask(by, 'set_metadata', { ...args });
  expect(plan).toMatch(/^p\d+$/);
  return plan;
}

/** The message of the refusal of a plan with this change. */
async function refusal(change: object): Promise<string> {
  return JSON.stringify(await refused(server, 'set_metadata', { changes: [change], reason: 'r' }));
}

const apply = (plan: string, by = server) => ask(by, 'set_metadata', { plan });
const notApplied = (plan: string, by = server) => refused(by, 'set_metadata', { plan });

async function tagsOf(urn: string): Promise<readonly string[]> {
  const { json } = await server.request('GET', aspectPath(urn, 'globalTags', 'v3'));
  return (json?.value?.tags ?? []).map(({ tag }: { readonly tag: string }) => tag);
}

describe('set_metadata', () => {
  it('changes what lineage leads to, up to values of the property, with the start as attribution', async () => {
    const [start, valued] = urns;
    const [near, far] = urns.map((urn) => urn.replace(/(?=,PROD)/, '_down'));
    for (const [down, up] of [
      [near, start],
      [valued, start],
      [far, valued],
    ] as const)
      await writeAspect(server, down ?? '', 'upstreamLineage', {
        upstreams: [{ dataset: up, type: 'COPY' }],
      });
    await clientOf(server).assign(valued, { 'io.acme.team': [{ string: 'own' }] });
    const lineage = { urn: start, direction: 'downstream', hops: 5, stop_at_value: true };
    const change = { lineage, field: 'io.acme.team', action: 'set', values: ['red'] };
    const plan = await planOf({ changes: [change], reason: 'ownership' });
    const { edit } = await apply(plan);
    const { json } = await server.request('GET', aspectPath(near ?? '', 'structuredProperties', 'v3'));
    expect(json.value.properties).toMatchObject([
      { values: [{ string: 'red' }], attribution: { source: start } },
    ]);
    expect(await clientOf(server).values(far ?? '')).toEqual({});
    const { json: report } = await server.request('GET', `/api/colophon/v1/bulk-edits/${edit}`);
    expect(report.result).toMatchObject({
      changed: 1,
      about: { changes: [{ field: 'io.acme.team', action: 'set', values: ['red'] }] },
    });
    expect(report.result.about.changes[0]).not.toHaveProperty('origin');
    for (const [unusable, said] of [
      [{ ...change, urns: [near] }, "'urns', 'search' and 'lineage'"],
      [{ ...change, column: 'id' }, "'column' is not allowed with 'lineage'"],
      [{ ...change, field: 'tags', values: [PII] }, "'lineage.stopAtValue' is not possible"],
      [{ ...change, lineage: { ...lineage, hops: 11 } }, 'a whole number from 1 to 10'],
      [{ ...change, lineage: { ...lineage, urn: datasetUrn('none') } }, 'does not exist'],
    ] as const)
      expect(await refusal(unusable), JSON.stringify(unusable)).toContain(said);
  });

  it('shows what would change, and writes nothing', async () => {
    const missing = datasetUrn('none');
    const shown = await ask(server, 'set_metadata', tagging([...urns, missing]));
    expect(shown).toMatchObject({ assets: 3, changed: 2, unchanged: 0, failed: 1 });
    expect(shown.sample[0]).toEqual({
      urn: urns[0],
      fields: ['tags'],
      untrusted: { before: { tags: [] }, after: { tags: [PII] } },
    });
    expect(shown.failures).toMatchObject([{ urn: missing, code: 'NOT_FOUND' }]);
    expect(await tagsOf(urns[0])).toEqual([]);
  });

  it('applies a plan in one commit, as an edit that can be shown', async () => {
    const plan = await planOf();
    const done = await apply(plan);
    expect(done).toMatchObject({ commit: done.sequence, changed: 2, failed: 0, state: 'done' });
    expect(await tagsOf(urns[1])).toEqual([PII]);
    expect(await ask(server, 'get_edit', { edit: done.edit })).toMatchObject({
      state: 'succeeded',
      plan,
      changed: 2,
    });
    const { events } = await ask(server, 'changes', { since: 'oldest', urns, limit: 200 });
    const tagged = events.filter(({ aspect }: { readonly aspect: string }) => aspect === 'globalTags');
    expect(tagged.map(({ sequence }: { readonly sequence: number }) => sequence)).toEqual([
      done.commit,
      done.commit,
    ]);
  });

  it('changes several fields by name, and assets of a search', async () => {
    await clientOf(server).post(userUrn('ann'), 'corpUserInfo', { active: true, displayName: 'Ann' });
    const shown = await ask(server, 'set_metadata', {
      changes: [
        {
          urns,
          field: 'owners',
          action: 'add',
          values: ['Ann as urn:li:ownershipType:__system__data_steward'],
        },
        { urns: [urns[0]], field: 'domain', action: 'set', values: ['sales'] },
        { urns, field: 'io.acme.team', action: 'set', values: ['red'] },
        { urns, field: 'description', action: 'set', values: ['Orders'] },
        { urns: [urns[0]], column: 'id', field: 'description', action: 'set', values: ['The key'] },
        { urns: [urns[0]], column: 'id', field: 'tags', action: 'add', values: ['pii'] },
        { urns: [urns[0]], column: 'id', field: 'io.acme.team', action: 'set', values: ['blue'] },
        { search: { filter: `urn = "${urns[1]}"` }, field: 'tags', action: 'set', values: ['pii'] },
      ],
      reason: 'curation',
    });
    expect(shown, JSON.stringify(shown)).toMatchObject({ assets: 3, changed: 3, failed: 0 });
    await apply(shown.plan);
    const { entities } = await ask(server, 'get_entities', {
      urns,
      include: ['labels', 'properties', 'description', 'columns'],
    });
    expect(entities).toMatchObject([
      {
        labels: { owners: [{ urn: userUrn('ann') }], domain: 'urn:li:domain:sales' },
        properties: [{ urn: TEAM, untrusted: { values: ['red'] } }],
        columns: { items: [{ tags: [PII], untrusted: { description: 'The key' } }] },
        untrusted: { description: 'Orders' },
      },
      { labels: { tags: [PII] }, untrusted: { description: 'Orders' } },
    ]);
  });

  it('keeps no plan of what changes nothing', async () => {
    await apply(await planOf());
    const again = await ask(server, 'set_metadata', tagging());
    expect(again).toMatchObject({ changed: 0, unchanged: 2 });
    expect(again.plan).toBeUndefined();
  });

  it.each<[object, object]>([
    [{ reason: 'x' }, { argument: 'changes' }],
    [
      { changes: [{ urns: ['urn:li:dataset:x'], field: 'tags', action: 'add', values: ['PII'] }] },
      { argument: 'reason' },
    ],
    [{ plan: 'p1', reason: 'x' }, { argument: 'plan' }],
    [{ changes: [], reason: 'x' }, { argument: 'changes' }],
    [
      { changes: [{ urns: [datasetUrn('x')], field: 'tags', action: 'add', values: ['PIJ'] }], reason: 'x' },
      { code: 'NOT_FOUND', argument: 'changes[0].values[0]', nearest: [PII] },
    ],
    [
      { changes: [{ urns: [datasetUrn('x')], field: 'io.acme.te', action: 'clear' }], reason: 'x' },
      { code: 'NOT_FOUND', argument: 'changes[0].field', nearest: [TEAM] },
    ],
    [
      { changes: [{ field: 'tags', action: 'clear' }], reason: 'x' },
      { code: 'INVALID_REQUEST', argument: 'changes[0]' },
    ],
    [
      { changes: [{ urns: [PII], column: 'id', field: 'description', action: 'clear' }], reason: 'x' },
      { code: 'INVALID_REQUEST', argument: 'changes[0].column' },
    ],
    [
      { changes: [{ urns: [datasetUrn('x')], column: 'id', field: 'owners', action: 'clear' }], reason: 'x' },
      { code: 'INVALID_REQUEST', argument: 'changes[0].field' },
    ],
    [
      {
        changes: [
          { urns: [datasetUrn('x')], field: 'tags', action: 'add', values: ['PII'] },
          { urns: [datasetUrn('x')], field: 'tags', action: 'clear' },
        ],
        reason: 'x',
      },
      { code: 'INVALID_REQUEST', argument: 'changes[1]' },
    ],
  ])('refuses %j', async (args, error) => {
    expect(await refused(server, 'set_metadata', { ...args })).toMatchObject(error);
  });
});

describe('a plan', () => {
  it('is used once: the second use answers the first result, also at once', async () => {
    const plan = await planOf();
    const results = await Promise.all([apply(plan), apply(plan), apply(plan)]);
    expect(new Set(results.map(({ edit }) => edit)).size).toBe(1);
    await apply(await planOf({ changes: [{ urns, field: 'tags', action: 'clear' }], reason: 'back' }));
    const { edit, commit } = await apply(plan);
    expect({ edit, commit }).toEqual({ edit: results[0].edit, commit: results[0].commit });
    expect(await tagsOf(urns[0])).toEqual([]);
  });

  it('belongs to the person and the token that made it', async () => {
    const plan = await planOf();
    const missing = await notApplied('p999999');
    const admin = await addActor(server, `admin${count}`, { roles: ['Admin'] });
    const twin = await withToken(server, userUrn(`admin${count}`));
    expect(await notApplied(plan, admin)).toEqual(missing);
    expect(await notApplied(await planOf(tagging(), admin), twin)).toEqual(missing);
    for (const name of ['1', 'p0', 'p01', 'p1e3', 'x', plan.toUpperCase(), `${plan} `])
      expect(await notApplied(name)).toEqual(missing);
    expect(await tagsOf(urns[0])).toEqual([]);
  });

  it('is valid for an hour', async () => {
    const [plan, used] = [await planOf(), await planOf(tagging([urns[1]]))];
    const { edit } = await apply(used);
    later += 3_600_001;
    expect(await notApplied(plan)).toMatchObject({ code: 'GONE' });
    expect((await apply(used)).edit).toBe(edit);
  });

  it('is refused if a field has changed since, and changes nothing', async () => {
    const plan = await planOf();
    await clientOf(server).post('urn:li:tag:Other', 'tagProperties', { name: 'Other' });
    await writeAspect(server, urns[1], 'globalTags', { tags: [{ tag: 'urn:li:tag:Other' }] });
    const error = await notApplied(plan);
    expect(error).toMatchObject({ code: 'CONFLICT' });
    expect(error.message).toContain(urns[1]);
    expect(error.message).not.toContain(urns[0]);
    expect(await tagsOf(urns[0])).toEqual([]);
    expect(await tagsOf(urns[1])).toEqual(['urn:li:tag:Other']);
  });

  it('is not hindered by changes of other fields', async () => {
    const plan = await planOf();
    await clientOf(server).assign(urns[0], { 'io.acme.team': [{ string: 'red' }] });
    expect(await apply(plan)).toMatchObject({ changed: 2, state: 'done' });
  });

  it('does not extend to what matches its search since', async () => {
    const search = { filter: `urn IN ("${urns[0]}", "${datasetUrn(`late${count}`)}")` };
    const plan = await planOf({
      ...tagging(),
      changes: [{ search, field: 'tags', action: 'add', values: ['PII'] }],
    });
    await writeAspect(server, datasetUrn(`late${count}`), 'schemaMetadata', schemaWith('id'));
    expect(await apply(plan)).toMatchObject({ changed: 1 });
    expect(await tagsOf(datasetUrn(`late${count}`))).toEqual([]);
  });

  it('grants nothing: rights are judged when it is applied', async () => {
    const steward = await addActor(server, `steward${count}`, { roles: ['Reader'] });
    const policy = {
      privileges: ['EDIT_ENTITY_TAGS'],
      actors: { users: [userUrn(`steward${count}`)] },
      resources: { allResources: true },
    };
    expect(await ask(steward, 'set_metadata', tagging())).toMatchObject({ changed: 0, failed: 2 });
    await writePolicy(server, 'steward', policy);
    const plan = await planOf(tagging(), steward);
    await writePolicy(server, 'steward', { ...policy, state: 'INACTIVE' });
    expect(await notApplied(plan, steward)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await tagsOf(urns[0])).toEqual([]);
    await writePolicy(server, 'steward', policy);
    expect(await apply(plan, steward)).toMatchObject({ changed: 2 });
  });

  it('is refused if an asset was deleted since', async () => {
    const plan = await planOf();
    await server.request('DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(urns[1])}`);
    expect((await notApplied(plan)).code).toMatch(/NOT_FOUND|CONFLICT/);
    expect(await tagsOf(urns[0])).toEqual([]);
    expect((await ask(server, 'get_entities', { urns: [urns[1]] })).missing).toHaveLength(1);
  });

  it('of more than 200 assets is applied by a job, which leaves out and lists what has changed', async () => {
    const many = Array.from({ length: 201 }, (_, i) => datasetUrn(`many${count}.${i}`));
    await server.request(
      'POST',
      '/openapi/v3/entity/dataset',
      many.map((urn) => ({ urn, status: { value: { removed: false } } })),
    );
    const plan = await planOf(tagging(many));
    await writeAspect(server, many[0] ?? '', 'globalTags', { tags: [{ tag: 'urn:li:tag:Other' }] });
    const started = await apply(plan);
    expect(started).toMatchObject({ state: 'running', edit: expect.any(Number) });
    expect(await apply(plan)).toMatchObject({ edit: started.edit });
    const read = () => ask(server, 'get_edit', { edit: started.edit });
    await until('the edit is done', async () => (await read()).state === 'succeeded');
    expect(await read()).toMatchObject({
      total: 201,
      changed: 200,
      failed: 1,
      failures: [{ urn: many[0], code: 'CONFLICT' }],
    });
  });

  it('has at most as many assets as the option says', async () => {
    const many = Array.from({ length: 600 }, (_, i) => datasetUrn(`x${i}`));
    const others = Array.from({ length: 600 }, (_, i) => datasetUrn(`y${i}`));
    const [change] = tagging().changes;
    const args = {
      changes: [
        { ...change, urns: many },
        { ...change, urns: others },
      ],
      reason: 'x',
    };
    const error = await refused(server, 'set_metadata', args);
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', argument: 'changes' });
    expect(error.message).toContain('agents.maxAssets');
  });

  it('brings its reason into the audit log and the report of the edit', async () => {
    const done = await apply(await planOf({ ...tagging(), reason: `reason ${count}` }));
    const { data } = await server.graphql(
      '{ auditEvents(input: { kinds: [CHANGE] }) { events { request { protocol operation client reason } } } }',
    );
    expect(
      data.auditEvents.events.map(({ request }: { readonly request: unknown }) => request),
    ).toContainEqual({
      protocol: 'agent',
      operation: 'set_metadata',
      client: 'test 1.0.0',
      reason: `reason ${count}`,
    });
    const { json } = await server.request('GET', `/api/colophon/v1/bulk-edits/${done.edit}`);
    expect(json.result.about).toMatchObject({ reason: `reason ${count}` });
  });

  it('is neither listed nor made with a read-only token', async () => {
    const reader = await withToken(server, userUrn('datahub'), { readOnly: true });
    const shown = await ask(reader, 'set_metadata', tagging());
    expect(shown).toMatchObject({ changed: 0, failed: 2 });
    expect(shown.plan).toBeUndefined();
    // No administrator can help: it is the token, not a policy.
    expect(shown.failures[0].untrusted.message).toContain('(The token is read-only.)');
  });
});
