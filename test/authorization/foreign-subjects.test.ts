import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  withToken,
  writeAspect,
  writePolicy,
} from '../support/test-actors.ts';

const [MINE, FOREIGN, HIDDEN] = [datasetUrn('mine'), datasetUrn('foreign'), datasetUrn('hidden')];
const DOMAIN = 'urn:li:domain:mine';
const OTHER_DOMAIN = 'urn:li:domain:foreign';
const NODE = 'urn:li:glossaryNode:mine';
const OTHER_NODE = 'urn:li:glossaryNode:foreign';
const TAG = 'urn:li:tag:t';
const TERM = 'urn:li:glossaryTerm:t';
const FORM = 'urn:li:form:f';
const ATTRIBUTE = 'urn:li:businessAttribute:b';
const PROPERTY = propertyUrn('team');
const STAMP = { time: 1, actor: 'urn:li:corpuser:datahub' };
const columnOf = (dataset: string): string => `urn:li:schemaField:(${dataset},c1)`;

const assertion = (type: string, entity: string): object => ({
  type,
  entityUrn: entity,
  source: { type: 'EXTERNAL', created: STAMP },
  ...(type === 'CUSTOM' && { customAssertion: { type: 'x', entity } }),
  ...(type === 'DATASET' && {
    datasetAssertion: { dataset: entity, scope: 'DATASET_ROWS', operator: 'BETWEEN' },
  }),
});
const incident = (...entities: readonly string[]): object => ({
  type: 'OPERATIONAL',
  title: 'x',
  entities,
  created: STAMP,
  status: { state: 'ACTIVE', lastUpdated: STAMP },
});
const schema = {
  schemaName: 's',
  platform: 'urn:li:dataPlatform:hive',
  version: 0,
  hash: '',
  platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
  fields: [
    { fieldPath: 'c1', nativeDataType: 'int', type: { type: { 'com.linkedin.schema.NumberType': {} } } },
  ],
};
const properties = {
  statement: { value: 'select 1', language: 'SQL' },
  source: 'MANUAL',
  name: 'x',
  created: STAMP,
  lastModified: STAMP,
};
const term = (parentNode?: string): object => ({
  name: `t of ${parentNode}`,
  definition: '',
  termSource: 'INTERNAL',
  ...(parentNode && { parentNode }),
});
const prompt = (id: string, type: string): object => ({
  id,
  type,
  title: 'x',
  required: false,
  structuredPropertyParams: { urn: PROPERTY },
});
const form = {
  name: 'f',
  type: 'COMPLETION',
  actors: { owners: false, users: [userUrn('named')] },
  prompts: [prompt('p', 'STRUCTURED_PROPERTY'), prompt('c', 'FIELDS_STRUCTURED_PROPERTY')],
};
const assigned = {
  incompleteForms: [
    {
      urn: FORM,
      completedPrompts: [],
      incompletePrompts: ['p', 'c'].map((id) => ({ id, lastModified: STAMP })),
    },
  ],
  completedForms: [],
  verifications: [],
};
const columns = {
  editableSchemaFieldInfo: [
    {
      fieldPath: 'c1',
      description: 'old',
      globalTags: { tags: [{ tag: TAG }] },
      glossaryTerms: { terms: [{ urn: TERM }], auditStamp: STAMP },
    },
    { fieldPath: 'c2', description: 'old' },
  ],
} as const;

const ABOUT_FOREIGN: readonly (readonly [urn: string, aspect: string, value: object])[] = [
  ['urn:li:assertion:foreign', 'assertionInfo', assertion('CUSTOM', FOREIGN)],
  ['urn:li:assertion:hidden', 'assertionInfo', assertion('DATASET', HIDDEN)],
  ['urn:li:assertion:nothing', 'dataPlatformInstance', { platform: 'urn:li:dataPlatform:x' }],
  ['urn:li:dataContract:foreign', 'dataContractProperties', { entity: FOREIGN }],
  ['urn:li:dataContract:hidden', 'dataContractProperties', { entity: HIDDEN }],
  ['urn:li:incident:nothing', 'incidentInfo', incident()],
  ['urn:li:incident:both', 'incidentInfo', incident(MINE, FOREIGN)],
  ['urn:li:incident:hidden', 'incidentInfo', incident(MINE, HIDDEN)],
  ['urn:li:query:foreign', 'querySubjects', { subjects: [{ entity: FOREIGN }] }],
  ['urn:li:query:hidden', 'querySubjects', { subjects: [{ entity: MINE }, { entity: HIDDEN }] }],
  ['urn:li:query:nothing', 'queryProperties', properties],
  ['urn:li:glossaryTerm:foreign', 'glossaryTermInfo', term(OTHER_NODE)],
  ['urn:li:glossaryTerm:root', 'glossaryTermInfo', term()],
];
const KEPT = [
  ...new Set(ABOUT_FOREIGN.map(([urn]) => urn)),
  FOREIGN,
  HIDDEN,
  columnOf(FOREIGN),
  columnOf(HIDDEN),
  'urn:li:dataProduct:foreign',
  'urn:li:dataProduct:both',
  'urn:li:document:d1',
];

let root: TestServer;

beforeAll(async () => {
  root = await startServer();
  await clientOf(root).define('team', { entityTypes: ['dataset', 'schemaField'] });
  for (const [urn, aspect, value] of [
    [FORM, 'formInfo', form],
    [TAG, 'tagProperties', { name: 't' }],
    [NODE, 'glossaryNodeInfo', { name: 'n', definition: '' }],
    [OTHER_NODE, 'glossaryNodeInfo', { name: 'o', definition: '' }],
    [TERM, 'glossaryTermInfo', term(NODE)],
    [DOMAIN, 'domainProperties', { name: 'd' }],
    [OTHER_DOMAIN, 'domainProperties', { name: 'o' }],
    [ATTRIBUTE, 'businessAttributeInfo', { fieldPath: 'b', name: 'b', created: STAMP, lastModified: STAMP }],
    ...[MINE, FOREIGN, HIDDEN].flatMap((urn) => [
      [urn, 'schemaMetadata', schema] as const,
      [urn, 'forms', assigned] as const,
      [urn, 'editableSchemaMetadata', columns] as const,
    ]),
    ...ABOUT_FOREIGN,
    ['urn:li:query:foreign', 'queryProperties', properties],
    ['urn:li:query:hidden', 'queryProperties', properties],
    ['urn:li:dataProduct:foreign', 'dataProductProperties', { name: 'p' }],
    ['urn:li:dataProduct:foreign', 'domains', { domains: [OTHER_DOMAIN] }],
    ['urn:li:dataProduct:both', 'dataProductProperties', { name: 'p' }],
    ['urn:li:dataProduct:both', 'domains', { domains: [DOMAIN, OTHER_DOMAIN] }],
  ] as const) {
    await writeAspect(root, urn, aspect, value);
  }
  await hideEverything(root);
  await writePolicy(root, 'sight', {
    privileges: ['VIEW_ENTITY_PAGE'],
    actors: { allUsers: true },
    resources: { filter: matching('URN', [HIDDEN], 'NOT_EQUALS') },
  });
});
afterAll(() => root.stop());

let actors = 0;
/** An actor with these privileges on these entities, who sees everything but the hidden dataset. */
async function holderOf(
  privileges: readonly string[],
  urns: readonly string[] = [MINE],
  name = `holder${actors++}`,
): Promise<TestServer> {
  const actor = await addActor(root, name);
  const resources = { filter: matching('URN', urns) };
  await writePolicy(root, name, { privileges, actors: { users: [userUrn(name)] }, resources });
  return actor;
}

/** Without the list of data products, which is derived from the products: the right to them suffices. */
const stateOf = async (): Promise<unknown> =>
  Promise.all(
    KEPT.map(async (urn) => {
      const { json } = await root.request('GET', `/openapi/v3/entity/${urn.split(':')[2]}/${urn}`);
      return JSON.stringify({ ...json, dataProducts: undefined });
    }),
  );

/** Sends the mutations and returns the code of each failure. Nothing that belongs to others may change. */
async function codes(as: TestServer, ...fields: readonly string[]): Promise<readonly number[]> {
  const before = await stateOf();
  const document = `mutation { ${fields.map((field, i) => `f${i}: ${field}`).join(' ')} }`;
  const { errors = [], ...answer } = await as.graphql(document);
  expect(JSON.stringify(answer)).not.toContain(HIDDEN);
  const all = errors.map((error: { extensions: { code: number } }) => error.extensions.code);
  expect(await stateOf()).toEqual(before);
  return all;
}

const onMine = `entityUrn: "${MINE}"`;
const custom = `type: "t", description: "taken", platform: { name: "p" }`;
const upsertAssertion = (urn: string): string =>
  `upsertCustomAssertion(urn: "${urn}", input: { ${onMine}, ${custom} }) { urn }`;
const upsertContract = (urn: string): string =>
  `upsertDataContract(urn: "${urn}", input: { ${onMine} }) { urn }`;
const value = `structuredPropertyParams: { structuredPropertyUrn: "${PROPERTY}", values: [{ stringValue: "x" }] }`;
const addTag = `addTag(input: { tagUrn: "${TAG}", resourceUrn: "${MINE}" })`;

describe('an actor who may change entities about one subject', () => {
  it('cannot take over an assertion of another subject: visible, hidden or missing', async () => {
    const as = await holderOf(['EDIT_ENTITY_ASSERTIONS']);
    for (const name of ['foreign', 'hidden', 'nothing']) {
      expect(await codes(as, upsertAssertion(`urn:li:assertion:${name}`)), name).toEqual([403]);
    }
    const deleted = 'deleteAssertion(urn: "urn:li:assertion:foreign")';
    expect(await codes(as, upsertAssertion('urn:li:assertion:foreign'), deleted)).toEqual([403]);
    expect(await codes(as, upsertAssertion('urn:li:assertion:own'), deleted)).toEqual([403]);
    expect(await codes(as, upsertAssertion('urn:li:assertion:own'))).toEqual([]);
  });

  it('is refused with a missing right to create for entities about a hidden one', async () => {
    const as = await holderOf(['EDIT_ENTITY_ASSERTIONS']);
    const { errors } = await as.graphql(`mutation { ${upsertAssertion('urn:li:assertion:hidden')} }`);
    expect(errors[0].message).toContain(
      'unauthorized to CREATE entities: assertionInfo of urn:li:assertion:hidden needs CREATE_ENTITY or EDIT_ENTITY on the entity',
    );
  });

  it('cannot take over a contract of another subject', async () => {
    const as = await holderOf(['EDIT_ENTITY_DATA_CONTRACT']);
    for (const name of ['foreign', 'hidden']) {
      expect(await codes(as, upsertContract(`urn:li:dataContract:${name}`)), name).toEqual([403]);
    }
    expect(await codes(as, upsertContract('urn:li:dataContract:own'))).toEqual([]);
    expect(await codes(as, upsertContract('urn:li:dataContract:own'))).toEqual([]);
  });

  it('cannot change an incident without subject, or with a further one', async () => {
    const as = await holderOf(['EDIT_ENTITY_INCIDENTS']);
    const to = (urn: string, assets: string): string =>
      `updateIncident(urn: "${urn}", input: { title: "taken", resourceUrns: [${assets}] })`;
    const mine = `"${MINE}"`;
    for (const name of ['nothing', 'both', 'hidden']) {
      expect(await codes(as, to(`urn:li:incident:${name}`, mine)), name).toEqual([403]);
    }
    const raise = `raiseIncident(input: { type: OPERATIONAL, title: "t", resourceUrn: "${MINE}" })`;
    expect(await codes(as, raise, to('urn:li:incident:nothing', mine))).toEqual([403]);
    const { data } = await as.graphql(`mutation { ${raise} }`);
    expect(await codes(as, to(data.raiseIncident, `${mine}, "${FOREIGN}"`))).toEqual([403]);
    expect(await codes(as, to(data.raiseIncident, ''))).toEqual([403]);
    expect(await codes(as, to(data.raiseIncident, mine))).toEqual([]);
  });

  it('cannot change or delete a query with a further subject', async () => {
    const as = await holderOf(['EDIT_ENTITY_QUERIES']);
    const update = (urn: string): string =>
      `updateQuery(urn: "${urn}", input: { properties: { name: "taken" }, subjects: [{ datasetUrn: "${MINE}" }] }) { urn }`;
    for (const name of ['foreign', 'hidden', 'nothing']) {
      const urn = `urn:li:query:${name}`;
      expect(await codes(as, update(urn), `deleteQuery(urn: "${urn}")`), name).toEqual([403, 403]);
    }
  });

  it('cannot change a data product of another or a further domain', async () => {
    const as = await holderOf(['MANAGE_DATA_PRODUCTS'], [DOMAIN]);
    const create = `createDataProduct(input: { properties: { name: "n" }, domainUrn: "${DOMAIN}" }) { urn }`;
    for (const name of ['foreign', 'both']) {
      const urn = `urn:li:dataProduct:${name}`;
      const all = [
        `updateDataProduct(urn: "${urn}", input: { name: "taken" }) { urn }`,
        `updateName(input: { urn: "${urn}", name: "taken" })`,
        `deleteDataProduct(urn: "${urn}")`,
        `setDomain(entityUrn: "${urn}", domainUrn: "${DOMAIN}")`,
      ];
      expect(await codes(as, create, ...all), name).toEqual([403, 403, 403, 403]);
    }
    const both = await holderOf(['MANAGE_DATA_PRODUCTS'], [DOMAIN, OTHER_DOMAIN]);
    const rename = 'updateDataProduct(urn: "urn:li:dataProduct:both", input: { name: "n" }) { urn }';
    expect((await both.graphql(`mutation { ${rename} }`)).errors).toBeUndefined();
  });

  it('changes the data products of its domain, and moves its assets into and out of any', async () => {
    const [own, foreign] = ['urn:li:dataProduct:own', 'urn:li:dataProduct:foreign'];
    await writeAspect(root, own, 'dataProductProperties', { name: 'p' });
    await writeAspect(root, own, 'domains', { domains: [DOMAIN] });
    const set = (product: string | null, asset: string): string =>
      `batchSetDataProduct(input: { dataProductUrn: ${JSON.stringify(product)}, resourceUrns: ["${asset}"] })`;
    const several = (what: string, product: string, asset: string): string =>
      `batch${what}DataProducts(input: { dataProductUrns: ["${product}"], resourceUrns: ["${asset}"] })`;
    const manager = await holderOf(['MANAGE_DATA_PRODUCTS'], [DOMAIN]);
    expect(await codes(manager, set(own, MINE), set(own, FOREIGN))).toEqual([]);
    const others = [foreign, 'urn:li:dataProduct:both', 'urn:li:dataProduct:missing'];
    const refused = [...others.map((product) => set(product, MINE)), set(null, MINE)];
    refused.push(several('AddTo', own, MINE), several('RemoveFrom', own, MINE));
    expect(await codes(manager, ...refused)).toEqual(refused.map(() => 403));

    const editor = await holderOf(['EDIT_ENTITY_DATA_PRODUCTS']);
    expect(await codes(editor, set(own, MINE), set(foreign, MINE))).toEqual([403, 403]);
    expect(await codes(editor, several('AddTo', own, FOREIGN), several('AddTo', own, HIDDEN))).toEqual([
      403, 403,
    ]);
    for (const what of ['AddTo', 'RemoveFrom']) {
      expect(await codes(editor, several(what, 'urn:li:dataProduct:missing', MINE)), what).toEqual([404]);
      expect(await codes(editor, several(what, own, MINE)), what).toEqual([]);
    }
    expect(await codes(editor, several('AddTo', own, MINE), set(null, MINE))).toEqual([]);

    // Removal from a foreign product needs the right on it, or on the asset.
    const put = several('AddTo', foreign, MINE);
    expect((await root.graphql(`mutation { ${put} }`)).errors).toBeUndefined();
    expect(await codes(manager, set(own, MINE))).toEqual([403]);
    for (const right of [
      { privilege: 'EDIT_ENTITY_DATA_PRODUCTS', urn: MINE },
      { privilege: 'MANAGE_DATA_PRODUCTS', urn: OTHER_DOMAIN },
    ]) {
      const name = `mover.${right.privilege}`;
      const mover = await holderOf(['MANAGE_DATA_PRODUCTS'], [DOMAIN], name);
      await writePolicy(root, `${name}.2`, {
        privileges: [right.privilege],
        actors: { users: [userUrn(name)] },
        resources: { filter: matching('URN', [right.urn]) },
      });
      expect((await mover.graphql(`mutation { ${set(own, MINE)} }`)).errors, name).toBeUndefined();
      await root.graphql(`mutation { ${put} }`);
    }
    await root.graphql(`mutation { ${several('RemoveFrom', foreign, MINE)} }`);
  });

  it.each(['MANAGE_GLOSSARY_CHILDREN', 'MANAGE_ALL_GLOSSARY_CHILDREN'])(
    'cannot move a term with %s from or to another node, or change one there',
    async (privilege) => {
      const as = await holderOf([privilege], [NODE]);
      const create = (name: string): string =>
        `createGlossaryTerm(input: { name: "${privilege}${name}", parentNode: "${NODE}" })`;
      const move = (urn: string, to?: string): string =>
        `updateParentNode(input: { resourceUrn: "${urn}"${to === undefined ? '' : `, parentNode: "${to}"`} })`;
      for (const name of ['foreign', 'root']) {
        const urn = `urn:li:glossaryTerm:${name}`;
        const all = [
          move(urn, NODE),
          `deleteGlossaryEntity(urn: "${urn}")`,
          `updateDescription(input: { description: "taken", resourceUrn: "${urn}" })`,
          `addRelatedTerms(input: { urn: "${urn}", termUrns: ["${TERM}"], relationshipType: isA })`,
        ];
        expect(await codes(as, create(name), ...all), name).toEqual([403, 403, 403, 403]);
      }
      expect(await codes(as, create('from'), move(TERM, OTHER_NODE), move(TERM))).toEqual([403, 403]);
      expect(await codes(as, move(TERM, NODE))).toEqual([]);
    },
  );
});

describe('an actor who may change one part of an entity', () => {
  const answer = (urn: string, columns = ''): string =>
    `submitFormPrompt(urn: "${urn}", input: { formUrn: "${FORM}", ${value}, ${
      columns === ''
        ? 'promptId: "p", type: STRUCTURED_PROPERTY'
        : `promptId: "c", type: FIELDS_STRUCTURED_PROPERTY, fieldPaths: ["${columns}"]`
    } })`;

  it('cannot answer a form with the right to tag, on the entity or on columns of another', async () => {
    const as = await holderOf(
      ['EDIT_ENTITY_TAGS', 'EDIT_DATASET_COL_BUSINESS_ATTRIBUTE_PRIVILEGE', 'MANAGE_DOCUMENTATION_FORMS'],
      [MINE],
      'named',
    );
    await writePolicy(root, 'named-forms', {
      privileges: ['MANAGE_DOCUMENTATION_FORMS'],
      actors: { users: [userUrn('named')] },
      type: 'PLATFORM',
    });
    const attribute = (urn: string): string =>
      `addBusinessAttribute(input: { businessAttributeUrn: "${ATTRIBUTE}", resourceUrn: [{ resourceUrn: "${columnOf(urn)}" }] })`;
    expect(await codes(as, addTag, answer(MINE))).toEqual([403]);
    expect(await codes(as, attribute(MINE), answer(FOREIGN, 'c1'))).toEqual([403]);
    expect(await codes(as, attribute(MINE), answer(MINE, 'c1'))).toEqual([403]);
    expect(await codes(as, attribute(FOREIGN))).toEqual([403]);
    for (const urn of [MINE, columnOf(MINE)]) expect(await clientOf(root).values(urn)).toEqual({});
  });

  it('cannot create a document with the right to describe documents', async () => {
    const as = await holderOf(['EDIT_ENTITY_DOCS'], ['urn:li:document:d1']);
    const describe = 'updateDescription(input: { resourceUrn: "urn:li:document:d1", description: "x" })';
    const create = `createDocument(input: { id: "d1", contents: { text: "x" }, owners: [{ ownerEntityType: CORP_USER, ownerUrn: "${userUrn('datahub')}" }] })`;
    expect(await codes(as, describe, create)).toEqual([404, 403]);
  });

  it('keeps the other labels of columns when it replaces their descriptions and tags', async () => {
    const as = await holderOf(['EDIT_DATASET_COL_TAGS', 'EDIT_DATASET_COL_DESCRIPTION']);
    const update = (list: string): string =>
      `updateDataset(urn: "${MINE}", input: { editableSchemaMetadata: { editableSchemaFieldInfo: [${list}] } }) { urn }`;
    const stored = async (): Promise<unknown> => {
      const path = `/openapi/v3/entity/dataset/${encodeURIComponent(MINE)}/editableSchemaMetadata`;
      const { json, text } = await root.request('GET', path);
      expect(json.value, text).toBeDefined();
      return json.value.editableSchemaFieldInfo;
    };
    const [{ glossaryTerms }] = columns.editableSchemaFieldInfo;
    expect(await codes(as, update(''))).toEqual([]);
    expect(await stored()).toEqual([{ fieldPath: 'c1', glossaryTerms }, { fieldPath: 'c2' }]);
    const tags = `globalTags: { tags: [{ tag: { urn: "${TAG}", name: "t" } }] }`;
    expect(
      await codes(as, update(`{ fieldPath: "c1", description: "new" }, { fieldPath: "c3", ${tags} }`)),
    ).toEqual([]);
    expect(await stored()).toEqual([
      { fieldPath: 'c1', description: 'new', glossaryTerms },
      { fieldPath: 'c2' },
      { fieldPath: 'c3', globalTags: { tags: [{ tag: TAG }] } },
    ]);
    for (const privilege of ['EDIT_DATASET_COL_TAGS', 'EDIT_DATASET_COL_DESCRIPTION']) {
      expect(await codes(await holderOf([privilege]), update('')), privilege).toEqual([403]);
    }
  });

  it('replaces only the parts of datasets that its privileges cover', async () => {
    const properties = 'editableProperties: { description: "x" }';
    const parts = {
      EDIT_ENTITY_OWNERS: `ownership: { owners: [{ owner: "${userUrn('datahub')}" }] }`,
      EDIT_ENTITY_TAGS: `tags: { tags: [{ tag: { urn: "${TAG}", name: "t" } }] }`,
      EDIT_ENTITY_DOCS: properties,
      EDIT_DEPRECATION_PRIVILEGE: 'deprecation: { deprecated: false, note: "n" }',
      EDIT_ENTITY_DOC_LINKS: 'institutionalMemory: { elements: [] }',
    };
    const update = (part: string): string => `updateDataset(urn: "${MINE}", input: { ${part} }) { urn }`;
    for (const [privilege, own] of Object.entries(parts)) {
      const as = await holderOf([privilege]);
      const others = Object.values(parts).filter((part) => part !== own);
      expect(await codes(as, update(own)), own).toEqual([]);
      expect(await codes(as, ...others.flatMap((part) => [update(part), update(`${own}, ${part}`)]))).toEqual(
        others.flatMap(() => [403, 403]),
      );
    }
    const of = (urn: string): string => `{ urn: "${urn}", update: { ${properties} } }`;
    const batch = `updateDatasets(input: [${of(MINE)}, ${of(FOREIGN)}]) { urn }`;
    expect(await codes(await holderOf(['EDIT_ENTITY_DOCS']), batch)).toEqual([403]);
  });
});

describe('a token for some types', () => {
  it('cannot write an entity of another type, about any subject', async () => {
    await addActor(root, 'boss', { roles: ['Admin'] });
    const of = (type: string): Promise<TestServer> =>
      withToken(root, userUrn('boss'), { entityTypes: [type] });
    const raise = `raiseIncident(input: { type: OPERATIONAL, title: "t", resourceUrn: "${MINE}" })`;
    const query = `createQuery(input: { properties: { statement: { value: "q", language: SQL } }, subjects: [{ datasetUrn: "${MINE}" }] }) { urn }`;
    const product = `createDataProduct(input: { properties: { name: "n" }, domainUrn: "${DOMAIN}" }) { urn }`;
    const deprecate = `updateDeprecation(input: { urn: "${MINE}", deprecated: true })`;
    const both = await withToken(root, userUrn('boss'), { entityTypes: ['dataset', 'incident'] });
    expect(await codes(await of('dataset'), raise, query, deprecate)).toEqual([403, 403]);
    expect(await codes(await of('domain'), product)).toEqual([403]);
    expect(await codes(both, raise)).toEqual([]);
  });
});
