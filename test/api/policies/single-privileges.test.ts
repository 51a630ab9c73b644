import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, matching, userUrn, writeAspect, writePolicy } from '../../support/test-actors.ts';

let root: TestServer;
const DATASET = datasetUrn('sold');
const DOMAIN = 'urn:li:domain:sales';
const NODE = 'urn:li:glossaryNode:words';
const INNER = 'urn:li:glossaryNode:inner';
const TERM = 'urn:li:glossaryTerm:word';
const GROUP = 'urn:li:corpGroup:team';
const TAG = 'urn:li:tag:red';
const ATTRIBUTE = 'urn:li:businessAttribute:known';
const STAMP = { time: 1, actor: 'urn:li:corpuser:datahub' };

beforeAll(async () => {
  root = await startServer();
  const column = {
    fieldPath: 'id',
    nativeDataType: 'int',
    type: { type: { 'com.linkedin.schema.NumberType': {} } },
  };
  await writeAspect(root, DATASET, 'schemaMetadata', {
    schemaName: 's',
    platform: 'urn:li:dataPlatform:hive',
    version: 0,
    hash: '',
    fields: [column],
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
  });
  await writeAspect(root, DATASET, 'domains', { domains: [DOMAIN] });
  await writeAspect(root, DOMAIN, 'domainProperties', { name: 'Sales' });
  await writeAspect(root, NODE, 'glossaryNodeInfo', { definition: '', name: 'Words' });
  await writeAspect(root, INNER, 'glossaryNodeInfo', { definition: '', name: 'Inner', parentNode: NODE });
  const term = { definition: '', termSource: 'INTERNAL', name: 'Word', parentNode: INNER };
  await writeAspect(root, TERM, 'glossaryTermInfo', term);
  await writeAspect(root, GROUP, 'corpGroupInfo', { displayName: 'T', admins: [], members: [], groups: [] });
  const attribute = { fieldPath: 'k', name: 'k', created: STAMP, lastModified: STAMP };
  await writeAspect(root, ATTRIBUTE, 'businessAttributeInfo', attribute);
  await writeAspect(root, TAG, 'tagProperties', { name: 'Red' });
  await clientOf(root).define('team');
});
afterAll(() => root.stop());

let actors = 0;
/** A user who may read everything and holds one privilege: on the entity, or on the catalog. */
async function holderOf(privilege: string, urn?: string): Promise<TestServer> {
  const name = `holder${actors++}`;
  const actor = await addActor(root, name);
  await writePolicy(root, name, {
    privileges: [privilege],
    actors: { users: [userUrn(name)], allUsers: false, allGroups: false, resourceOwners: false },
    ...(urn === undefined ? { type: 'PLATFORM' } : { resources: { filter: matching('URN', [urn]) } }),
  });
  return actor;
}

type Steps = readonly (readonly [document: string, variables?: Record<string, unknown>])[];

/** Mutations in sequence; `$made` is the result of the previous one, if it is a urn. */
async function run(as: TestServer, steps: Steps): Promise<unknown[]> {
  const failures: unknown[] = [];
  let made: unknown;
  for (const [document, variables] of steps) {
    const declared = document.includes('$made') ? `mutation m($made: String!) { ${document} }` : document;
    const text = declared.startsWith('mutation') ? declared : `mutation { ${declared} }`;
    const { data, errors } = await as.graphql(text, { made, ...variables });
    if (errors !== undefined) failures.push(`${document}: ${errors[0].message}`);
    const answer: unknown = Object.values(data ?? {})[0];
    made = typeof answer === 'object' && answer !== null && 'urn' in answer ? answer.urn : answer;
  }
  return failures;
}

const input = (members: string): string => `(input: { ${members} })`;
const onDataset = `resourceUrn: "${DATASET}"`;
const onColumn = `${onDataset}, subResource: "id", subResourceType: DATASET_FIELD`;
const statement = 'properties: { statement: { value: "select 1", language: SQL } }';

const CASES: readonly (readonly [privilege: string, urn: string | undefined, steps: Steps])[] = [
  [
    'EDIT_ENTITY_INCIDENTS',
    DATASET,
    [
      [`raiseIncident${input(`type: OPERATIONAL, title: "t", resourceUrn: "${DATASET}"`)}`],
      ['updateIncidentStatus(urn: $made, input: { state: RESOLVED })'],
    ],
  ],
  [
    'EDIT_ENTITY_QUERIES',
    DATASET,
    [
      [`createQuery${input(`${statement}, subjects: [{ datasetUrn: "${DATASET}" }]`)} { urn }`],
      ['updateQuery(urn: $made, input: { properties: { name: "n" } }) { urn }'],
      ['deleteQuery(urn: $made)'],
    ],
  ],
  [
    'EDIT_ENTITY_ASSERTIONS',
    DATASET,
    [
      [
        `upsertCustomAssertion${input(`entityUrn: "${DATASET}", type: "t", description: "d", platform: { name: "p" }`)} { urn }`,
      ],
      ['reportAssertionResult(urn: $made, result: { timestampMillis: 1, type: SUCCESS })'],
    ],
  ],
  [
    'EDIT_ENTITY_OPERATIONS',
    DATASET,
    [[`reportOperation${input(`urn: "${DATASET}", operationType: INSERT, sourceType: DATA_PROCESS`)}`]],
  ],
  [
    'MANAGE_DATA_PRODUCTS',
    DOMAIN,
    [
      [`createDataProduct${input(`domainUrn: "${DOMAIN}", properties: { name: "p" }`)} { urn }`],
      ['updateDataProduct(urn: $made, input: { description: "d" }) { urn }'],
      ['deleteDataProduct(urn: $made)'],
    ],
  ],
  [
    'MANAGE_GLOSSARY_CHILDREN',
    INNER,
    [
      [`createGlossaryTerm${input(`name: "child", parentNode: "${INNER}"`)}`],
      [`updateName(input: { urn: $made, name: "renamed" })`],
    ],
  ],
  [
    'MANAGE_ALL_GLOSSARY_CHILDREN',
    NODE,
    [
      [`createGlossaryTerm${input(`name: "deep", parentNode: "${INNER}"`)}`],
      ['deleteGlossaryEntity(urn: $made)'],
      [`updateDescription${input(`description: "d", resourceUrn: "${TERM}"`)}`],
      [`addLink${input(`linkUrl: "https://example.org", label: "l", resourceUrn: "${TERM}"`)}`],
    ],
  ],
  [
    'EDIT_ENTITY_TAGS',
    DATASET,
    [
      [`addTag${input(`tagUrn: "${TAG}", ${onDataset}`)}`],
      [`removeTag${input(`tagUrn: "${TAG}", ${onDataset}`)}`],
    ],
  ],
  ['EDIT_DATASET_COL_TAGS', DATASET, [[`addTag${input(`tagUrn: "${TAG}", ${onColumn}`)}`]]],
  ['EDIT_ENTITY_GLOSSARY_TERMS', DATASET, [[`addTerm${input(`termUrn: "${TERM}", ${onDataset}`)}`]]],
  ['EDIT_DATASET_COL_GLOSSARY_TERMS', DATASET, [[`addTerm${input(`termUrn: "${TERM}", ${onColumn}`)}`]]],
  ['EDIT_DATASET_COL_DESCRIPTION', DATASET, [[`updateDescription${input(`description: "d", ${onColumn}`)}`]]],
  [
    'EDIT_DATASET_COL_BUSINESS_ATTRIBUTE_PRIVILEGE',
    DATASET,
    [
      [
        `addBusinessAttribute${input(`businessAttributeUrn: "${ATTRIBUTE}", resourceUrn: [{ resourceUrn: "urn:li:schemaField:(${DATASET},id)" }]`)}`,
      ],
    ],
  ],
  [
    'EDIT_ENTITY_OWNERS',
    DATASET,
    [[`addOwner${input(`ownerUrn: "${GROUP}", ownerEntityType: CORP_GROUP, ${onDataset}`)}`]],
  ],
  [
    'EDIT_ENTITY_DOCS',
    DATASET,
    [
      [`updateDescription${input(`description: "d", ${onDataset}`)}`],
      [`updateDataset(urn: "${DATASET}", input: { editableProperties: { description: "e" } }) { urn }`],
    ],
  ],
  [
    'EDIT_ENTITY_DOC_LINKS',
    DATASET,
    [[`addLink${input(`linkUrl: "https://e.org", label: "l", ${onDataset}`)}`]],
  ],
  [
    'EDIT_DOMAINS_PRIVILEGE',
    DATASET,
    [
      [`setDomain(entityUrn: "${DATASET}", domainUrn: "${DOMAIN}")`],
      [`unsetDomain(entityUrn: "${DATASET}")`],
    ],
  ],
  [
    'EDIT_DEPRECATION_PRIVILEGE',
    DATASET,
    [[`updateDeprecation${input(`urn: "${DATASET}", deprecated: true`)}`]],
  ],
  ['EDIT_ENTITY_EMBED', DATASET, [[`updateEmbed${input(`urn: "${DATASET}", renderUrl: "https://e.org"`)}`]]],
  [
    'EDIT_ENTITY_PROPERTIES',
    DATASET,
    [
      [
        `upsertStructuredProperties${input(`assetUrn: "${DATASET}", structuredPropertyInputParams: [{ structuredPropertyUrn: "${propertyUrn('team')}", values: [{ stringValue: "x" }] }]`)} { properties { structuredProperty { urn } } }`,
      ],
    ],
  ],
  ['DELETE_ENTITY', DATASET, [[`batchUpdateSoftDeleted${input(`urns: ["${DATASET}"], deleted: false`)}`]]],
  ['EDIT_TAG_COLOR', TAG, [[`setTagColor(urn: "${TAG}", colorHex: "#ff0000")`]]],
  [
    'EDIT_GROUP_MEMBERS',
    GROUP,
    [[`addGroupMembers${input(`groupUrn: "${GROUP}", userUrns: ["urn:li:corpuser:datahub"]`)}`]],
  ],
  [
    'EDIT_CONTACT_INFO',
    GROUP,
    [[`updateCorpGroupProperties(urn: "${GROUP}", input: { email: "t@example.org" }) { urn }`]],
  ],
  [
    'EDIT_ENTITY_DOCS',
    GROUP,
    [[`updateCorpGroupProperties(urn: "${GROUP}", input: { description: "d" }) { urn }`]],
  ],
  ['CREATE_TAGS', undefined, [[`createTag${input('name: "blue"')}`]]],
  ['CREATE_DOMAINS', undefined, [[`createDomain${input('name: "new"')}`]]],
  [
    'MANAGE_GLOSSARIES',
    undefined,
    [[`createGlossaryNode${input('name: "top"')}`], ['deleteGlossaryEntity(urn: $made)']],
  ],
  ['MANAGE_APPLICATIONS', undefined, [[`createApplication${input('properties: { name: "a" }')} { urn }`]]],
  [
    'CREATE_GLOBAL_ANNOUNCEMENTS',
    undefined,
    [[`createPost${input('postType: HOME_PAGE_ANNOUNCEMENT, content: { contentType: TEXT, title: "t" }')}`]],
  ],
  [
    'MANAGE_GLOBAL_OWNERSHIP_TYPES',
    undefined,
    [[`createOwnershipType${input('name: "o", description: "d"')} { urn }`]],
  ],
  ['MANAGE_DOCUMENTATION_FORMS', undefined, [[`createForm${input('name: "f", prompts: []')} { urn }`]]],
  ['CREATE_BUSINESS_ATTRIBUTE', undefined, [[`createBusinessAttribute${input('name: "b"')} { urn }`]]],
];

describe('a user with one privilege', () => {
  it.each(CASES)('may do with %s on %s what DataHub permits', async (privilege, urn, steps) => {
    expect(await run(await holderOf(privilege, urn), steps)).toEqual([]);
  });

  it.each(CASES.filter(([, urn]) => urn !== undefined))(
    'may do nothing with %s on another entity than %s',
    async (privilege, _urn, steps) => {
      const elsewhere = await holderOf(privilege, datasetUrn('elsewhere'));
      const [first] = steps;
      const failures = await run(elsewhere, first === undefined ? [] : [first]);
      expect(failures).toHaveLength(1);
      expect(failures[0]).toMatch(/Unauthorized|Not authorized/);
    },
  );
});

describe('one privilege of several', () => {
  /** Recorded refusals of a user. */
  const denials = async (name: string): Promise<readonly Record<string, unknown>[]> => {
    const path = `/api/colophon/v1/audit?kind=denied&actor=${encodeURIComponent(userUrn(name))}`;
    return (await root.request('GET', path)).json.events;
  };
  const rename: Steps = [[`updateName(input: { urn: "${TERM}", name: "Word" })`]];

  it('is enough, and its absence is recorded once, without the others', async () => {
    const [able, unable] = [`holder${actors}`, `holder${actors + 1}`];
    expect(await run(await holderOf('MANAGE_ALL_GLOSSARY_CHILDREN', NODE), rename)).toEqual([]);
    expect(await run(await holderOf('EDIT_ENTITY_TAGS', NODE), rename)).toHaveLength(1);
    // Refusals are recorded within a second, in order.
    await expect.poll(() => denials(unable)).not.toEqual([]);
    const asked = (await denials(unable)).map(({ privilege }) => privilege);
    const all = 'MANAGE_GLOSSARIES or MANAGE_GLOSSARY_CHILDREN or MANAGE_ALL_GLOSSARY_CHILDREN';
    expect(new Set(asked)).toEqual(new Set([all]));
    expect(await denials(able)).toEqual([]);
  });
});

describe('a user who may delete an entity', () => {
  it.each([
    ['domain', 'deleteDomain', 'domainProperties', { name: 'gone' }],
    [
      'businessAttribute',
      'deleteBusinessAttribute',
      'businessAttributeInfo',
      { fieldPath: 'g', name: 'g', created: STAMP, lastModified: STAMP },
    ],
    ['tag', 'deleteTag', 'tagProperties', { name: 'gone' }],
  ])('deletes a %s without managing all of them', async (entityType, mutation, aspect, value) => {
    const urn = `urn:li:${entityType}:gone`;
    await writeAspect(root, urn, aspect, value);
    const another = await holderOf('DELETE_ENTITY', DATASET);
    const [failure] = await run(another, [[`${mutation}(urn: "${urn}")`]]);
    expect(failure).toContain('Unauthorized');
    expect(await run(await holderOf('DELETE_ENTITY', urn), [[`${mutation}(urn: "${urn}")`]])).toEqual([]);
  });

  it.each([DATASET, propertyUrn('team')])('is refused to soft-delete %s', async (urn) => {
    const another = await holderOf('DELETE_ENTITY', TAG);
    const [failure] = await run(another, [
      [`batchUpdateSoftDeleted(input: { urns: ["${TAG}", "${urn}"], deleted: true })`],
    ]);
    expect(failure).toContain(
      `: Unauthorized to delete the entity ${urn}. Please contact your DataHub administrator. (`,
    );
  });
});
