import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../../support/catalog-client.ts';
import { callsOf } from '../../../support/graphql-calls.ts';
import { schemaWith } from '../../../support/samples/sample-schema.ts';
import { startServer, type TestServer } from '../../../support/start-server.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
const [A, B] = [datasetUrn('labels.a'), datasetUrn('labels.b')];
const [PII, HOT] = ['urn:li:tag:pii', 'urn:li:tag:hot'];
const [MONEY, TIME] = ['urn:li:glossaryTerm:money', 'urn:li:glossaryTerm:time'];
const COLUMN = { subResourceType: 'DATASET_FIELD', subResource: 'card.number' };

beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
  const client = clientOf(server);
  for (const name of ['labels.a', 'labels.b']) {
    await client.dataset(name);
    await client.post(datasetUrn(name), 'schemaMetadata', schemaWith('id', 'card.number'));
  }
  for (const urn of [PII, HOT]) await client.post(urn, 'tagProperties', { name: urn });
  for (const urn of [MONEY, TIME]) {
    await client.post(urn, 'glossaryTermInfo', { name: urn, definition: '', termSource: 'INTERNAL' });
  }
});
afterAll(() => server.stop());

const tagsOf = async (urn: string): Promise<string[]> =>
  ((await calls.stored(urn, 'globalTags'))?.tags ?? []).map(({ tag }: { tag: string }) => tag);
const columnOf = async (urn: string): Promise<unknown> =>
  (await calls.stored(urn, 'editableSchemaMetadata')).editableSchemaFieldInfo;

describe('tags', () => {
  it('are attached once, and detached', async () => {
    for (let i = 0; i < 2; i++) {
      expect(await calls.mutate('addTag', 'TagAssociationInput', { tagUrn: PII, resourceUrn: A })).toBe(true);
    }
    await calls.mutate('addTags', 'AddTagsInput', { tagUrns: [HOT, PII, HOT], resourceUrn: A });
    expect(await tagsOf(A)).toEqual([PII, HOT]);
    expect(await calls.mutate('removeTag', 'TagAssociationInput', { tagUrn: PII, resourceUrn: A })).toBe(
      true,
    );
    expect(await calls.mutate('removeTag', 'TagAssociationInput', { tagUrn: PII, resourceUrn: A })).toBe(
      true,
    );
    expect(await tagsOf(A)).toEqual([HOT]);
  });

  it('keep their attribution', async () => {
    const attribution = {
      time: 1,
      actor: 'urn:li:corpuser:datahub',
      source: 'urn:li:dataHubAction:a',
      sourceDetail: {},
    };
    await clientOf(server).post(B, 'globalTags', { tags: [{ tag: PII, attribution, context: 'why' }] });
    await calls.mutate('addTag', 'TagAssociationInput', { tagUrn: PII, resourceUrn: B });
    expect((await calls.stored(B, 'globalTags')).tags).toEqual([{ tag: PII, attribution, context: 'why' }]);
    await calls.mutate('removeTag', 'TagAssociationInput', { tagUrn: PII, resourceUrn: B });
    expect(await tagsOf(B)).toEqual([]);
  });

  it('are attached to columns, and shown beside the schema', async () => {
    await calls.mutate('addTags', 'AddTagsInput', { tagUrns: [PII, HOT], resourceUrn: A, ...COLUMN });
    await calls.mutate('addTerm', 'TermAssociationInput', { termUrn: MONEY, resourceUrn: A, ...COLUMN });
    await calls.mutate('removeTag', 'TagAssociationInput', { tagUrn: HOT, resourceUrn: A, ...COLUMN });
    const { data } = await server.graphql(
      `query d($urn: String!) { dataset(urn: $urn) { editableSchemaMetadata { editableSchemaFieldInfo {
        fieldPath description tags { tags { tag { urn } associatedUrn } } glossaryTerms { terms { term { urn } } } } } } }`,
      { urn: A },
    );
    expect(data.dataset.editableSchemaMetadata.editableSchemaFieldInfo).toEqual([
      {
        fieldPath: 'card.number',
        description: null,
        tags: { tags: [{ tag: { urn: PII }, associatedUrn: A }] },
        glossaryTerms: { terms: [{ term: { urn: MONEY } }] },
      },
    ]);
  });

  it('are attached to several entities and columns, and detached', async () => {
    const resources = [
      { resourceUrn: A },
      { resourceUrn: B, ...COLUMN },
      { resourceUrn: B, subResourceType: 'DATASET_FIELD', subResource: 'id' },
    ];
    await calls.mutate('batchAddTags', 'BatchAddTagsInput', { tagUrns: [PII], resources });
    expect(await tagsOf(A)).toContain(PII);
    expect(await columnOf(B)).toEqual([
      { fieldPath: 'card.number', globalTags: { tags: [{ tag: PII }] } },
      { fieldPath: 'id', globalTags: { tags: [{ tag: PII }] } },
    ]);
    await calls.mutate('batchRemoveTags', 'BatchRemoveTagsInput', { tagUrns: [PII, HOT], resources });
    expect(await tagsOf(A)).toEqual([]);
    expect(await columnOf(B)).toEqual([
      { fieldPath: 'card.number', globalTags: { tags: [] } },
      { fieldPath: 'id', globalTags: { tags: [] } },
    ]);
  });

  it('change nothing for empty lists', async () => {
    await calls.mutate('batchAddTags', 'BatchAddTagsInput', { tagUrns: [PII], resources: [] });
    await calls.mutate('addTags', 'AddTagsInput', { tagUrns: [], resourceUrn: B });
    expect(await tagsOf(B)).toEqual([]);
  });
});

describe('terms', () => {
  it('are attached with a stamp, to one or several, and detached', async () => {
    await calls.mutate('addTerms', 'AddTermsInput', { termUrns: [MONEY, TIME], resourceUrn: A });
    await calls.mutate('batchAddTerms', 'BatchAddTermsInput', {
      termUrns: [TIME],
      resources: [{ resourceUrn: A }, { resourceUrn: B }],
    });
    const stored = await calls.stored(A, 'glossaryTerms');
    expect(stored.terms).toEqual([{ urn: MONEY }, { urn: TIME }]);
    expect(stored.auditStamp.actor).toBe('urn:li:corpuser:datahub');
    expect((await calls.stored(B, 'glossaryTerms')).terms).toEqual([{ urn: TIME }]);
    await calls.mutate('removeTerm', 'TermAssociationInput', { termUrn: MONEY, resourceUrn: A });
    await calls.mutate('batchRemoveTerms', 'BatchRemoveTermsInput', {
      termUrns: [TIME],
      resources: [{ resourceUrn: A }, { resourceUrn: B }],
    });
    expect((await calls.stored(A, 'glossaryTerms')).terms).toEqual([]);
  });
});

describe('a label is refused', () => {
  const tag = (input: object) =>
    calls.refused('addTag', 'TagAssociationInput', { tagUrn: PII, resourceUrn: A, ...input });

  it.each([
    [
      'that does not exist',
      { tagUrn: 'urn:li:tag:never' },
      404,
      'Failed to validate label with urn urn:li:tag:never. Urn does not exist.',
    ],
    ['of another type', { tagUrn: MONEY }, 400, 'Urn type does not match entity type tag'],
    ['that is not a urn', { tagUrn: 'pii' }, 400, 'Invalid urn!: pii'],
    ['on what does not exist', { resourceUrn: datasetUrn('never') }, 404, 'Entity does not exist'],
    ['on a column without its kind', { subResource: 'id' }, 400, 'provided without a subResourceType'],
    [
      'on a kind without its column',
      { subResourceType: 'DATASET_FIELD' },
      400,
      'provided without a subResource',
    ],
    [
      'on a missing column',
      { ...COLUMN, subResource: 'nope' },
      404,
      "Field nope does not exist in the dataset's schema",
    ],
    ['on columns of an entity without columns', { ...COLUMN, resourceUrn: PII }, 404, `${PII} has no schema`],
    ['on an entity that cannot have it', { resourceUrn: 'urn:li:corpGroup:g' }, 404, 'Entity does not exist'],
  ])('%s', async (_what, input, code, message) => {
    const { errors } = await calls.call('mutation', 'addTag', {
      input: ['TagAssociationInput!', { tagUrn: PII, resourceUrn: A, ...input }],
    });
    expect(errors[0].extensions.code).toBe(code);
    expect(errors[0].message).toContain(message);
  });

  it('on everything when one of several cannot be changed', async () => {
    const { code } = await calls.refused('batchAddTags', 'BatchAddTagsInput', {
      tagUrns: [HOT],
      resources: [{ resourceUrn: B }, { resourceUrn: datasetUrn('never') }],
    });
    expect(code).toBe(404);
    expect(await tagsOf(B)).not.toContain(HOT);
  });

  it('on entities of a type without labels', async () => {
    await clientOf(server).post('urn:li:domain:d', 'domainProperties', { name: 'd' });
    const { code, message } = await tag({ resourceUrn: 'urn:li:domain:d' });
    expect(message).toContain('globalTags');
    expect(code).toBe(400);
  });
});
