import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, propertyUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { addActor, hideEverything, userUrn, withToken, writeAspect } from '../support/test-actors.ts';

const [ADA, BOB] = [userUrn('ada'), userUrn('bob')];
const ME = `{ me { corpUser {
  urn username info { fullName active } properties { displayName email } editableProperties { aboutMe title }
  status settings { appearance { showSimplifiedHomepage } } structuredProperties { properties { structuredProperty { urn } } }
} } }`;

let root: TestServer;
/** A user who may not view anything by policy. */
let ada: TestServer;

beforeAll(async () => {
  root = await startServer();
  await hideEverything(root);
  await clientOf(root).define('salary', { entityTypes: ['corpuser'] });
  ada = await addActor(root, 'ada');
  await addActor(root, 'bob');
  for (const urn of [ADA, BOB]) {
    await writeAspect(root, urn, 'corpUserInfo', {
      active: true,
      displayName: 'D',
      fullName: 'F',
      email: 'f@example.com',
    });
    await writeAspect(root, urn, 'corpUserEditableInfo', { aboutMe: 'A', title: 'T' });
    await clientOf(root).assign(urn, { salary: [{ string: 'high' }] });
  }
});
afterAll(() => root.stop());

describe("one's own account", () => {
  it('is shown by `me` without any policy, except values of properties', async () => {
    const { data, errors } = await ada.graphql(ME);
    expect(errors).toBeUndefined();
    expect(data.me.corpUser).toMatchObject({
      urn: ADA,
      username: 'ada',
      info: { fullName: 'F', active: true },
      properties: { displayName: 'D', email: 'f@example.com' },
      editableProperties: { aboutMe: 'A', title: 'T' },
    });
    expect(JSON.stringify(data)).not.toContain(propertyUrn('salary'));
  });

  it.each(['v2', 'v3'] as const)(
    'is readable by its urn in OpenAPI %s, unlike those of others',
    async (version) => {
      const read = async (urn: string, aspect: string) =>
        (await ada.request('GET', aspectPath(urn, aspect, version))).status;
      expect([await read(ADA, 'corpUserInfo'), await read(BOB, 'corpUserInfo')]).toEqual([200, 403]);
      expect(await read(ADA, 'structuredProperties')).toBe(404);
      const { text } = await ada.request('GET', `/openapi/v3/entity/corpuser/${encodeURIComponent(ADA)}`);
      expect(text).toContain('"fullName":"F"');
      expect(text).not.toContain('salary');
    },
  );

  it('is not found by searches, and gives no right to write', async () => {
    const { data } = await ada.graphql('{ corpUser(urn: "urn:li:corpuser:bob") { info { fullName } } }');
    expect(data.corpUser?.info ?? null).toBeNull();
    const search = await ada.graphql(
      '{ searchAcrossEntities(input: { types: [CORP_USER], query: "*" }) { total } }',
    );
    expect(search.data?.searchAcrossEntities?.total ?? 0).toBe(0);
    const { status } = await ada.request('POST', aspectPath(ADA, 'corpUserInfo'), { active: true });
    expect(status).toBe(403);
  });

  it('is not visible with a token for other types', async () => {
    const narrowed = await withToken(root, ADA, { entityTypes: ['dataset'] });
    const { status } = await narrowed.request('GET', aspectPath(ADA, 'corpUserInfo', 'v3'));
    expect([403, 404]).toContain(status);
  });
});
