import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../../support/catalog-client.ts';
import { callsOf } from '../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;

describe('a browse tree of entities with several paths', () => {
  const ofDataHub = (name: string): string =>
    `urn:li:dataset:(urn:li:dataPlatform:kafka,test-browse-${name},PROD)`;
  const [one, two, three] = [ofDataHub('1'), ofDataHub('2'), ofDataHub('3')];
  const PATHS: Readonly<Record<string, readonly string[]>> = {
    [one]: ['/stage/kafka1', '/stage/kafka2'],
    [two]: ['/stage/kafka1/', 'stage/kafka2'],
    [three]: ['/stage', '/stage/kafka1'],
  };

  interface Level {
    readonly total: number;
    readonly entities: readonly { readonly urn: string }[];
  }

  const browse = async (path: readonly string[], page = {}): Promise<Level> => {
    const { data, errors } = await calls.call(
      'query',
      'browse',
      { input: ['BrowseInput!', { type: 'DATASET', path, ...page }] },
      '{ start count total entities { urn } groups { name count } metadata { path totalNumEntities } }',
    );
    expect(errors).toBeUndefined();
    return data.browse;
  };

  beforeAll(async () => {
    server = await startServer();
    calls = callsOf(server);
    for (const [urn, paths] of Object.entries(PATHS))
      await clientOf(server).post(urn, 'browsePaths', { paths });
  });
  afterAll(() => server.stop());

  it('lists entities whose path ends at a step that has further steps', async () => {
    expect(await browse(['stage'])).toEqual({
      start: 0,
      count: 3,
      total: 3,
      entities: [{ urn: three }],
      groups: [
        { name: 'kafka1', count: 3 },
        { name: 'kafka2', count: 2 },
      ],
      metadata: { path: ['stage'], totalNumEntities: 3 },
    });
    expect(await browse(['stage', 'kafka1'])).toEqual({
      start: 0,
      count: 3,
      total: 3,
      entities: [{ urn: one }, { urn: two }, { urn: three }],
      groups: [],
      metadata: { path: ['stage', 'kafka1'], totalNumEntities: 0 },
    });
    expect((await browse(['stage', 'kafka2'])).entities).toEqual([{ urn: one }, { urn: two }]);
  });

  it('is paged over groups, then entities', async () => {
    expect(await browse(['stage'], { start: 1, count: 1 })).toMatchObject({
      count: 1,
      total: 3,
      groups: [{ name: 'kafka2' }],
      entities: [],
    });
    expect(await browse(['stage'], { start: 2, count: 5 })).toMatchObject({
      count: 1,
      total: 3,
      groups: [],
      entities: [{ urn: three }],
    });
  });

  it('refuses a path with an empty step', async () => {
    const { errors } = await calls.call(
      'query',
      'browse',
      { input: ['BrowseInput!', { type: 'DATASET', path: ['stage', ''] }] },
      '{ total }',
    );
    expect(errors[0].message).toContain("non-empty steps without '/', but one is ''");
  });
});
