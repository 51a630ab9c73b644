import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, writePolicy } from '../../support/test-actors.ts';

const VIEWS = 3;
const TOKENS = 3;
const STEPS = 2;
let root: TestServer;
let ann: TestServer;

beforeAll(async () => {
  root = await startServer({
    options: {
      'limits.personalViews': VIEWS,
      'limits.accessTokens': TOKENS,
      'limits.stepStates': STEPS,
    },
  });
  ann = await addActor(root, 'ann');
  await writePolicy(root, 'tokens', {
    type: 'PLATFORM',
    privileges: ['GENERATE_PERSONAL_ACCESS_TOKENS'],
    actors: { allUsers: true },
  });
  // Creates views over the protocols of aspects; createView needs no privilege.
  await writePolicy(root, 'views', {
    type: 'PLATFORM',
    privileges: ['MANAGE_GLOBAL_VIEWS'],
    actors: { allUsers: true },
  });
});
afterAll(() => root.stop());

let made = 0;
const urnOf = (): string => `urn:li:dataHubView:view-${made++}`;

function info(user: string, type: 'PERSONAL' | 'GLOBAL' = 'PERSONAL'): object {
  const stamp = { time: 1, actor: userUrn(user) };
  const definition = { entityTypes: [], filter: { or: [] } };
  return { name: 'a view', type, definition, created: stamp, lastModified: stamp };
}

function proposal(urn: string, value: object): object {
  return {
    entityType: 'dataHubView',
    entityUrn: urn,
    aspectName: 'dataHubViewInfo',
    changeType: 'UPSERT',
    aspect: { contentType: 'application/json', value: JSON.stringify(value) },
  };
}

type Create = (as: TestServer, user: string) => Promise<Pick<Answer, 'status' | 'text'>>;

const WAYS: Readonly<Record<string, Create>> = {
  GraphQL: async (as) => {
    const { data, errors } = await as.graphql(
      `mutation { createView(input: { viewType: PERSONAL, name: "a", definition: { entityTypes: [], filter: { operator: AND, filters: [] } } }) { urn } }`,
    );
    return { status: data?.createView ? 200 : errors[0].extensions.code, text: JSON.stringify(errors) };
  },
  'OpenAPI v2': (as, user) =>
    as.request('POST', `/openapi/v2/entity/dataHubView/${urnOf()}/dataHubViewInfo`, info(user)),
  'OpenAPI v3': (as, user) =>
    as.request('POST', '/openapi/v3/entity/dataHubView?async=false', [
      { urn: urnOf(), dataHubViewInfo: { value: info(user) } },
    ]),
  'Rest.li': (as, user) =>
    as.request('POST', '/aspects?action=ingestProposal', { proposal: proposal(urnOf(), info(user)) }),
  'a batch of Rest.li': (as, user) =>
    as.request('POST', '/aspects?action=ingestProposalBatch', {
      proposals: [proposal(urnOf(), info(user)), proposal(urnOf(), info(user, 'GLOBAL'))],
    }),
};

describe('personal views', () => {
  it.each(Object.entries(WAYS))('of a user are limited, by %s', async (name, create) => {
    const user = name.replaceAll(/\W/g, '');
    const actor = await addActor(root, user);
    for (let i = 0; i < VIEWS; i++) {
      const written = await create(actor, user);
      expect(written.status, written.text).toBeLessThan(300);
    }
    const { status, text } = await create(actor, user);
    expect(status, text).toBe(409);
    expect(text).toContain(
      `${userUrn(user)} would have ${VIEWS + 1} personal views, and at most ${VIEWS} are allowed (limits.personalViews). Delete one first.`,
    );
  });

  it('are counted in one batch, of which nothing is written', async () => {
    const urns = [urnOf(), urnOf(), urnOf(), urnOf()];
    const proposals = urns.map((urn) => proposal(urn, info('ann')));
    const batch = await ann.request('POST', '/aspects?action=ingestProposalBatch', { proposals });
    expect(batch.status, batch.text).toBe(409);
    const [urn] = urns;
    expect((await ann.request('GET', `/openapi/v3/entity/dataHubView/${urn}`)).status).toBe(404);
  });

  it('can be changed at the limit, and created again after one is deleted', async () => {
    const urns = [urnOf(), urnOf(), urnOf()];
    const write = (urn: string): Promise<Answer> =>
      ann.request('POST', '/aspects?action=ingestProposal', { proposal: proposal(urn, info('ann')) });
    for (const urn of urns) expect((await write(urn)).status).toBe(200);
    const [first = ''] = urns;
    const renamed = proposal(first, { ...info('ann'), name: 'another name' });
    const answer = await ann.request('POST', '/aspects?action=ingestProposal', { proposal: renamed });
    expect(answer.status, answer.text).toBe(200);
    expect((await write(urnOf())).status).toBe(409);
    expect((await ann.request('DELETE', `/openapi/v3/entity/dataHubView/${first}`)).status).toBe(200);
    expect((await write(urnOf())).status).toBe(200);
  });

  it('are unlimited for the root actor, who moves whole catalogs', async () => {
    const proposals = Array.from({ length: VIEWS + 1 }, () => proposal(urnOf(), info('ann')));
    const batch = await root.request('POST', '/aspects?action=ingestProposalBatch', { proposals });
    expect(batch.status, batch.text).toBe(200);
  });
});

describe('access tokens', () => {
  const BODY = (name: string): object => ({ name, actorUrn: userUrn('cid'), durationMs: 60_000 });
  const INPUT = `input: { type: PERSONAL, actorUrn: "${userUrn('cid')}", duration: ONE_DAY, name: "t" }`;

  it('of a user are limited, over both protocols, and can be created again after one is revoked', async () => {
    // The first token is used by this test.
    const cid = await addActor(root, 'cid');
    const ids: string[] = [];
    for (let i = 1; i < TOKENS; i++) {
      const { json, status } = await cid.request('POST', '/api/colophon/v1/tokens', BODY(`t${i}`));
      expect(status).toBe(201);
      ids.push(json.id ?? json.metadata?.id);
    }
    const refused = await cid.request('POST', '/api/colophon/v1/tokens', BODY('more'));
    expect(refused.status, refused.text).toBe(409);
    expect(refused.text).toContain(
      `${userUrn('cid')} would have ${TOKENS + 1} access tokens, expired ones included, and at most ${TOKENS} are allowed (limits.accessTokens). Revoke one first.`,
    );
    const { errors } = await cid.graphql(`mutation { createAccessToken(${INPUT}) { accessToken } }`);
    expect(errors[0].extensions.code).toBe(409);
    expect((await cid.request('DELETE', `/api/colophon/v1/tokens/${ids[0]}`)).status).toBeLessThan(300);
    const { data } = await cid.graphql(`mutation { createAccessToken(${INPUT}) { accessToken } }`);
    expect(data.createAccessToken.accessToken).toBeDefined();
    expect((await root.request('POST', '/api/colophon/v1/tokens', BODY('by root'))).status).toBe(201);
  });
});

it('steps of tours of a user are limited', async () => {
  const dan = await addActor(root, 'dan');
  const write = (...names: readonly string[]) => {
    const states = names.map((name) => ({ id: `${userUrn('dan')}-${name}`, properties: [] }));
    return dan.graphql(
      'mutation m($input: BatchUpdateStepStatesInput!) { batchUpdateStepStates(input: $input) { results { id } } }',
      { input: { states } },
    );
  };
  expect((await write('a', 'b')).errors).toBeUndefined();
  const { errors } = await write('b', 'c');
  expect(errors[0].extensions.code).toBe(409);
  expect(errors[0].message).toContain(
    `${userUrn('dan')} would have 3 states of steps of tours, and at most ${STEPS} are allowed (limits.stepStates).`,
  );
  expect((await write('b')).errors).toBeUndefined();
});
