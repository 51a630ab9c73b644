import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { callsOf } from '../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor } from '../../support/test-actors.ts';

const ASSET = datasetUrn('documents.a');
let server: TestServer;
let calls: ReturnType<typeof callsOf>;
beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
  await clientOf(server).dataset('documents.a');
});
afterAll(() => server.stop());

const create = (input: object, as = calls): Promise<string> =>
  as.mutate('createDocument', 'CreateDocumentInput', { contents: { text: 'Words' }, ...input });
const change = (field: string, input: object): Promise<unknown> =>
  calls.mutate(field, `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`, input);
const refused = (field: string, input: object) =>
  calls.refused(field, `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`, input);

async function shown(urn: string): Promise<unknown> {
  const query = `query d($urn: String!) { document(urn: $urn) {
    exists subType settings { showInGlobalContext } ownership { owners { owner { ... on CorpUser { urn } } } }
    info { title status { state } contents { text } source { sourceType } parentDocument { document { urn } }
      relatedAssets { asset { urn } } relatedDocuments { document { urn } } created { actor { urn } } } } }`;
  return (await server.graphql(query, { urn })).data.document;
}

async function relatedTo(urn: string, as = server): Promise<readonly string[]> {
  const query = `query r($urn: String!) { dataset(urn: $urn) { relatedDocuments(input: { count: 50 }) { documents { urn } } } }`;
  const { documents } = (await as.graphql(query, { urn })).data.dataset.relatedDocuments;
  return documents.map((document: { readonly urn: string }) => document.urn);
}

async function acrossEntities(query: string, searchFlags = {}): Promise<readonly string[]> {
  const search =
    'query s($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { searchResults { entity { urn } } } }';
  const { data } = await server.graphql(search, { input: { query, count: 50, searchFlags } });
  return data.searchAcrossEntities.searchResults
    .map(({ entity }: { readonly entity: { readonly urn: string } }) => entity.urn)
    .sort();
}

async function find(input: object, as = server): Promise<readonly string[]> {
  const query =
    'query s($input: SearchDocumentsInput!) { searchDocuments(input: $input) { start count total documents { urn } } }';
  const { data, errors } = await as.graphql(query, { input });
  expect(errors).toBeUndefined();
  const { documents } = data.searchDocuments;
  return documents.map(({ urn }: { readonly urn: string }) => urn);
}

describe('documents', () => {
  it('are created with all fields, and with few', async () => {
    const small = await create({});
    const owner = 'urn:li:corpuser:datahub';
    expect(await shown(small)).toMatchObject({
      exists: true,
      subType: null,
      settings: { showInGlobalContext: true },
      ownership: { owners: [{ owner: { urn: owner } }] },
      info: {
        title: null,
        status: { state: 'UNPUBLISHED' },
        contents: { text: 'Words' },
        parentDocument: null,
      },
    });
    const urn = await create({
      id: 'full',
      subType: 'Runbook',
      title: 'Full',
      state: 'PUBLISHED',
      parentDocument: small,
      relatedAssets: [ASSET],
      relatedDocuments: [small],
      settings: { showInGlobalContext: false },
      owners: [{ ownerUrn: owner, ownerEntityType: 'CORP_USER', type: 'TECHNICAL_OWNER' }],
    });
    expect(urn).toBe('urn:li:document:full');
    expect(await shown(urn)).toEqual({
      exists: true,
      subType: 'Runbook',
      settings: { showInGlobalContext: false },
      ownership: { owners: [{ owner: { urn: owner } }] },
      info: {
        title: 'Full',
        status: { state: 'PUBLISHED' },
        contents: { text: 'Words' },
        source: { sourceType: 'NATIVE' },
        parentDocument: { document: { urn: small } },
        relatedAssets: [{ asset: { urn: ASSET } }],
        relatedDocuments: [{ document: { urn: small } }],
        created: { actor: { urn: owner } },
      },
    });
    expect((await refused('createDocument', { id: 'full', contents: { text: '' } })).code).toBe(409);
  });

  it('are changed part by part, moved, and deleted', async () => {
    const [urn, folder] = [await create({ title: 'Old' }), await create({ title: 'Folder' })];
    await change('updateDocumentContents', { urn, title: 'New' });
    await change('updateDocumentContents', { urn, contents: { text: 'More' }, subType: 'FAQ' });
    await change('updateDocumentStatus', { urn, state: 'PUBLISHED' });
    await change('updateDocumentSettings', { urn, showInGlobalContext: false });
    await change('updateDocumentRelatedEntities', { urn, relatedAssets: [ASSET] });
    await change('moveDocument', { urn, parentDocument: folder });
    expect(await shown(urn)).toMatchObject({
      subType: 'FAQ',
      settings: { showInGlobalContext: false },
      info: {
        title: 'New',
        contents: { text: 'More' },
        status: { state: 'PUBLISHED' },
        parentDocument: { document: { urn: folder } },
        relatedAssets: [{ asset: { urn: ASSET } }],
      },
    });
    expect((await refused('moveDocument', { urn: folder, parentDocument: urn })).code).toBe(400);
    await change('moveDocument', { urn });
    await change('updateDocumentSubType', { urn });
    expect(await shown(urn)).toMatchObject({ subType: null, info: { parentDocument: null } });
    const remove = () => calls.call('mutation', 'deleteDocument', { urn: ['String!', urn] });
    expect((await remove()).data.deleteDocument).toBe(true);
    expect((await remove()).errors[0].extensions.code).toBe(404);
  });

  it('are refused with missing related entities or parents', async () => {
    const missing = 'urn:li:document:missing';
    const contents = { text: '' };
    expect((await refused('createDocument', { contents, parentDocument: missing })).code).toBe(404);
    const never = [datasetUrn('documents.never')];
    expect((await refused('createDocument', { contents, relatedAssets: never })).code).toBe(404);
    expect((await refused('updateDocumentStatus', { urn: missing, state: 'PUBLISHED' })).code).toBe(404);
    expect((await refused('updateDocumentStatus', { urn: ASSET, state: 'PUBLISHED' })).code).toBe(400);
  });

  it('are found once they are published, or by their owners, unless they are shown only with assets', async () => {
    const published = await create({ title: 'Findable quux', state: 'PUBLISHED', subType: 'Quux' });
    const draft = await create({ title: 'Draft quux', relatedAssets: [ASSET], parentDocument: published });
    const settings = { showInGlobalContext: false };
    const hidden = await create({ title: 'Hidden quux', state: 'PUBLISHED', settings });
    const own = await find({ query: 'quux' });
    expect([...own].sort()).toEqual([published, draft].sort());
    expect(own).not.toContain(hidden);
    const reader = await addActor(server, 'documents-reader', { roles: ['Reader'] });
    expect(await find({ query: 'quux' }, reader)).toEqual([published]);
    expect(await find({ query: 'quux', relatedAssets: [ASSET] })).toEqual([draft]);
    expect(await find({ query: 'quux', rootOnly: true })).toEqual([published]);
    expect(await find({ query: 'quux', types: ['Quux'] })).toEqual([published]);
    expect(await relatedTo(ASSET)).toContain(draft);
    expect(await relatedTo(ASSET, reader)).not.toContain(draft);
    const { errors } = await reader.graphql(
      'mutation c($input: CreateDocumentInput!) { createDocument(input: $input) }',
      { input: { contents: { text: '' } } },
    );
    expect(errors[0].extensions.code).toBe(403);
  });

  it('are found across entities once they are published, unless they are shown only with assets', async () => {
    const published = await create({ title: 'Widely wuux', state: 'PUBLISHED' });
    const unpublished = await create({ title: 'Not yet wuux' });
    const settings = { showInGlobalContext: false };
    const ofAsset = await create({ title: 'Of wuux', state: 'PUBLISHED', settings, relatedAssets: [ASSET] });
    await clientOf(server).dataset('documents.wuux');
    expect(await acrossEntities('wuux')).toEqual([published, datasetUrn('documents.wuux')].sort());
    const flags = { includeHiddenLifecycleStages: true };
    expect(await acrossEntities('wuux', flags)).toEqual(
      [published, unpublished, ofAsset, datasetUrn('documents.wuux')].sort(),
    );
    expect(await relatedTo(ASSET)).toContain(ofAsset);
    expect(await clientOf(server).facet('state', ['DOCUMENT'])).not.toHaveProperty('UNPUBLISHED');
  });

  it('are published by their stage rather than their state, and never found as drafts', async () => {
    const reader = await addActor(server, 'documents-stages', { roles: ['Reader'] });
    const urn = await create({ title: 'Staged vuux', state: 'PUBLISHED', relatedAssets: [ASSET] });
    const moveTo = async (id: string | null): Promise<void> => {
      const stage = id && `urn:li:lifecycleStageType:${id}`;
      const args = { urn: ['String!', urn], lifecycleStageUrn: ['String', stage] } as const;
      expect((await calls.call('mutation', 'setLifecycleStage', args)).errors).toBeUndefined();
    };
    const seen = async (): Promise<readonly boolean[]> =>
      [
        await find({ query: 'vuux' }),
        await relatedTo(ASSET),
        await find({ query: 'vuux' }, reader),
        await relatedTo(ASSET, reader),
        await acrossEntities('vuux'),
      ].map((urns) => urns.includes(urn));
    const [owner, everybody, nobody] = [
      [true, true, false, false, false],
      [true, true, true, true, true],
      [false, false, false, false, false],
    ];
    expect(await seen()).toEqual(everybody);
    await moveTo('UNPUBLISHED');
    expect(await seen()).toEqual(owner);
    await moveTo('DRAFT');
    expect(await seen()).toEqual(nobody);
    await moveTo('IN_REVIEW');
    expect(await seen()).toEqual(owner);
    await change('updateDocumentStatus', { urn, state: 'UNPUBLISHED' });
    await moveTo('PUBLISHED');
    expect(await seen()).toEqual(everybody);
    await moveTo(null);
    expect(await seen()).toEqual(owner);
  });
});

describe('the history of a document', () => {
  interface Change {
    readonly changeType: string;
    readonly description: string;
    readonly timestamp: number;
    readonly details: readonly { readonly key: string; readonly value: string }[];
  }

  const historyOf = async (urn: string, args = '', as = server) =>
    as.graphql(
      `query h($urn: String!) { document(urn: $urn) { changeHistory${args} {
        changeType description timestamp actor { urn } details { key value } } } }`,
      { urn },
    );
  const changes = async (urn: string, args = ''): Promise<readonly Change[]> =>
    (await historyOf(urn, args)).data.document.changeHistory;

  it('shows each change, newest first', async () => {
    const [urn, folder] = [await create({ title: 'First' }), await create({ title: 'Above' })];
    await change('updateDocumentContents', { urn, title: 'Second' });
    await change('updateDocumentContents', { urn, contents: { text: 'Other words' } });
    await change('updateDocumentStatus', { urn, state: 'PUBLISHED' });
    await change('moveDocument', { urn, parentDocument: folder });
    await change('moveDocument', { urn });
    await change('updateDocumentRelatedEntities', {
      urn,
      relatedAssets: [ASSET],
      relatedDocuments: [folder],
    });
    await change('updateDocumentRelatedEntities', { urn, relatedAssets: [] });
    const shown = await changes(urn);
    expect(shown.map(({ changeType, description }) => `${changeType} ${description}`)).toEqual([
      `RELATED_ASSETS_CHANGED Related asset ${ASSET} was removed`,
      `RELATED_ASSETS_CHANGED Related asset ${ASSET} was added`,
      `RELATED_DOCUMENTS_CHANGED Related document ${folder} was added`,
      'PARENT_CHANGED Document moved to root level (no parent)',
      `PARENT_CHANGED Document moved to parent ${folder}`,
      'STATE_CHANGED Document state changed from UNPUBLISHED to PUBLISHED',
      'TEXT_CHANGED Document text content was modified',
      "TITLE_CHANGED Document title changed from 'First' to 'Second'",
      "CREATED Document 'First' was created",
    ]);
    expect(shown.at(-3)).toMatchObject({
      actor: { urn: 'urn:li:corpuser:datahub' },
      details: [
        { key: 'oldContent', value: 'Words' },
        { key: 'newContent', value: 'Other words' },
      ],
    });
    expect(await changes(urn, '(limit: 2)')).toEqual(shown.slice(0, 2));
    expect(await changes(urn, '(limit: 0)')).toEqual([]);
    const created = shown.at(-1)?.timestamp ?? 0;
    expect(await changes(urn, `(endTimeMillis: ${created - 1})`)).toEqual([]);
    expect(await changes(urn, `(startTimeMillis: ${created}, limit: null)`)).toEqual(shown);
    expect((await historyOf(urn, '(limit: -1)')).errors[0].message).toContain("'limit' must not be negative");
    expect((await historyOf(urn, '(limit: 1000000)')).errors[0].message).toContain('limit must be at most');
  });

  it('agrees with the timeline', async () => {
    const urn = await create({ title: 'Timed' });
    await change('updateDocumentStatus', { urn, state: 'PUBLISHED' });
    const path = `/openapi/v2/timeline/v1/${encodeURIComponent(urn)}?categories=LIFECYCLE&categories=PARENT`;
    const { json } = await server.request('GET', path);
    expect(json.map((one: { readonly changeEvents: unknown }) => one.changeEvents)).toMatchObject([
      [{ category: 'LIFECYCLE', description: "Document 'Timed' was created" }],
      [{ category: 'LIFECYCLE', parameters: { oldState: 'UNPUBLISHED', newState: 'PUBLISHED' } }],
    ]);
  });

  it('is empty for callers who may not see the document, and for a missing one', async () => {
    const urn = await create({ title: 'Secret history' });
    const own = await addActor(server, 'documents-narrow', {
      roles: ['Reader'],
      token: { entityTypes: ['dataset'] },
    });
    expect((await historyOf(urn, '', own)).data.document.changeHistory).toEqual([]);
    expect(await changes(urn)).toHaveLength(1);
    expect(await changes('urn:li:document:never')).toEqual([]);
  });
});
