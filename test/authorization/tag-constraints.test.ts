import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edit } from '../support/bulk-edits.ts';
import { aspectPath, datasetUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { addActor, matching, userUrn, writeAspect, writePolicy } from '../support/test-actors.ts';

const [PII, LEGACY, FOREIGN] = ['PII', 'Legacy', 'Foreign'].map((name) => `urn:li:tag:${name}`) as [
  string,
  string,
  string,
];

/** Constraints that cover PII, and neither Legacy nor Foreign. */
const CONSTRAINTS: Readonly<Record<string, unknown>> = {
  EQUALS: matching('URN', [PII]),
  NOT_EQUALS: matching('RESOURCE_URN', [LEGACY, FOREIGN], 'NOT_EQUALS'),
  STARTS_WITH: matching('URN', ['urn:li:tag:P'], 'STARTS_WITH'),
};

const ATTRIBUTION = { time: 1, actor: userUrn('somebody'), sourceDetail: {} };

let root: TestServer;
/** Actors with EDIT_ENTITY by each of the constraints. */
const editors = new Map<string, TestServer>();
/** An actor with only the privileges for tags, EQUALS. */
let tagger: TestServer;
let count = 0;

beforeAll(async () => {
  root = await startServer();
  for (const tag of [PII, LEGACY, FOREIGN]) await writeAspect(root, tag, 'tagProperties', { name: tag });
  const actorWith = async (name: string, privileges: readonly string[], privilegeConstraints: unknown) => {
    const actor = await addActor(root, name);
    const resources = { allResources: true, privilegeConstraints };
    await writePolicy(root, name, { privileges, actors: { users: [userUrn(name)] }, resources });
    return actor;
  };
  for (const [name, constraint] of Object.entries(CONSTRAINTS)) {
    editors.set(name, await actorWith(name.toLowerCase(), ['EDIT_ENTITY'], constraint));
  }
  const ofTags = ['EDIT_ENTITY_TAGS', 'EDIT_DATASET_COL_TAGS'];
  tagger = await actorWith('tagger', ofTags, CONSTRAINTS['EQUALS']);
});
afterAll(() => root.stop());

const tagged = (...tags: readonly string[]) => ({ tags: tags.map((tag) => ({ tag })) });
const column = (fieldPath: string, ...tags: readonly string[]) => ({
  fieldPath,
  globalTags: tagged(...tags),
});

function schema(...fields: readonly Record<string, unknown>[]): Record<string, unknown> {
  const type = { type: { 'com.linkedin.schema.NumberType': {} } };
  return {
    schemaName: 's',
    platform: 'urn:li:dataPlatform:hive',
    version: 0,
    hash: '',
    fields: fields.map((field) => ({ nativeDataType: 'int', type, ...field })),
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
  };
}

/** A new dataset that has the tag Foreign itself, and on the column `a` in two ways; and these further tags. */
async function newDataset(...further: readonly string[]): Promise<string> {
  const urn = datasetUrn(`tagged${count++}`);
  await writeAspect(root, urn, 'globalTags', tagged(FOREIGN, ...further));
  await writeAspect(root, urn, 'schemaMetadata', schema(column('a', FOREIGN, ...further), column('b')));
  const editableSchemaFieldInfo = [column('a', FOREIGN, ...further)];
  await writeAspect(root, urn, 'editableSchemaMetadata', { editableSchemaFieldInfo });
  return urn;
}

const ASPECTS = ['globalTags', 'schemaMetadata', 'editableSchemaMetadata'] as const;

async function stored(urn: string): Promise<unknown[]> {
  const read = ASPECTS.map((aspect) => root.request('GET', aspectPath(urn, aspect, 'v3')));
  return (await Promise.all(read)).map(({ json, status }) => (status === 404 ? undefined : json.value));
}

/** Whether the tag is on the dataset, or on one of its columns. */
async function occurrences(urn: string, tag: string): Promise<number> {
  return JSON.stringify(await stored(urn)).split(`"${tag}"`).length - 1;
}

/** Result of a request: done, refused for missing rights, or another reason. */
type Send = (as: TestServer, urn: string, tag: string) => Promise<string>;

async function over(as: TestServer, method: string, path: string, body?: unknown): Promise<string> {
  const { status, text } = await as.request(method, path, body);
  if (status === 403) {
    expect(text).toContain('Unauthorized to modify one or more tag Urns');
    return 'refused';
  }
  return status < 300 ? 'done' : `${status} ${text}`;
}

async function graphql(as: TestServer, document: string): Promise<string> {
  const { errors } = await as.graphql(`mutation { ${document} }`);
  if (errors === undefined) return 'done';
  return errors[0].extensions.code === 403 ? 'refused' : String(errors[0].message);
}

async function bulk(as: TestServer, body: unknown): Promise<string> {
  const { changed, failures = [] } = (await edit(as, body)).result;
  if (changed === 1) return 'done';
  return JSON.stringify(failures).includes('tag Urns') ? 'refused' : JSON.stringify(failures);
}

const upsert =
  (aspect: string, value: (tag: string) => unknown): Send =>
  (as, urn, tag) =>
    over(as, 'POST', `${aspectPath(urn, aspect, 'v3')}?createIfNotExists=false`, { value: value(tag) });

const patch =
  (aspect: string, operation: (tag: string) => { readonly op: string; readonly path: string }): Send =>
  (as, urn, tag) =>
    over(as, 'PATCH', aspectPath(urn, aspect, 'v3'), { patch: [operation(tag)] });

const proposal =
  (changeType: string, value: (tag: string) => unknown): Send =>
  (as, entityUrn, tag) => {
    const contentType = `application/json${changeType === 'PATCH' ? '-patch+json' : ''}`;
    const aspect = { contentType, value: JSON.stringify(value(tag)) };
    const target = { entityType: 'dataset', entityUrn, aspectName: 'globalTags' };
    return over(as, 'POST', '/aspects?action=ingestProposal', {
      proposal: { ...target, changeType, aspect },
    });
  };

const resource = (urn: string): string => `resourceUrn: "${urn}"`;
const onColumn = (urn: string): string =>
  `${resource(urn)}, subResource: "b", subResourceType: DATASET_FIELD`;
const changes = (action: string) => (tag: string) => [{ field: 'tags', action, values: [tag] }];

/** Ways to add a tag with privileges for tags; each keeps the tag Foreign where it is. */
const ADDING: Readonly<Record<string, Send>> = {
  addTag: (as, urn, tag) => graphql(as, `addTag(input: { tagUrn: "${tag}", ${resource(urn)} })`),
  addTags: (as, urn, tag) => graphql(as, `addTags(input: { tagUrns: ["${tag}"], ${resource(urn)} })`),
  batchAddTags: (as, urn, tag) =>
    graphql(as, `batchAddTags(input: { tagUrns: ["${tag}"], resources: [{ ${resource(urn)} }] })`),
  'addTag to a column': (as, urn, tag) =>
    graphql(as, `addTag(input: { tagUrn: "${tag}", ${onColumn(urn)} })`),
  'batchAddTags to a column': (as, urn, tag) =>
    graphql(as, `batchAddTags(input: { tagUrns: ["${tag}"], resources: [{ ${onColumn(urn)} }] })`),
  'v3 upsert': upsert('globalTags', (tag) => tagged(FOREIGN, tag)),
  'v3 batch': (as, urn, tag) =>
    over(as, 'POST', '/openapi/v3/entity/dataset?async=false', [
      { urn, globalTags: { value: tagged(FOREIGN, tag) } },
    ]),
  'v2 upsert': (as, urn, tag) => over(as, 'POST', aspectPath(urn, 'globalTags'), tagged(FOREIGN, tag)),
  'v3 patch': patch('globalTags', (tag) => ({ op: 'add', path: `/tags/${tag}`, value: { tag } })),
  'Rest.li upsert': proposal('UPSERT', (tag) => tagged(FOREIGN, tag)),
  'Rest.li patch': proposal('PATCH', (tag) => [{ op: 'add', path: `/tags/${tag}`, value: { tag } }]),
  'bulk edit': (as, urn, tag) => bulk(as, { urns: [urn], changes: changes('add')(tag) }),
};

/** Ways to add a tag that need EDIT_ENTITY. */
const ADDING_AS_EDITOR: Readonly<Record<string, Send>> = {
  'entities?action=ingest': (as, urn, tag) => {
    const aspects = [{ 'com.linkedin.common.GlobalTags': tagged(FOREIGN, tag) }];
    const value = { 'com.linkedin.metadata.snapshot.DatasetSnapshot': { urn, aspects } };
    return over(as, 'POST', '/entities?action=ingest', { entity: { value } });
  },
  'a column of editableSchemaMetadata': upsert('editableSchemaMetadata', (tag) => ({
    editableSchemaFieldInfo: [column('b', tag), column('a', FOREIGN)],
  })),
  'a column of schemaMetadata': upsert('schemaMetadata', (tag) =>
    schema(column('b', tag), column('a', FOREIGN)),
  ),
  'a new column of schemaMetadata': upsert('schemaMetadata', (tag) =>
    schema(column('a', FOREIGN), column('b'), column('c', tag)),
  ),
  'a patch of editableSchemaMetadata': patch('editableSchemaMetadata', (tag) => ({
    op: 'add',
    path: `/editableSchemaFieldInfo/b/globalTags/tags/${tag}`,
    value: { tag },
  })),
};

/** Ways to remove a tag. */
const REMOVING: Readonly<Record<string, Send>> = {
  removeTag: (as, urn, tag) => graphql(as, `removeTag(input: { tagUrn: "${tag}", ${resource(urn)} })`),
  batchRemoveTags: (as, urn, tag) =>
    graphql(as, `batchRemoveTags(input: { tagUrns: ["${tag}"], resources: [{ ${resource(urn)} }] })`),
  'removeTag from a column': (as, urn, tag) =>
    graphql(as, `removeTag(input: { tagUrn: "${tag}", ${onColumn(urn).replace('"b"', '"a"')} })`),
  'v3 patch': patch('globalTags', (tag) => ({ op: 'remove', path: `/tags/${tag}` })),
  'bulk edit': (as, urn, tag) => bulk(as, { urns: [urn], changes: changes('remove')(tag) }),
};

describe('a policy for some tags', () => {
  describe.each(Object.keys(CONSTRAINTS))('that are %s', (condition) => {
    const editor = (): TestServer => editors.get(condition) ?? root;

    it.each(Object.entries({ ...ADDING, ...ADDING_AS_EDITOR }))(
      'allows adding only these, by %s',
      async (_name, send) => {
        const urn = await newDataset();
        const before = await stored(urn);
        expect(await send(editor(), urn, LEGACY)).toBe('refused');
        expect(await stored(urn)).toEqual(before);
        expect(await send(editor(), urn, PII)).toBe('done');
        expect([await occurrences(urn, PII), await occurrences(urn, FOREIGN)]).toEqual([1, 3]);
      },
    );

    it.each(Object.entries(REMOVING))('allows removing only these, by %s', async (_name, send) => {
      const urn = await newDataset(PII);
      const before = await stored(urn);
      expect(await send(editor(), urn, FOREIGN)).toBe('refused');
      expect(await stored(urn)).toEqual(before);
      expect(await send(editor(), urn, PII)).toBe('done');
      expect([await occurrences(urn, PII), await occurrences(urn, FOREIGN)]).toEqual([2, 3]);
    });
  });

  it.each(Object.entries(ADDING))('holds for actors who may only edit tags, by %s', async (_name, send) => {
    const urn = await newDataset();
    expect(await send(tagger, urn, LEGACY)).toBe('refused');
    expect(await occurrences(urn, LEGACY)).toBe(0);
    expect(await send(tagger, urn, PII)).toBe('done');
  });

  it('holds for removing tags without naming them', async () => {
    const urn = await newDataset();
    const before = await stored(urn);
    const ways: Readonly<Record<string, Send>> = {
      'an upsert without the tag': upsert('globalTags', (tag) => tagged(tag)),
      'a patch of the list': patch('globalTags', () => ({ op: 'remove', path: '/tags' })),
      'deleting the aspect': (as) => over(as, 'DELETE', aspectPath(urn, 'globalTags', 'v3')),
      'a bulk edit that replaces': (as, _urn, tag) => bulk(as, { urns: [urn], changes: changes('set')(tag) }),
      'another context of the tag': upsert('globalTags', () => ({ tags: [{ tag: FOREIGN, context: 'x' }] })),
      'a patch of its attribution': patch('globalTags', () => ({
        op: 'add',
        path: `/tags/${FOREIGN}`,
        value: { tag: FOREIGN, attribution: ATTRIBUTION },
      })),
      'another context in a proposal': proposal('UPSERT', (tag) => ({
        tags: [{ tag }, { tag: FOREIGN, context: 'x' }],
      })),
      'another context on a column of the schema': upsert('schemaMetadata', () =>
        schema({ fieldPath: 'a', globalTags: { tags: [{ tag: FOREIGN, context: 'x' }] } }, column('b')),
      ),
      'another attribution on a column': upsert('editableSchemaMetadata', () => ({
        editableSchemaFieldInfo: [
          { fieldPath: 'a', globalTags: { tags: [{ tag: FOREIGN, attribution: ATTRIBUTION }] } },
        ],
      })),
      'a table': (as, _urn, tag) => bulk(as, { csv: `urn,tags\n"${urn}",${tag}\n` }),
      'a schema without the column': upsert('schemaMetadata', () => schema(column('b'))),
      'a schema that moves the tag': upsert('schemaMetadata', () =>
        schema(column('a'), column('b', FOREIGN)),
      ),
      'columns without the tag': upsert('editableSchemaMetadata', (tag) => ({
        editableSchemaFieldInfo: [column('a', tag)],
      })),
      'no columns': upsert('editableSchemaMetadata', () => ({ editableSchemaFieldInfo: [] })),
    };
    const editor = editors.get('EQUALS') ?? root;
    for (const [name, send] of Object.entries(ways)) {
      expect([name, await send(editor, urn, PII)]).toEqual([name, 'refused']);
      expect(await stored(urn)).toEqual(before);
    }
  });

  it('holds for undoing and for rolling back', async () => {
    const editor = editors.get('EQUALS') ?? root;
    const urn = await newDataset();
    const value = JSON.stringify(tagged(FOREIGN, LEGACY));
    const target = { entityType: 'dataset', entityUrn: urn, aspectName: 'globalTags', changeType: 'UPSERT' };
    const { status } = await root.request('POST', '/aspects?action=ingestProposal', {
      proposal: {
        ...target,
        aspect: { contentType: 'application/json', value },
        systemMetadata: { runId: 'tags-of-a-run', lastObserved: 1 },
      },
    });
    expect(status).toBe(200);
    expect(await bulk(editor, { run: 'tags-of-a-run' })).toBe('refused');
    const rollback = { runId: 'tags-of-a-run', safe: false, dryRun: false };
    const { status: rolledBack, text } = await editor.request('POST', '/runs?action=rollback', rollback);
    expect([rolledBack, text]).toEqual([403, expect.stringContaining('rights on every tag')]);
    expect(await occurrences(urn, LEGACY)).toBe(1);
  });

  it('does not limit what other policies allow, tag by tag', async () => {
    const urn = await newDataset(PII);
    const both = await addActor(root, 'both');
    for (const tag of [PII, LEGACY]) {
      await writePolicy(root, `both ${tag}`, {
        privileges: ['EDIT_ENTITY_TAGS'],
        actors: { users: [userUrn('both')] },
        resources: { allResources: true, privilegeConstraints: matching('URN', [tag]) },
      });
    }
    const swap = upsert('globalTags', () => tagged(FOREIGN, LEGACY));
    expect(await swap(both, urn, LEGACY)).toBe('done');
    await writePolicy(root, 'both, attributes', {
      type: 'PLATFORM',
      privileges: ['MANAGE_BUSINESS_ATTRIBUTE'],
      actors: { users: [userUrn('both')] },
    });
    const stamp = { time: 1, actor: userUrn('datahub') };
    const attribute = { fieldPath: 'k', name: 'k', created: stamp, lastModified: stamp };
    const attributeUrn = 'urn:li:businessAttribute:k';
    await writeAspect(root, attributeUrn, 'businessAttributeInfo', attribute);
    const tag = upsert('businessAttributeInfo', () => ({ ...attribute, globalTags: tagged(FOREIGN) }));
    expect(await tag(both, attributeUrn, FOREIGN)).toBe('done');
  });

  it('allows creators of assets to tag new ones according to the policy', async () => {
    const maker = await addActor(root, 'maker');
    const actors = { users: [userUrn('maker')] };
    await writePolicy(root, 'maker', {
      privileges: ['CREATE_ENTITY'],
      actors,
      resources: { allResources: true, privilegeConstraints: matching('URN', [PII]) },
    });
    const made = (tag: string) =>
      upsert('globalTags', () => tagged(tag))(maker, datasetUrn(`made${tag}`), tag);
    expect([await made(LEGACY), await made(PII)]).toEqual(['refused', 'done']);
  });

  it('is shown to callers who ask for their rights', async () => {
    const urn = await newDataset();
    const { data } = await root.graphql(
      `query q($who: ListPrivilegeHoldersInput!, $why: ExplainPrivilegeInput!) {
        listPrivilegeHolders(input: $who) { policies { policyUrn limitedToTags } }
        explainPrivilege(input: $why) { allowed reason }
      }`,
      {
        who: { resourceUrn: urn, privilege: 'EDIT_ENTITY_TAGS', count: 100 },
        why: { actorUrn: userUrn('tagger'), privilege: 'EDIT_ENTITY_TAGS', resourceUrn: urn },
      },
    );
    expect(data.listPrivilegeHolders.policies).toContainEqual({
      policyUrn: 'urn:li:dataHubPolicy:tagger',
      limitedToTags: true,
    });
    expect(data.explainPrivilege).toEqual({
      allowed: true,
      reason: expect.stringContaining('but only the tags that it covers'),
    });
  });
});

describe('a policy with constraints of another kind', () => {
  const value = {
    displayName: 'terms',
    description: '',
    type: 'METADATA',
    state: 'ACTIVE',
    privileges: ['EDIT_ENTITY'],
    actors: { users: [], allUsers: true, allGroups: false, resourceOwners: false },
    resources: { allResources: true, privilegeConstraints: matching('URN', ['urn:li:glossaryTerm:t']) },
  };
  const urn = 'urn:li:dataHubPolicy:terms';
  const restli = (changeType: string, json: unknown) => {
    const aspect = { contentType: 'application/json', value: JSON.stringify(json) };
    const target = {
      entityType: 'dataHubPolicy',
      entityUrn: urn,
      aspectName: 'dataHubPolicyInfo',
      changeType,
    };
    return root.request('POST', '/aspects?action=ingestProposal', { proposal: { ...target, aspect } });
  };

  it.each([
    ['v2', () => root.request('POST', aspectPath(urn, 'dataHubPolicyInfo'), value)],
    ['v3', () => root.request('POST', aspectPath(urn, 'dataHubPolicyInfo', 'v3'), { value })],
    ['Rest.li', () => restli('UPSERT', value)],
  ])('is refused by %s', async (_name, send) => {
    const { status, text } = await send();
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(text).toContain('neither a tag nor a structured property');
    const { status: found } = await root.request('GET', aspectPath(urn, 'dataHubPolicyInfo', 'v3'));
    expect(found).toBe(404);
  });

  it('is refused by GraphQL and as a patch', async () => {
    const { displayName: name, ...others } = value;
    const { errors } = await root.graphql(
      'mutation m($input: PolicyUpdateInput!) { createPolicy(input: $input) }',
      {
        input: { ...others, name },
      },
    );
    expect(errors[0].message).toContain('neither a tag nor a structured property');
    const path = aspectPath('urn:li:dataHubPolicy:tagger', 'dataHubPolicyInfo', 'v3');
    const { status } = await root.request('PATCH', path, {
      patch: [
        {
          op: 'add',
          path: '/resources/privilegeConstraints',
          value: matching('DOMAIN', ['urn:li:domain:d']),
        },
      ],
    });
    expect([400, 422]).toContain(status);
  });
});
