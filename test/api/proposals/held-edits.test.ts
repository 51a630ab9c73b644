import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, withToken, userUrn } from '../../support/test-actors.ts';
import { until } from '../../support/until.ts';

const ORDERS = datasetUrn('shop.orders');
const TEAM = propertyUrn('team');
const EDITS = '/api/colophon/v1/bulk-edits';
const HELD = /^Held for review as urn:li:changeProposal:\S+\. Nothing was changed yet\.$/;

let server: TestServer;
let client: ReturnType<typeof clientOf>;
/** A full token of an administrator, and one that only proposes. */
let full: TestServer;
let agent: TestServer;

beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
  await client.define('team', { allowedValues: [{ string: 'red' }, { string: 'blue' }] });
  await client.dataset('shop.orders');
  full = await addActor(server, 'robot', { roles: ['Admin'] });
  agent = await withToken(server, userUrn('robot'), { proposeOnly: true });
});
afterAll(() => server.stop());
beforeEach(() => client.assign(ORDERS, { team: [{ string: 'red' }] }));

function toTeam(team: string, urns: readonly string[] = [ORDERS]) {
  return { urns, changes: [{ field: 'team', action: 'set', values: [team] }] };
}

/** Sends an edit that must be held; resolves with the proposal. */
async function held(path: string, body: unknown) {
  const { headers, json, status, text } = await agent.request('POST', path, body);
  expect(status, text).toBe(403);
  expect(json.message).toMatch(HELD);
  const urn = headers.get('x-colophon-proposal') ?? '';
  expect(json.message).toContain(urn);
  const { json: proposal } = await server.request(
    'GET',
    `/api/colophon/v1/proposals/${urn.split(':').at(-1)}`,
  );
  return proposal;
}

/** Sends an edit to its end; resolves with the report. */
async function finished(of: TestServer, body: unknown) {
  const { json, status, text } = await of.request('POST', EDITS, body);
  expect(status, text).toBeLessThan(300);
  const read = async () => (await of.request('GET', `${EDITS}/${json.id}`)).json;
  await until('the edit is done', async () => (await read()).state === 'succeeded');
  return read();
}

describe('a bulk edit with a propose-only token', () => {
  it('becomes one proposal, also from a table', async () => {
    await client.dataset('shop.visits');
    const edit = toTeam('blue', [ORDERS, datasetUrn('shop.visits')]);
    const proposal = await held(EDITS, edit);
    expect(proposal).toMatchObject({ state: 'OPEN', proposer: userUrn('robot') });
    expect(proposal.items).toHaveLength(2);
    expect((await held(EDITS, edit)).id).toBe(proposal.id);
    const csv = `urn,team\n"${ORDERS}",blue\n`;
    expect((await held(EDITS, { csv })).items).toHaveLength(1);
    expect(await client.values(ORDERS)).toEqual({ team: [{ string: 'red' }] });
    const reports = (await full.request('GET', EDITS)).json;
    expect(JSON.stringify(reports)).not.toContain('bulk-edit-');
  });

  it('runs as a dry run, and reports that nothing would change', async () => {
    expect((await finished(agent, { ...toTeam('blue'), dryRun: true })).result).toMatchObject({ changed: 1 });
    expect((await finished(agent, toTeam('red'))).result).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await client.values(ORDERS)).toEqual({ team: [{ string: 'red' }] });
  });

  it('is refused whole with the first refusal of an asset', async () => {
    const { json, status } = await agent.request('POST', EDITS, toTeam('green'));
    expect([status, json.message]).toEqual([400, expect.stringContaining('green')]);
    const missing = await agent.request('POST', EDITS, toTeam('blue', [datasetUrn('shop.none')]));
    expect(missing.status).toBeGreaterThanOrEqual(400);
  });

  it('cannot undo, restore or redefine', async () => {
    const { id } = await finished(full, toTeam('blue'));
    const narrower = {
      definition: {
        urn: TEAM,
        propertyDefinition: definition('team', { allowedValues: [{ string: 'green' }] }),
      },
      changes: [{ field: TEAM, action: 'replace', values: ['red', 'blue', 'green'] }],
    };
    for (const body of [{ undo: id }, { run: 'none' }, narrower]) {
      const { json, status } = await agent.request('POST', EDITS, body);
      expect(status, JSON.stringify(json)).toBeGreaterThanOrEqual(400);
      expect(json.message).not.toMatch(HELD);
    }
    expect(await client.values(ORDERS)).toEqual({ team: [{ string: 'blue' }] });
    const stored = await server.request(
      'GET',
      `/openapi/v3/entity/structuredproperty/${TEAM}/propertyDefinition`,
    );
    expect(stored.json.value.allowedValues).toHaveLength(2);
  });
});

describe('definitions with a propose-only token', () => {
  const wider = definition('team', {
    allowedValues: [{ string: 'red' }, { string: 'blue' }, { string: 'green' }],
  });

  it('become a proposal, which an administrator approves', async () => {
    const body = { definitions: [{ urn: TEAM, propertyDefinition: wider }] };
    const planned = await agent.request('POST', '/api/colophon/v1/plans', body);
    expect(planned.json.definitions).toMatchObject([{ change: 'compatible' }]);
    const proposal = await held('/api/colophon/v1/plans/apply', {
      ...body,
      planToken: planned.json.planToken,
    });
    expect(proposal.items).toMatchObject([{ urn: TEAM, aspect: 'propertyDefinition' }]);
    const path = `/api/colophon/v1/proposals/${proposal.id}/approve`;
    const approved = await server.request('POST', path, {});
    expect(approved.json.state).toBe('APPROVED');
    await client.assign(ORDERS, { team: [{ string: 'green' }] });
    expect(await client.values(ORDERS)).toEqual({ team: [{ string: 'green' }] });
  });

  it('are deleted by a proposal, softly or for good', async () => {
    const urn = propertyUrn('doomed');
    await client.define('doomed');
    const deletion = { deletions: [{ urn }] };
    const soft = await held('/api/colophon/v1/plans/apply', deletion);
    expect(soft.items).toMatchObject([{ urn, aspect: 'status', path: ['removed'], after: true }]);
    const approve = ({ id }: { id: string }) =>
      server.request('POST', `/api/colophon/v1/proposals/${id}/approve`, {});
    expect((await approve(soft)).json.state).toBe('APPROVED');
    const hard = await held('/api/colophon/v1/plans/apply', { deletions: [{ urn, hard: true }] });
    expect(hard.items).toMatchObject([{ urn, after: null }]);
    const approved = await approve(hard);
    expect(approved.status, approved.text).toBe(200);
    const { status } = await server.request('GET', `/openapi/v3/entity/structuredproperty/${urn}`);
    expect(status).toBe(404);
  });

  it('whose values must have been replaced are refused', async () => {
    const narrower = definition('team', { allowedValues: [{ string: 'red' }] });
    const body = { definitions: [{ urn: TEAM, propertyDefinition: narrower, keepValues: true }] };
    const { json, status } = await agent.request('POST', '/api/colophon/v1/plans/apply', body);
    expect([status, json.problems?.[0]?.kind]).toEqual([400, 'NOT_REVIEWABLE']);
  });

  it('of new properties are refused', async () => {
    const body = {
      definitions: [{ urn: propertyUrn('unborn'), propertyDefinition: definition('unborn') }],
    };
    const { json, status } = await agent.request('POST', '/api/colophon/v1/plans/apply', body);
    expect([status, json.message]).toEqual([404, expect.stringContaining('does not exist')]);
    const { status: found } = await server.request(
      'GET',
      `/openapi/v3/entity/structuredproperty/${propertyUrn('unborn')}`,
    );
    expect(found).toBe(404);
  });
});

describe('a proposed plan of definitions', () => {
  const path = '/api/colophon/v1/proposals';
  const narrower = definition('colour', { allowedValues: [{ string: 'red' }] });
  const planned = { definitions: [{ urn: propertyUrn('colour'), propertyDefinition: narrower }] };
  const title = 'Only red';
  let reader: TestServer;

  beforeAll(async () => {
    await client.define('colour', { allowedValues: [{ string: 'red' }, { string: 'blue' }] });
    reader = await addActor(server, 'pam', { roles: ['Reader'] });
  });

  async function proposed(plan: unknown) {
    const { json, status, text } = await reader.request('POST', path, { title, plan });
    expect(status, text).toBe(201);
    return json;
  }

  it('needs no right but to propose, and shows what it would do to who may plan', async () => {
    await client.assign(ORDERS, { colour: [{ string: 'blue' }] });
    const versioned = { ...narrower, version: '20260101000000' };
    const { id, plan } = await proposed({
      definitions: [{ urn: propertyUrn('colour'), propertyDefinition: versioned }],
    });
    expect(plan).toBeNull();
    const { json: shown } = await server.request('GET', `${path}/${id}`);
    expect(shown.plan.definitions).toMatchObject([
      { urn: propertyUrn('colour'), change: 'breaking', entities: 1, values: 1 },
    ]);
    const refused = await reader.request('POST', `${path}/${id}/approve`, {});
    expect(refused.status).toBe(403);
    await client.dataset('shop.visits');
    await client.assign(datasetUrn('shop.visits'), { colour: [{ string: 'blue' }] });
    const { reviewToken } = shown;
    const outdated = await server.request('POST', `${path}/${id}/approve`, { reviewToken });
    expect([outdated.status, outdated.json.problems?.[0]?.kind]).toEqual([409, 'PROPOSAL_CHANGED']);
    const { json: seen } = await server.request('GET', `${path}/${id}`);
    expect(seen.plan.definitions).toMatchObject([{ entities: 2 }]);
    const approved = await server.request('POST', `${path}/${id}/approve`, { reviewToken: seen.reviewToken });
    expect(approved.json, approved.text).toMatchObject({ state: 'APPROVED', plan: null });
    const { json: stored } = await server.request(
      'GET',
      `/openapi/v3/entity/structuredproperty/${propertyUrn('colour')}/propertyDefinition`,
    );
    expect(stored.value.allowedValues).toHaveLength(1);
    // Also when the approval is no longer the last change of the proposal.
    await server.request('POST', `${path}/${id}/comments`, { text: 'Thanks' });
    const { json: decided } = await server.request('GET', `${path}/${id}`);
    const undone = await server.request('POST', '/api/colophon/v1/plans/undo', {
      commit: decided.planCommit,
    });
    expect(undone.json, undone.text).toMatchObject({ values: [{ assets: 2 }] });
    await until('the values are back', async () => 'colour' in (await client.values(ORDERS)));
  });

  it('reads the definitions of a file', async () => {
    const yaml =
      '- id: team\n  qualified_name: team\n  type: string\n  entity_types: [dataset]\n  display_name: Squad\n';
    const { items } = await proposed({ yaml, name: 'team.yaml' });
    expect(items).not.toHaveLength(0);
    const broken = await reader.request('POST', path, {
      title,
      plan: { yaml: '- id: [', name: 'team.yaml' },
    });
    expect([broken.status, broken.json.message]).toEqual([400, expect.stringContaining('team.yaml')]);
  });

  it('obeys its plan token', async () => {
    const { json } = await server.request('POST', '/api/colophon/v1/plans', {
      deletions: [{ urn: propertyUrn('colour'), hard: true }],
    });
    const { planToken } = json;
    const other = await reader.request('POST', path, {
      title,
      plan: { deletions: [{ urn: propertyUrn('team'), hard: true }], planToken },
    });
    expect([other.status, other.json.problems?.[0]?.kind]).toEqual([409, 'PLAN_OUTDATED']);
    const { items } = await proposed({ deletions: [{ urn: propertyUrn('colour'), hard: true }], planToken });
    expect(items).toMatchObject([{ urn: propertyUrn('colour'), after: null }]);
  });

  it('is refused with an edit, empty, of hidden or new properties, and without the right to propose', async () => {
    const edit = { urns: [ORDERS], changes: [{ field: 'team', action: 'set', values: ['blue'] }] };
    const bodies: readonly (readonly [unknown, number])[] = [
      [{ title, edit, plan: planned }, 400],
      [{ title }, 400],
      [{ title, plan: {} }, 400],
      [{ title, plan: { ...planned, yaml: '[]' } }, 400],
      [{ title, plan: { definitions: 'all' } }, 400],
      [{ title, plan: { ...planned, planToken: 'x' } }, 400],
      [{ title, plan: { definitions: [{ urn: ORDERS, propertyDefinition: {} }] } }, 400],
      [{ title, plan: { deletions: [{ urn: propertyUrn('unborn') }] } }, 404],
    ];
    for (const [body, status] of bodies) {
      const answer = await server.request('POST', path, body);
      expect([answer.status, body], answer.text).toEqual([status, body]);
    }
    const policy = 'urn:li:dataHubPolicy:propose-changes-all';
    const info = `/openapi/v3/entity/datahubpolicy/${policy}/dataHubPolicyInfo`;
    const { json: kept } = await server.request('GET', info);
    await server.request('POST', `${info}?createIfNotExists=false`, {
      value: { ...kept.value, state: 'INACTIVE' },
    });
    const refused = await reader.request('POST', path, { title, plan: planned });
    await server.request('POST', `${info}?createIfNotExists=false`, { value: kept.value });
    expect(refused.status, refused.text).toBe(403);
  });
});
