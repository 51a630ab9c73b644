import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCatalogSchema } from '../../src/api/graphql/catalog-schema.ts';
import { entityTypeOf, parseUrn } from '../../src/model/urn.ts';
import { ChangedEntities } from '../support/changed-entities.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { addActor, asBearer, userUrn } from '../support/test-actors.ts';
import { documentedNeeds } from './matrix/documented-needs.ts';
import { restliOperations } from './matrix/matrix-actions.ts';
import { graphqlOperations } from './matrix/matrix-graphql.ts';
import { httpOperations } from './matrix/matrix-requests.ts';
import { writeWorld } from './matrix/matrix-world.ts';

const documented = documentedNeeds();
const operations = [
  ...graphqlOperations(buildCatalogSchema(), documented),
  ...httpOperations(documented),
  ...restliOperations(documented),
];

/** The only entities that a propose-only token writes. */
const PROPOSALS = 'changeProposal';

let root: TestServer;
let agent: TestServer;
let changes: ChangedEntities;
let asking: { readonly urn: string; readonly token: string; readonly tokenId: string };

beforeAll(async () => {
  root = await startServer({ options: { 'proposals.mostOpen': 10_000 } });
  await addActor(root, 'admin', { roles: ['Admin'] });
  const issue = async (members: object): Promise<{ id: string; token: string }> => {
    const body = { name: 'x', actorUrn: userUrn('admin'), durationMs: null, ...members };
    return (await root.request('POST', '/api/colophon/v1/tokens', body)).json;
  };
  agent = asBearer(root, (await issue({ proposeOnly: true })).token);
  const spare = await issue({});
  asking = { urn: userUrn('admin'), token: spare.token, tokenId: spare.id };
  await writeWorld(root);
  changes = await ChangedEntities.from(root);
});
afterAll(() => root.stop());

it(`none of ${operations.length} requests with a propose-only token writes anything but proposals`, async () => {
  const found: string[] = [];
  let held = 0;
  for (const { name, need, wish } of operations) {
    const { method, path, body, headers } = wish(asking);
    const { status, text } = await agent.request(method, path, body, headers);
    if (status >= 500) found.push(`${name}: ${status} ${text}`);
    if (text.includes('Held for review as ')) held++;
    const written = [...(await changes.next())].filter((urn) => entityTypeOf(parseUrn(urn)) !== PROPOSALS);
    // Requests without a token act for the person who signs in with them.
    if (need.kind !== 'nothing' && written.length > 0) found.push(`${name} wrote ${written.join()}: ${text}`);
  }
  expect(found).toEqual([]);
  // Otherwise everything was merely refused.
  expect(held).toBeGreaterThan(20);
}, 300_000);
