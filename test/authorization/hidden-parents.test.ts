import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../support/test-actors.ts';

const TABLE = datasetUrn('seen');
const LOOSE = datasetUrn('loose');
const HIDDEN = 'urn:li:container:hidden';
const HR = 'urn:li:corpGroup:hr';
const UNMADE = 'urn:li:container:unmade';
const TOP = 'urn:li:container:top';
const DOMAINS = ['urn:li:domain:hidden', 'urn:li:domain:below'] as const;
const NODES = ['urn:li:glossaryNode:hidden', 'urn:li:glossaryNode:below'] as const;
const DOCUMENTS = ['urn:li:document:hidden', 'urn:li:document:below'] as const;
const ALL_HIDDEN = [HIDDEN, DOMAINS[0], NODES[0], DOCUMENTS[0]];

const STAMP = { time: 1, actor: 'urn:li:corpuser:datahub' };

/** A catalog in which the reader sees everything except some parents, and that reader. */
async function catalogWith(options: Readonly<Record<string, string>>) {
  const root = await startServer({ options });
  for (const name of ['seen', 'loose']) await clientOf(root).dataset(name);
  await writeAspect(root, TOP, 'containerProperties', { name: 'top' });
  await writeAspect(root, HIDDEN, 'containerProperties', { name: 'secret project' });
  await writeAspect(root, HIDDEN, 'container', { container: TOP });
  const path = [{ id: 'prod' }, { id: TOP, urn: TOP }, { id: 'secret project', urn: HIDDEN }];
  await writeAspect(root, TABLE, 'container', { container: HIDDEN });
  await writeAspect(root, TABLE, 'browsePathsV2', { path });
  await writeAspect(root, LOOSE, 'container', { container: UNMADE });
  await writeAspect(root, DOMAINS[0], 'domainProperties', { name: 'secret' });
  await writeAspect(root, DOMAINS[1], 'domainProperties', { name: 'below', parentDomain: DOMAINS[0] });
  await writeAspect(root, NODES[0], 'glossaryNodeInfo', { definition: '' });
  await writeAspect(root, NODES[1], 'glossaryNodeInfo', { definition: '', parentNode: NODES[0] });
  for (const [i, urn] of DOCUMENTS.entries()) {
    const parent = i === 0 ? {} : { parentDocument: { document: DOCUMENTS[0] } };
    const times = { created: STAMP, lastModified: STAMP, status: { state: 'PUBLISHED' } };
    await writeAspect(root, urn, 'documentInfo', { contents: { text: '' }, ...times, ...parent });
  }
  const owners = [{ owner: HR, type: 'DATAOWNER' }];
  for (const urn of ALL_HIDDEN) await writeAspect(root, urn, 'ownership', { owners });
  await hideEverything(root);
  const reader = await addActor(root, 'reader');
  await writePolicy(root, 'reader', {
    privileges: ['VIEW_ENTITY_PAGE'],
    actors: { users: [userUrn('reader')] },
    resources: { filter: matching('OWNER', [HR], 'NOT_EQUALS') },
  });
  return { root, reader };
}

async function parentsSeenBy(as: TestServer): Promise<Record<string, unknown>> {
  const containers = 'container { urn properties { name } } parentContainers { count containers { urn } }';
  const { data, errors } = await as.graphql(`{
    table: dataset(urn: "${TABLE}") { ${containers} browsePathV2 { path { name entity { urn } } } }
    loose: dataset(urn: "${LOOSE}") { ${containers} }
    domain(urn: "${DOMAINS[1]}") { parentDomains { count domains { urn } } }
    glossaryNode(urn: "${NODES[1]}") { parentNodes { count nodes { urn } } }
    document(urn: "${DOCUMENTS[1]}") { parentDocuments { count documents { urn } } }
  }`);
  expect(errors).toBeUndefined();
  return data;
}

describe('parents that a caller may not view', () => {
  let root: TestServer;
  let reader: TestServer;
  beforeAll(async () => ({ root, reader } = await catalogWith({})));
  afterAll(() => root.stop());

  it('are left out, like those that do not exist', async () => {
    const none = { container: null, parentContainers: { count: 0, containers: [] } };
    const top = { name: TOP, entity: { urn: TOP } };
    expect(await parentsSeenBy(reader)).toEqual({
      table: { ...none, browsePathV2: { path: [{ name: 'prod', entity: null }, top] } },
      loose: none,
      domain: { parentDomains: { count: 0, domains: [] } },
      glossaryNode: { parentNodes: { count: 0, nodes: [] } },
      document: { parentDocuments: { count: 0, documents: [] } },
    });
  });

  it('are shown to actors who may view them', async () => {
    const { table, domain, glossaryNode, document } = await parentsSeenBy(root);
    expect(table).toMatchObject({
      container: { urn: HIDDEN, properties: { name: 'secret project' } },
      parentContainers: { count: 2, containers: [{ urn: HIDDEN }, { urn: TOP }] },
      browsePathV2: { path: [{}, {}, { name: 'secret project', entity: { urn: HIDDEN } }] },
    });
    expect(domain).toEqual({ parentDomains: { count: 1, domains: [{ urn: DOMAINS[0] }] } });
    expect(glossaryNode).toEqual({ parentNodes: { count: 1, nodes: [{ urn: NODES[0] }] } });
    expect(document).toEqual({ parentDocuments: { count: 1, documents: [{ urn: DOCUMENTS[0] }] } });
  });
});

describe('with compatibility.hiddenParents: urn', () => {
  let root: TestServer;
  let reader: TestServer;
  beforeAll(async () => ({ root, reader } = await catalogWith({ 'compatibility.hiddenParents': 'urn' })));
  afterAll(() => root.stop());

  it('have a urn and nothing else', async () => {
    const { table, loose, domain } = await parentsSeenBy(reader);
    expect(table).toMatchObject({
      container: { urn: HIDDEN, properties: null },
      parentContainers: { count: 1, containers: [{ urn: HIDDEN }] },
    });
    expect(loose).toMatchObject({ container: { urn: UNMADE, properties: null } });
    expect(domain).toEqual({ parentDomains: { count: 1, domains: [{ urn: DOMAINS[0] }] } });
  });
});
