import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor, matching, userUrn, withToken, writePolicy } from '../../support/test-actors.ts';

const ROUTE = '/api/colophon/v1/proposals';
const TAG = 'urn:li:tag:proposed';
const [A, B, SECRET] = ['a', 'b', 'secret'].map((name) => datasetUrn(`proposals.${name}`)) as [
  string,
  string,
  string,
];

let server: TestServer;
let client: ReturnType<typeof clientOf>;
/** May read everything and propose changes. */
let reader: TestServer;
let editor: TestServer;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
  await client.define('team');
  await client.define('private');
  for (const name of ['a', 'b', 'secret']) await client.dataset(`proposals.${name}`);
  await client.post(TAG, 'tagProperties', { name: 'proposed' });
  reader = await addActor(server, 'paula', { roles: ['Reader'] });
  editor = await addActor(server, 'edith', { roles: ['Editor'] });
});
afterAll(() => server.stop());

type Body = Readonly<Record<string, unknown>>;

/** A bulk edit that sets the property `team`. */
function teamOf(urns: readonly string[], value: string): Body {
  return { urns, changes: [{ field: propertyUrn('team'), action: 'set', values: [value] }] };
}

async function propose(edit: Body, as = reader): Promise<Answer['json']> {
  const { json, status, text } = await as.request('POST', ROUTE, {
    title: 'A better team',
    reason: 'x',
    edit,
  });
  expect(status, text).toBe(201);
  return json;
}

function decide(as: TestServer, id: string, verb: string, body: Body = {}): Promise<Answer> {
  return as.request('POST', `${ROUTE}/${id}/${verb}`, body);
}

const valuesOf = (urn: string): Promise<Record<string, unknown>> => client.values(urn);

describe('a proposal', () => {
  it('changes nothing until somebody who may make the change approves it', async () => {
    const before = await valuesOf(A);
    const proposal = await propose(teamOf([A], 'red'));
    expect(proposal).toMatchObject({
      state: 'OPEN',
      proposer: userUrn('paula'),
      targets: [A],
      title: 'A better team',
      mayWithdraw: true,
      mayReject: false,
      items: [
        {
          urn: A,
          aspect: 'structuredProperties',
          path: ['properties', propertyUrn('team')],
          before: null,
          after: { propertyUrn: propertyUrn('team'), values: [{ string: 'red' }] },
          conflict: false,
          mayApprove: false,
          decision: null,
        },
      ],
    });
    expect(await valuesOf(A)).toEqual(before);
    expect((await decide(reader, proposal.id, 'approve')).status).toBe(403);
    expect((await decide(reader, proposal.id, 'reject')).status).toBe(403);
    expect(await valuesOf(A)).toEqual(before);
    const approved = await decide(editor, proposal.id, 'approve', { comment: 'Fine.' });
    expect(approved.status, approved.text).toBe(200);
    expect(approved.json).toMatchObject({
      state: 'APPROVED',
      decidedBy: userUrn('edith'),
      runId: `proposal-${proposal.id}`,
      comments: [{ author: userUrn('edith'), text: 'Fine.' }],
      items: [{ decision: 'APPROVED' }],
    });
    expect((await valuesOf(A))['team']).toEqual([{ string: 'red' }]);
    const again = await decide(editor, proposal.id, 'approve');
    expect([again.status, again.json.problems[0].kind]).toEqual([409, 'PROPOSAL_DECIDED']);
    expect((await decide(editor, proposal.id, 'reject')).status).toBe(409);
    expect((await decide(reader, proposal.id, 'withdraw')).status).toBe(409);
  });

  it('is approved in part, and the rest is left', async () => {
    const proposal = await propose(teamOf([A, B], 'blue'));
    expect(proposal.items).toHaveLength(2);
    const [, ofB] = proposal.items;
    expect(ofB.urn).toBe(B);
    const unknown = await decide(editor, proposal.id, 'approve', { only: ['99'] });
    expect([unknown.status, unknown.json.problems[0].kind]).toEqual([400, 'PROPOSAL_ITEMS']);
    expect((await decide(editor, proposal.id, 'approve', { only: [] })).status).toBe(400);
    const { json, text, status } = await decide(editor, proposal.id, 'approve', { only: [ofB.id] });
    expect(status, text).toBe(200);
    expect(json.state).toBe('PARTLY_APPROVED');
    expect(json.items.map((item: Body) => item['decision'])).toEqual(['LEFT', 'APPROVED']);
    expect((await valuesOf(A))['team']).toEqual([{ string: 'red' }]);
    expect((await valuesOf(B))['team']).toEqual([{ string: 'blue' }]);
  });

  it('answers the same proposal for the same content while it is open, and another afterwards', async () => {
    const first = await propose(teamOf([A], 'green'));
    expect((await propose(teamOf([A], 'green'))).id).toBe(first.id);
    expect((await decide(reader, first.id, 'withdraw')).json.state).toBe('WITHDRAWN');
    const second = await propose(teamOf([A], 'green'));
    expect(second.id).not.toBe(first.id);
    expect((await decide(editor, second.id, 'withdraw')).status).toBe(403);
    expect((await decide(editor, second.id, 'reject', { comment: 'No.' })).json.state).toBe('REJECTED');
  });

  it('is in conflict with a change of the same part only, which can be overwritten', async () => {
    const proposal = await propose(teamOf([A], 'amber'));
    await client.post(A, 'globalTags', { tags: [{ tag: TAG }] });
    const unrelated = await editor.request('GET', `${ROUTE}/${proposal.id}`);
    expect(unrelated.json.items[0].conflict).toBe(false);
    await client.assign(A, { team: [{ string: 'white' }] });
    const seen = await editor.request('GET', `${ROUTE}/${proposal.id}`);
    expect(seen.json.items[0]).toMatchObject({ conflict: true, before: { values: [{ string: 'white' }] } });
    const refused = await decide(editor, proposal.id, 'approve');
    expect(refused.status).toBe(409);
    expect(refused.json.problems[0]).toMatchObject({
      kind: 'PROPOSAL_CONFLICT',
      data: { items: [proposal.items[0].id] },
    });
    expect((await valuesOf(A))['team']).toEqual([{ string: 'white' }]);
    const stale = await decide(editor, proposal.id, 'approve', {
      overwrite: true,
      reviewToken: proposal.reviewToken,
    });
    expect([stale.status, stale.json.problems[0].kind]).toEqual([409, 'PROPOSAL_CHANGED']);
    const { reviewToken } = seen.json;
    const forced = await decide(editor, proposal.id, 'approve', { overwrite: true, reviewToken });
    expect(forced.status, forced.text).toBe(200);
    expect((await valuesOf(A))['team']).toEqual([{ string: 'amber' }]);
  });

  it('is no conflict if what it proposes is there already', async () => {
    const proposal = await propose(teamOf([B], 'violet'));
    await client.assign(B, { team: [{ string: 'violet' }] });
    const { json, status, text } = await decide(editor, proposal.id, 'approve');
    expect(status, text).toBe(200);
    expect(json.state).toBe('APPROVED');
  });

  it('is undone as a run', async () => {
    await client.assign(B, { team: [{ string: 'old' }] });
    const { id } = await propose(teamOf([B], 'new'));
    const { json } = await decide(editor, id, 'approve');
    expect((await valuesOf(B))['team']).toEqual([{ string: 'new' }]);
    const rollback = await server.request('POST', '/runs?action=rollback', {
      runId: json.runId,
      dryRun: false,
      hardDelete: false,
    });
    expect(rollback.status, rollback.text).toBe(200);
    expect((await valuesOf(B))['team']).toEqual([{ string: 'old' }]);
  });

  it('expires', async () => {
    // The second has no date that anybody could show.
    for (const expiresAt of [1, Number.MAX_SAFE_INTEGER]) {
      const { json, status } = await reader.request('POST', ROUTE, {
        title: 't',
        edit: teamOf([A], 'x'),
        expiresAt,
      });
      expect([status, json.problems[0].field]).toEqual([400, 'expiresAt']);
    }
  });

  it('refuses what is wrong with it, and keeps nothing', async () => {
    const total = async (): Promise<number> => (await reader.request('GET', `${ROUTE}?count=0`)).json.total;
    const before = await total();
    const cases: readonly (readonly [number, Body])[] = [
      [400, { title: ' ', edit: teamOf([A], 'x') }],
      [400, { title: 'x'.repeat(501), edit: teamOf([A], 'x') }],
      [400, { edit: teamOf([A], 'x') }],
      [400, { title: 't', edit: { undo: 1 } }],
      [400, { title: 't', edit: { urns: [], changes: [{ field: 'tags', action: 'add', values: [TAG] }] } }],
      [404, { title: 't', edit: teamOf([datasetUrn('proposals.missing')], 'x') }],
      [
        404,
        {
          title: 't',
          edit: { urns: [A], changes: [{ field: 'tags', action: 'add', values: ['urn:li:tag:none'] }] },
        },
      ],
      [400, { title: 't', edit: { urns: [A], changes: [{ field: 'team', action: 'set', values: [1, 2] }] } }],
    ];
    for (const [status, body] of cases) {
      const answer = await reader.request('POST', ROUTE, body);
      expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    }
    expect(await total()).toBe(before);
  });

  it('is limited in number, open ones and those of a day', async () => {
    const small = await startServer({ options: { 'proposals.mostOpen': 1 } });
    try {
      const catalog = clientOf(small);
      await catalog.define('team');
      await catalog.dataset('proposals.a');
      const statuses: number[] = [];
      for (let i = 0; i < 11; i++) {
        const made = await small.request('POST', ROUTE, { title: 't', edit: teamOf([A], `v${i}`) });
        statuses.push(made.status);
        if (i === 0) {
          const another = await small.request('POST', ROUTE, { title: 't', edit: teamOf([A], 'other') });
          expect([another.status, another.json.problems[0].kind]).toEqual([429, 'QUOTA_REACHED']);
        }
        if (made.status === 201) expect((await decide(small, made.json.id, 'withdraw')).status).toBe(200);
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
    } finally {
      await small.stop();
    }
  });

  it('has at most 1,000 parts', async () => {
    const urns = Array.from({ length: 1001 }, (_, i) => datasetUrn(`proposals.${i}`));
    const { json, status } = await reader.request('POST', ROUTE, { title: 't', edit: teamOf(urns, 'x') });
    expect([status, json.problems[0].kind]).toEqual([400, 'LIST_TOO_LONG']);
  });

  it('has comments', async () => {
    const { id } = await propose(teamOf([A], 'commented'));
    const { json, status, text } = await decide(editor, id, 'comments', { text: 'Why?' });
    expect(status, text).toBe(200);
    expect(json.comments).toMatchObject([{ author: userUrn('edith'), text: 'Why?' }]);
    expect((await decide(editor, id, 'comments', { text: '' })).status).toBe(400);
    expect((await decide(reader, id, 'withdraw')).json.comments).toHaveLength(1);
  });

  it('has at most 100,000 characters of comments, which all lists read', async () => {
    const { id } = await propose(teamOf([A], 'flooded'));
    const flood = { text: 'x'.repeat(10_000) };
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await decide(reader, id, 'comments', flood)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 400]);
    expect((await decide(reader, id, 'withdraw')).json.comments).toHaveLength(10);
  });
});

describe('the list', () => {
  it('finds by state, by entity, and what one may decide', async () => {
    const { id } = await propose(teamOf([B], 'listed'));
    const idsOf = async (as: TestServer, query: string): Promise<readonly string[]> => {
      const { json, status, text } = await as.request('GET', `${ROUTE}?${query}`);
      expect(status, text).toBe(200);
      return json.proposals.map((one: Body) => one['id']);
    };
    expect(await idsOf(editor, 'for=review')).toContain(id);
    expect(await idsOf(reader, 'for=review')).toEqual([]);
    expect(await idsOf(reader, 'for=me&state=OPEN')).toContain(id);
    expect(await idsOf(editor, 'for=me')).toEqual([]);
    expect(await idsOf(editor, `urn=${encodeURIComponent(B)}&state=OPEN`)).toEqual([id]);
    await decide(editor, id, 'reject');
    expect(await idsOf(editor, 'for=review')).not.toContain(id);
    expect((await reader.request('GET', `${ROUTE}?state=NONE`)).status).toBe(400);
    expect((await reader.request('GET', `${ROUTE}/none`)).status).toBe(404);
  });
});

describe('what is hidden', () => {
  it('does not show: proposals, items, targets, values of properties', async () => {
    await writePolicy(server, 'view-entity-page-all', {
      privileges: ['VIEW_ENTITY_PAGE', 'GET_ENTITY_PRIVILEGE', 'SEARCH_PRIVILEGE'],
      actors: { allUsers: true, allGroups: false, resourceOwners: false },
      resources: { filter: matching('URN', [SECRET], 'NOT_EQUALS') },
    });
    try {
      const outsider = await addActor(server, 'oscar');
      const insider = editor;
      const onSecret = await propose(teamOf([SECRET], 'hidden'), insider);
      expect((await outsider.request('GET', `${ROUTE}/${onSecret.id}`)).status).toBe(404);
      expect((await decide(outsider, onSecret.id, 'comments', { text: 'x' })).status).toBe(404);
      const { json: list, text } = await outsider.request('GET', ROUTE);
      expect(text).not.toContain('proposals.secret');
      expect(list.proposals.map((one: Body) => one['id'])).not.toContain(onSecret.id);
      const both = await propose(teamOf([A, SECRET], 'both'), insider);
      const seen = await outsider.request('GET', `${ROUTE}/${both.id}`);
      expect(seen.status, seen.text).toBe(200);
      expect(seen.text).not.toContain('proposals.secret');
      expect(seen.json.items).toHaveLength(1);
      expect(seen.json.targets).toEqual([A]);
      for (const path of [
        `/openapi/v3/entity/changeProposal/${encodeURIComponent(both.urn)}`,
        aspectPath(both.urn, 'changeProposalInfo', 'v3'),
        aspectPath(both.urn, 'changeProposalContent', 'v3'),
      ]) {
        const raw = await outsider.request('GET', path);
        expect(raw.text).not.toContain('proposals.secret');
        expect(raw.text).not.toContain('"both"');
      }
      await decide(insider, onSecret.id, 'withdraw');
      await decide(insider, both.id, 'withdraw');
    } finally {
      await writePolicy(server, 'view-entity-page-all', {
        privileges: ['VIEW_ENTITY_PAGE', 'GET_ENTITY_PRIVILEGE', 'SEARCH_PRIVILEGE'],
        actors: { allUsers: true, allGroups: false, resourceOwners: false },
      });
    }
  });

  it('does not show or approve items on properties that are hidden from the reader', async () => {
    const narrow = await withToken(server, userUrn('edith'), { properties: [propertyUrn('team')] });
    const change = (field: string) => ({ field: propertyUrn(field), action: 'set', values: ['veiled'] });
    const both = await propose({ urns: [A], changes: [change('team'), change('private')] });
    expect(both.items).toHaveLength(2);
    const seen = await narrow.request('GET', `${ROUTE}/${both.id}`);
    expect(seen.text).not.toContain(propertyUrn('private'));
    expect(seen.json.items).toMatchObject([{ path: ['properties', propertyUrn('team')] }]);
    const hidden = both.items.find(({ path }: { path: string[] }) => path[1] === propertyUrn('private'));
    expect((await decide(narrow, both.id, 'approve', { only: [hidden.id] })).status).toBe(400);
    const only = await propose({ urns: [A], changes: [change('private')] });
    const { json } = await narrow.request('GET', `${ROUTE}/${only.id}`);
    expect(json.items).toEqual([]);
    for (const verb of ['approve', 'reject']) expect((await decide(narrow, only.id, verb)).status).toBe(403);
    const approved = await decide(narrow, both.id, 'approve');
    expect(approved.status, approved.text).toBe(200);
    expect(await valuesOf(A)).toMatchObject({ team: [{ string: 'veiled' }] });
    expect(await valuesOf(A)).not.toHaveProperty('private');
    expect((await reader.request('GET', `${ROUTE}/${only.id}`)).json.state).toBe('OPEN');
    await decide(reader, only.id, 'withdraw');
  });

  it('is not written by a read-only token', async () => {
    const narrow = await withToken(server, userUrn('paula'), { readOnly: true });
    const edit = teamOf([A], 'read-only');
    expect((await narrow.request('POST', ROUTE, { title: 't', edit })).status).toBe(403);
    const { id } = await propose(edit);
    expect((await decide(narrow, id, 'withdraw')).status).toBe(403);
    expect((await decide(narrow, id, 'comments', { text: 'x' })).status).toBe(403);
    expect((await decide(reader, id, 'withdraw')).json.comments).toEqual([]);
  });

  it('cannot be written past the operations, by anybody', async () => {
    const { id, urn } = await propose(teamOf([A], 'raw'));
    for (const aspect of ['changeProposalInfo', 'changeProposalContent']) {
      const { status, text } = await server.request('POST', aspectPath(urn, aspect), { items: '[]' });
      expect([status, text]).toEqual([403, expect.stringContaining('proposals')]);
    }
    await decide(reader, id, 'withdraw');
  });
});

describe("DataHub Cloud's mutations", () => {
  const REF = `resourceUrn: "${A}"`;
  it.each([
    ['proposeTags', 'ProposeTagsInput!', { tagUrns: [TAG] }, ['tags', TAG]],
    [
      'proposeTags',
      'ProposeTagsInput!',
      { tagUrns: [TAG], subResourceType: 'DATASET_FIELD', subResource: 'id' },
      ['editableSchemaFieldInfo', 'id', 'globalTags', 'tags', TAG],
    ],
    [
      'proposeTerms',
      'ProposeTermsInput!',
      { termUrns: ['urn:li:glossaryTerm:t'] },
      ['terms', 'urn:li:glossaryTerm:t'],
    ],
    ['proposeDomain', 'ProposeDomainInput!', { domainUrn: 'urn:li:domain:d' }, []],
    [
      'proposeOwners',
      'ProposeOwnersInput!',
      { owners: [{ ownerUrn: userUrn('edith'), ownerEntityType: 'CORP_USER' }] },
      ['owners', userUrn('edith')],
    ],
    [
      'proposeStructuredProperties',
      'ProposeStructuredPropertiesInput!',
      {
        structuredProperties: [
          { structuredPropertyUrn: propertyUrn('team'), values: [{ stringValue: 'cloud' }] },
        ],
      },
      ['properties', propertyUrn('team')],
    ],
  ])('%s answers the urn of a proposal', async (field, type, members, path) => {
    await client.post('urn:li:glossaryTerm:t', 'glossaryTermInfo', {
      name: 't',
      definition: '',
      termSource: 'INTERNAL',
    });
    await client.post('urn:li:domain:d', 'domainProperties', { name: 'd' });
    await client.post(B, 'schemaMetadata', {
      schemaName: 's',
      platform: 'urn:li:dataPlatform:hive',
      version: 0,
      hash: '',
      platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
      fields: [
        { fieldPath: 'id', nativeDataType: 'text', type: { type: { 'com.linkedin.schema.StringType': {} } } },
      ],
    });
    await client.post(B, 'globalTags', { tags: [] });
    await client.assign(B, {});
    const { data, errors } = await reader.graphql(`mutation p($input: ${type}) { ${field}(input: $input) }`, {
      input: { resourceUrn: B, description: 'Please.', ...members },
    });
    expect(errors).toBeUndefined();
    const id = data[field].split(':').at(-1);
    const { json } = await reader.request('GET', `${ROUTE}/${id}`);
    expect(json).toMatchObject({ state: 'OPEN', reason: 'Please.', proposer: userUrn('paula') });
    expect(json.items[0].path.slice(0, path.length)).toEqual(path);
    const approved = await decide(editor, id, 'approve');
    expect(approved.status, approved.text).toBe(200);
    expect(approved.json.state).toBe('APPROVED');
    const again = await reader.graphql(`mutation p($input: ${type}) { ${field}(input: $input) }`, {
      input: { resourceUrn: B, ...members },
    });
    expect(again.errors[0].message).toContain('nothing to propose');
  });

  it('proposes descriptions', async () => {
    const before = await server.request('GET', aspectPath(A, 'editableDatasetProperties', 'v3'));
    const { data, errors } = await reader.graphql(
      `mutation { proposeUpdateDescription(input: { ${REF}, description: "Better", proposalNote: "Because." }) }`,
    );
    expect([errors, data]).toEqual([undefined, { proposeUpdateDescription: true }]);
    expect((await server.request('GET', aspectPath(A, 'editableDatasetProperties', 'v3'))).status).toBe(
      before.status,
    );
    const { json } = await reader.request('GET', `${ROUTE}?for=me&state=OPEN`);
    expect(json.proposals[0]).toMatchObject({ title: 'Description of 1 entity', reason: 'Because.' });
    await decide(reader, json.proposals[0].id, 'withdraw');
  });
});

describe('a propose-only token', () => {
  let agent: TestServer;
  beforeAll(async () => {
    agent = await withToken(server, userUrn('edith'), { proposeOnly: true });
  });

  const HELD = /^Held for review as (urn:li:changeProposal:[0-9a-f]+)\. Nothing was changed yet\.$/;

  it('cannot be read-only or direct as well', async () => {
    for (const other of ['readOnly', 'direct']) {
      const { json, status } = await server.request('POST', '/api/colophon/v1/tokens', {
        name: 'n',
        durationMs: null,
        proposeOnly: true,
        [other]: true,
      });
      expect([status, json.problems[0].field ?? 'proposeOnly']).toEqual([400, 'proposeOnly']);
    }
  });

  it('holds writes of OpenAPI, Rest.li and GraphQL, and approving them needs a full token', async () => {
    const before = await valuesOf(B);
    const value = { properties: [{ propertyUrn: propertyUrn('team'), values: [{ string: 'held' }] }] };
    const openApi = await agent.request('POST', aspectPath(B, 'structuredProperties'), value);
    expect([openApi.status, openApi.json.message]).toEqual([403, expect.stringMatching(HELD)]);
    const urn = HELD.exec(openApi.json.message)?.[1];
    expect(openApi.headers.get('x-colophon-proposal')).toBe(urn);
    const restli = await agent.request('POST', '/aspects?action=ingestProposal', {
      proposal: {
        entityUrn: B,
        entityType: 'dataset',
        aspectName: 'structuredProperties',
        changeType: 'UPSERT',
        aspect: { contentType: 'application/json', value: JSON.stringify(value) },
      },
      async: 'false',
    });
    expect([restli.status, restli.json.message]).toEqual([403, expect.stringMatching(HELD)]);
    expect(HELD.exec(restli.json.message)?.[1]).toBe(urn);
    const { errors } = await agent.graphql(
      `mutation { addTags(input: { tagUrns: ["${TAG}"], resourceUrn: "${B}" }) }`,
    );
    expect(errors[0]).toMatchObject({
      message: expect.stringMatching(HELD),
      extensions: { code: 403, type: 'HELD', proposal: expect.stringContaining('urn:li:changeProposal:') },
    });
    expect(await valuesOf(B)).toEqual(before);
    const id = urn?.split(':').at(-1) ?? '';
    expect((await decide(agent, id, 'approve')).status).toBe(403);
    expect((await decide(agent, id, 'reject')).status).toBe(403);
    expect((await agent.request('GET', `${ROUTE}?for=review`)).json.total).toBe(0);
    const approved = await decide(editor, id, 'approve');
    expect(approved.status, approved.text).toBe(200);
    expect((await valuesOf(B))['team']).toEqual([{ string: 'held' }]);
    const tagged = await agent.request('GET', `${ROUTE}?for=me&state=OPEN`);
    expect(tagged.json.proposals[0]).toMatchObject({ title: 'Tags of 1 entity', targets: [B] });
    expect((await decide(agent, tagged.json.proposals[0].id, 'withdraw')).status).toBe(200);
  });

  it('reads, and its writes that change nothing succeed', async () => {
    const same = await valuesOf(B);
    const { status, text } = await agent.request('POST', aspectPath(B, 'structuredProperties'), {
      properties: Object.entries(same).map(([name, values]) => ({ propertyUrn: propertyUrn(name), values })),
    });
    expect(status, text).toBe(200);
  });

  it('creates, deletes and manages nothing', async () => {
    const refused: readonly (readonly [string, string, unknown])[] = [
      ['POST', aspectPath(datasetUrn('proposals.new'), 'globalTags'), { tags: [] }],
      ['POST', aspectPath(B, 'datasetProperties'), { name: 'n' }],
      ['DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(B)}`, undefined],
      ['POST', '/api/colophon/v1/tokens', { name: 'n', durationMs: null }],
      ['POST', '/openapi/v2/entity/dataHubPolicy/urn%3Ali%3AdataHubPolicy%3Ax/dataHubPolicyInfo', {}],
    ];
    for (const [method, path, body] of refused) {
      const { status, text } = await agent.request(method, path, body);
      expect([path, status, text]).toEqual([
        path,
        expect.toBeOneOf([400, 403, 404]),
        expect.not.stringMatching(HELD),
      ]);
    }
    expect((await server.request('GET', aspectPath(B, 'datasetProperties', 'v3'))).json.value.name).toBe(
      'proposals.b',
    );
  });

  it('is refused where its actor may neither write nor propose', async () => {
    const stranger = await addActor(server, 'stan', { roles: ['Reader'], token: { proposeOnly: true } });
    const held = await stranger.request('POST', aspectPath(B, 'globalTags'), { tags: [{ tag: TAG }] });
    expect(held.json.message).toMatch(HELD);
    await writePolicy(server, 'propose-changes-all', {
      privileges: ['PROPOSE_CHANGES'],
      actors: { allUsers: true, allGroups: false, resourceOwners: false },
      state: 'INACTIVE',
    });
    const refused = await stranger.request('POST', aspectPath(A, 'globalTags'), { tags: [] });
    expect([refused.status, refused.text]).toEqual([403, expect.not.stringContaining('Held')]);
    await writePolicy(server, 'propose-changes-all', {
      privileges: ['PROPOSE_CHANGES'],
      actors: { allUsers: true, allGroups: false, resourceOwners: false },
    });
  });
});
