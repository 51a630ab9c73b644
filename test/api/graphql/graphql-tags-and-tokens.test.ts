import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

describe('tags', () => {
  const create = (input: object) =>
    server.graphql('mutation ($tag_detail: CreateTagInput!) { createTag(input: $tag_detail) }', {
      tag_detail: input,
    });

  it('are created with their creator as owner', async () => {
    expect((await create({ name: 'PII', id: 'tags.pii', description: 'personal' })).data).toEqual({
      createTag: 'urn:li:tag:tags.pii',
    });
    const { data } = await server.graphql(
      '{ tag(urn: "urn:li:tag:tags.pii") { name properties { name description colorHex } ownership { owners { owner { ... on CorpUser { urn } } type } } } }',
    );
    expect(data.tag).toEqual({
      name: 'tags.pii',
      properties: { name: 'PII', description: 'personal', colorHex: null },
      ownership: { owners: [{ owner: { urn: 'urn:li:corpuser:datahub' }, type: 'TECHNICAL_OWNER' }] },
    });
    const unnamed = await create({ name: 'no id' });
    expect(unnamed.data.createTag).toMatch(/^urn:li:tag:[0-9a-f-]{36}$/);
  });

  it.each(['', ' ', '\t\n'])('need a name: %j', async (name) => {
    const { data, errors } = await create({ name, id: 'tags.unnamed' });
    expect(data).toEqual({ createTag: null });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining("A tag needs a name: 'name' is empty.") as string,
      extensions: { code: 400 },
    });
    expect(
      (await server.graphql('{ tag(urn: "urn:li:tag:tags.unnamed") { urn exists } }')).data.tag,
    ).not.toMatchObject({
      exists: true,
    });
  });

  it('are created once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => create({ name: 'once', id: 'tags.once' })),
    );
    expect(outcomes.filter(({ errors }) => errors === undefined)).toHaveLength(1);
    const refused = await create({ name: 'once', id: 'tags.once' });
    expect(refused).toMatchObject({
      data: { createTag: null },
      errors: [
        {
          message: expect.stringMatching(/^This Tag already exists!/) as string,
          extensions: { code: 400, type: 'BAD_REQUEST' },
        },
      ],
    });
  });
});

describe('access tokens', () => {
  it('are created, listed, used and revoked', async () => {
    const { data } = await server.graphql(
      `mutation t($input: CreateAccessTokenInput!) {
        createAccessToken(input: $input) { accessToken metadata { id actorUrn ownerUrn name description expiresAt } }
      }`,
      {
        input: {
          type: 'PERSONAL',
          actorUrn: 'urn:li:corpuser:datahub',
          duration: 'ONE_HOUR',
          name: 'test',
          description: 'for a test',
        },
      },
    );
    const { accessToken, metadata } = data.createAccessToken;
    expect(metadata).toMatchObject({
      actorUrn: 'urn:li:corpuser:datahub',
      ownerUrn: 'urn:li:corpuser:datahub',
      name: 'test',
      description: 'for a test',
    });
    const me = (): Promise<Response> =>
      fetch(`${server.url}/api/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}` },
        body: '{"query":"{ me { corpUser { urn } } }"}',
      });
    expect((await me()).status).toBe(200);
    const listed = await server.graphql(
      '{ listAccessTokens(input: { count: 100 }) { total tokens { id name } } }',
    );
    expect(listed.data.listAccessTokens.tokens).toContainEqual({ id: metadata.id, name: 'test' });
    const revoked = await server.graphql('mutation r($id: String!) { revokeAccessToken(tokenId: $id) }', {
      id: metadata.id,
    });
    expect(revoked.data).toEqual({ revokeAccessToken: true });
    expect((await me()).status).toBe(401);
    const twice = await server.graphql('mutation r($id: String!) { revokeAccessToken(tokenId: $id) }', {
      id: metadata.id,
    });
    expect(twice.errors[0].extensions).toMatchObject({ code: 404, type: 'NOT_FOUND' });
  });

  const LIST =
    'query l($input: ListAccessTokenInput!) { listAccessTokens(input: $input) { total tokens { name } } }';
  const list = (...filters: readonly object[]) => server.graphql(LIST, { input: { count: 100, filters } });

  it("are filtered by expiry, as DataHub's garbage collection does", async () => {
    const before = Date.now();
    for (const [name, durationMs] of [
      ['hour', 3_600_000],
      ['day', 86_400_000],
      ['endless', null],
    ]) {
      const body = { name, actorUrn: 'urn:li:corpuser:datahub', durationMs };
      expect((await server.request('POST', '/api/colophon/v1/tokens', body)).status).toBe(201);
    }
    const found = async (condition: string, time: number) => {
      const { data } = await list({ field: 'expiresAt', values: [String(time)], condition });
      return (data.listAccessTokens.tokens as { name: string }[]).map(({ name }) => name);
    };
    expect(await found('LESS_THAN', before)).toEqual([]);
    expect(await found('LESS_THAN', before + 43_200_000)).toEqual(['hour']);
    expect(await found('GREATER_THAN_OR_EQUAL_TO', before + 43_200_000)).toEqual(['day']);
    const both = [
      { field: 'ownerUrn', values: ['urn:li:corpuser:nobody'] },
      { field: 'expiresAt', values: [String(before + 43_200_000)], condition: 'LESS_THAN' },
    ];
    expect((await list(...both)).data.listAccessTokens.total).toBe(0);
  });

  it.each([
    [{ field: 'expiresAt', values: ['1'] }, 'must be one of LESS_THAN'],
    [{ field: 'expiresAt', values: ['1'], condition: 'LESS_THAN', negated: true }, 'not negated'],
    [{ field: 'expiresAt', values: ['soon'], condition: 'LESS_THAN' }, 'takes one value, a time in epoch ms'],
    [{ field: 'expiresAt', values: [], condition: 'LESS_THAN' }, 'takes one value'],
    [{ field: 'status', values: ['x'] }, 'Use ownerUrn, actorUrn'],
  ])('are not found by %j', async (filter, message) => {
    expect((await list(filter)).errors[0].message).toContain(message);
  });
});
