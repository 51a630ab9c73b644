import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { addActor, hideEverything, matching, userUrn, writePolicy } from '../support/test-actors.ts';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
/** Every write has a different time. */
let clock = 1_000_000;

beforeAll(async () => {
  server = await startServer({ environment: { now: () => clock } });
  client = clientOf(server);
});
afterAll(() => server.stop());

async function put(urn: string, aspect: string, value: unknown): Promise<void> {
  clock += 1000;
  const { status, text } = await client.post(urn, aspect, value);
  expect(status, text).toBe(200);
}

interface Event {
  readonly category: string;
  readonly operation: string;
  readonly modifier?: string;
  readonly description: string;
}

interface Transaction {
  readonly timestamp: number;
  readonly semVer: string;
  readonly semVerChange: string;
  readonly versionStamp: string;
  readonly changeEvents: readonly Event[];
}

async function timeline(urn: string, categories: string, more = ''): Promise<Transaction[]> {
  const path = `/openapi/v2/timeline/v1/${encodeURIComponent(urn)}?categories=${categories}${more}`;
  const { status, text, json } = await server.request('GET', path);
  expect(status, text).toBe(200);
  return json;
}

const shown = (transactions: readonly Transaction[]): string[] =>
  transactions.flatMap(({ semVer, changeEvents }) =>
    changeEvents.map(({ operation, modifier }) => `${semVer} ${operation} ${modifier}`),
  );

const schema = (fields: Record<string, string>, primaryKeys?: readonly string[]) => ({
  schemaName: 's',
  platform: 'urn:li:dataPlatform:hive',
  version: 0,
  hash: '',
  platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
  ...(primaryKeys && { primaryKeys }),
  fields: Object.entries(fields).map(([fieldPath, nativeDataType]) => ({
    fieldPath,
    nativeDataType,
    type: { type: { 'com.linkedin.schema.StringType': {} } },
  })),
});

describe('timeline of applications and of the assets of data products', () => {
  it('shows additions and removals', async () => {
    const urn = datasetUrn('used');
    const application = (name: string): string => `urn:li:application:${name}`;
    await put(urn, 'applications', { applications: [application('a')] });
    await put(urn, 'applications', { applications: [application('b')] });
    const transactions = await timeline(urn, 'APPLICATION');
    expect(shown(transactions)).toEqual([
      `0.0.0-computed ADD ${application('a')}`,
      `0.1.0-computed REMOVE ${application('a')}`,
      `0.1.0-computed ADD ${application('b')}`,
    ]);
    const product = 'urn:li:dataProduct:p';
    await put(product, 'dataProductProperties', { name: 'p', assets: [{ destinationUrn: urn }] });
    await put(product, 'dataProductProperties', { name: 'p' });
    expect(shown(await timeline(product, 'ASSET_MEMBERSHIP'))).toEqual([
      `0.0.0-computed ADD ${urn}`,
      `0.1.0-computed REMOVE ${urn}`,
    ]);
  });
});

describe('timeline of tags, terms, owners and domains', () => {
  const urn = datasetUrn('tagged');
  const tags = (...names: readonly string[]) => ({
    tags: names.map((name) => ({ tag: `urn:li:tag:${name}` })),
  });

  it('shows additions and removals by commit', async () => {
    await put(urn, 'globalTags', tags('a'));
    await put(urn, 'globalTags', tags('a', 'b'));
    await put(urn, 'globalTags', tags('b'));
    const transactions = await timeline(urn, 'TAG');
    expect(shown(transactions)).toEqual([
      '0.0.0-computed ADD urn:li:tag:a',
      '0.1.0-computed ADD urn:li:tag:b',
      '0.2.0-computed REMOVE urn:li:tag:a',
    ]);
    expect(transactions[1]).toMatchObject({
      semVerChange: 'MINOR',
      changeEvents: [
        {
          entityUrn: urn,
          category: 'TAG',
          parameters: { tagUrn: 'urn:li:tag:b' },
          semVerChange: 'MINOR',
          description: `Tag 'b' added to entity '${urn}'.`,
        },
      ],
    });
    const others = 'browsePathsV2:0;dataPlatformInstance:0;datasetKey:0';
    expect(transactions.map(({ versionStamp }) => versionStamp)).toEqual([
      `${others};globalTags:1`,
      `${others};globalTags:2`,
      `${others};globalTags:0`,
    ]);
    expect(transactions[1]?.changeEvents[0]).not.toHaveProperty('auditStamp');
  });

  it('groups changes of one commit, and accepts several categories and aliases', async () => {
    const stamp = { time: 0, actor: 'urn:li:corpuser:datahub' };
    const owner = 'urn:li:corpuser:ann';
    clock += 1000;
    const entity = {
      urn,
      ownership: { value: { owners: [{ owner, type: 'DATAOWNER' }], lastModified: stamp } },
      glossaryTerms: { value: { terms: [{ urn: 'urn:li:glossaryTerm:t' }], auditStamp: stamp } },
      domains: { value: { domains: ['urn:li:domain:d'] } },
    };
    const { status, text } = await server.request('POST', '/openapi/v3/entity/dataset?async=false', [entity]);
    expect(status, text).toBe(200);
    const [transaction, ...others] = await timeline(urn, 'owner,GLOSSARY_TERM,DOMAIN,VERSIONING');
    expect(others).toEqual([]);
    expect(
      transaction?.changeEvents.map(({ category, description }) => [category, description]).sort(),
    ).toEqual([
      ['DOMAIN', `Domain 'd' added to entity '${urn}'.`],
      ['GLOSSARY_TERM', `Term 't' added to entity '${urn}'.`],
      ['OWNERSHIP', `'ann' added as a \`DATAOWNER\` of '${urn}'.`],
    ]);
  });

  it('is restricted to a time', async () => {
    const all = await timeline(urn, 'TAG');
    const second = all[1]?.timestamp ?? 0;
    expect(shown(await timeline(urn, 'TAG', `&startTime=${second}&endTime=${second}`))).toEqual([
      '0.0.0-computed ADD urn:li:tag:b',
    ]);
    clock += 8 * 86_400_000;
    expect(await timeline(urn, 'TAG')).toEqual([]);
    expect(await timeline(urn, 'TAG', '&startTime=0')).toHaveLength(3);
  });

  it('adds the values if raw is requested', async () => {
    const [first] = await timeline(urn, 'TAG', '&startTime=0&raw=true');
    expect(first).toMatchObject({ rawDiff: [{ op: 'replace', path: '/globalTags', value: tags('a') }] });
  });

  it.each([
    ['', 'categories is missing'],
    ['?categories=NONSENSE', "the unknown value 'NONSENSE'"],
    ['?categories=TAG&startTime=yesterday', 'startTime must be a time'],
  ])('refuses %j', async (query, message) => {
    const { status, json } = await server.request(
      'GET',
      `/openapi/v2/timeline/v1/${encodeURIComponent(urn)}${query}`,
    );
    expect(status).toBe(400);
    expect(json.message).toContain(message);
  });

  it('is empty for an entity that does not exist', async () => {
    expect(await timeline(datasetUrn('nowhere'), 'TAG')).toEqual([]);
  });
});

describe('timeline of columns', () => {
  const urn = datasetUrn('columns');
  const column = (path: string): string => `urn:li:schemaField:(${urn},${path})`;
  const GRAPHQL = `query t($urn: String!, $version: String) {
    getSchemaVersionList(input: { datasetUrn: $urn }) {
      latestVersion { semanticVersion semanticVersionTimestamp versionStamp } version { semanticVersion }
      semanticVersionList { semanticVersion } }
    getSchemaBlame(input: { datasetUrn: $urn, version: $version }) { version { semanticVersion }
      schemaFieldBlameList { fieldPath schemaFieldChange { changeType lastSemanticVersion lastSchemaFieldChange } } } }`;

  it('counts breaking changes as a new major version', async () => {
    await put(urn, 'schemaMetadata', schema({ id: 'int', name: 'text' }));
    await put(urn, 'schemaMetadata', schema({ id: 'int', name: 'text', age: 'int' }));
    await put(urn, 'schemaMetadata', schema({ id: 'bigint', name: 'text', age: 'int' }));
    await put(urn, 'schemaMetadata', schema({ id: 'bigint', age: 'int' }, ['id']));
    const transactions = await timeline(urn, 'TECHNICAL_SCHEMA');
    expect(shown(transactions)).toEqual([
      `0.0.0-computed ADD ${column('id')}`,
      `0.0.0-computed ADD ${column('name')}`,
      `0.1.0-computed ADD ${column('age')}`,
      `1.0.0-computed MODIFY ${column('id')}`,
      `2.0.0-computed REMOVE ${column('name')}`,
      `2.0.0-computed MODIFY ${column('id')}`,
    ]);
    expect(transactions[2]?.changeEvents[0]?.description).toContain("from 'int' to 'bigint'");
  });

  it('lists versions and the last change of each column', async () => {
    const { data } = await server.graphql(GRAPHQL, { urn });
    const { getSchemaBlame, getSchemaVersionList } = data;
    expect(getSchemaVersionList.latestVersion).toEqual({
      semanticVersion: '2.0.0-computed',
      versionStamp: 'browsePathsV2:0;dataPlatformInstance:0;datasetKey:0;schemaMetadata:0',
      semanticVersionTimestamp: expect.any(Number),
    });
    expect(getSchemaVersionList.semanticVersionList).toHaveLength(4);
    const blamed = getSchemaBlame.schemaFieldBlameList.map(
      ({ fieldPath, schemaFieldChange }: { fieldPath: string; schemaFieldChange: Record<string, string> }) =>
        `${fieldPath}: ${schemaFieldChange['lastSchemaFieldChange']}`,
    );
    expect(blamed).toEqual(['age: Added in v0.1.0', 'id: Modified in v2.0.0', 'name: Removed in v2.0.0']);
    const earlier = await server.graphql(GRAPHQL, { urn, version: '0.1.0-computed' });
    expect(earlier.data.getSchemaBlame.version.semanticVersion).toBe('0.1.0-computed');
    expect(
      earlier.data.getSchemaBlame.schemaFieldBlameList.map(
        ({ schemaFieldChange }: { schemaFieldChange: { changeType: string } }) =>
          schemaFieldChange.changeType,
      ),
    ).toEqual(['ADD', 'ADD', 'ADD']);
    const { errors } = await server.graphql(GRAPHQL, { urn, version: '9.9.9' });
    expect(errors[0].message).toContain("There is no version '9.9.9'");
    const none = await server.graphql(GRAPHQL, { urn: datasetUrn('nowhere') });
    expect(none.data.getSchemaVersionList).toEqual({
      latestVersion: null,
      version: null,
      semanticVersionList: null,
    });
  });
});

describe('timeline of texts', () => {
  it('shows changes of descriptions of a dataset and of its columns', async () => {
    const urn = datasetUrn('described');
    await put(urn, 'editableDatasetProperties', { description: 'first' });
    await put(urn, 'editableDatasetProperties', { description: 'second' });
    await put(urn, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: [{ fieldPath: 'id', description: 'key' }],
    });
    const transactions = await timeline(urn, 'DOCUMENTATION');
    expect(transactions.map(({ changeEvents }) => changeEvents[0]?.description)).toEqual([
      `Documentation for '${urn}' has been added: 'first'.`,
      `Documentation of '${urn}' has been changed from 'first' to 'second'.`,
      `Documentation for the field 'id' of 'urn:li:schemaField:(${urn},id)' has been added: 'key'`,
    ]);
    expect(transactions.map(({ semVer }) => semVer)).toEqual([
      '0.0.0-computed',
      '0.1.0-computed',
      '0.2.0-computed',
    ]);
  });
});

describe('timeline of property values', () => {
  const urn = datasetUrn('valued');
  const TIMELINE = `query t($urn: String!) { getTimeline(input: { urn: $urn, changeCategories: [STRUCTURED_PROPERTY] }) {
    changeTransactions { lastSemanticVersion changeType changes { urn category operation modifier description
      parameters { key value } auditStamp { actor } } } } }`;

  async function operations(): Promise<string[]> {
    const { data, errors } = await server.graphql(TIMELINE, { urn });
    expect(errors).toBeUndefined();
    return data.getTimeline.changeTransactions.flatMap(({ changes }: { changes: Event[] }) =>
      changes.map(({ operation, modifier }) => `${operation} ${modifier}`),
    );
  }

  it('omits properties that are soft-deleted or deleted, and shows restored ones again', async () => {
    for (const name of ['kept', 'hidden', 'gone']) await client.define(name);
    await client.assign(urn, { kept: [{ string: 'a' }], hidden: [{ string: 'h' }], gone: [{ string: 'g' }] });
    await client.assign(urn, { kept: [{ string: 'b' }], hidden: [{ string: 'h' }], gone: [{ string: 'g' }] });
    await client.assign(urn, { hidden: [{ string: 'h' }], gone: [{ string: 'g' }] });
    const all = await operations();
    expect(all.filter((change) => change.endsWith('kept'))).toEqual([
      `ADD ${propertyUrn('kept')}`,
      `MODIFY ${propertyUrn('kept')}`,
      `REMOVE ${propertyUrn('kept')}`,
    ]);
    expect(all).toContain(`ADD ${propertyUrn('hidden')}`);
    await put(propertyUrn('hidden'), 'status', { removed: true });
    const deleted = await server.request(
      'DELETE',
      aspectPath(propertyUrn('gone'), '', 'v3').replace(/\/$/, ''),
    );
    expect(deleted.status).toBe(200);
    const shown = await operations();
    expect(shown.filter((change) => /hidden|gone/.test(change))).toEqual([]);
    expect(shown).toContain(`REMOVE ${propertyUrn('kept')}`);
    // A property with the same name is another one: values of the first are not restored.
    await client.define('gone');
    await put(propertyUrn('hidden'), 'status', { removed: false });
    const restored = await operations();
    expect(restored.filter((change) => change.endsWith('gone'))).toEqual([]);
    expect(restored).toContain(`ADD ${propertyUrn('hidden')}`);
  });
});

// DataHub's acceptance test of the timeline: smoke-test/tests/openapi/v2/timeline.json.
describe('timeline of nested columns', () => {
  const SERVICE = '[version=2.0].[type=struct].[type=struct].service';
  const PROVIDER = `${SERVICE}.[type=struct].provider`;
  const [NAME, ID] = [`${PROVIDER}.[type=string].name`, `${PROVIDER}.[type=int].id`];
  const COLUMNS: Record<string, string> = {
    [SERVICE]: 'struct<type:string,provider:struct<name:varchar(50),id:tinyint>>',
    [`${SERVICE}.[type=string].type`]: 'string',
    [PROVIDER]: 'struct<name:varchar(50),id:tinyint>',
  };
  const described = (columns: Record<string, string>, descriptions: Record<string, string>) => {
    const { fields, ...rest } = schema({ property_id: 'int', ...COLUMNS, ...columns });
    const more = fields.map((field) => ({
      ...field,
      nullable: field.fieldPath !== 'property_id',
      ...(descriptions[field.fieldPath] && { description: descriptions[field.fieldPath] }),
    }));
    return { ...rest, fields: more };
  };

  const inOrder = ({
    changeEvents,
    ...transaction
  }: {
    changeEvents: readonly { description: string }[];
  }) => ({
    ...transaction,
    changeEvents: changeEvents.toSorted((a, b) => (a.description < b.description ? -1 : 1)),
  });

  it.each(['v2/timeline/v1', 'timeline/v1'])('by the path %s', async (path) => {
    const urn = datasetUrn(path.replace('/', '-'));
    const [id, name] = ['Service provider id', 'Service provider name'];
    await put(urn, 'schemaMetadata', described({ [NAME]: 'varchar(50)', [ID]: 'tinyint' }, { [ID]: id }));
    const renamed = { [`${ID}2`]: 'tinyint', [`${ID}3`]: 'tinyint' };
    await put(urn, 'schemaMetadata', described(renamed, { [`${ID}2`]: id, [`${ID}3`]: name }));
    const back = described({ [NAME]: 'varchar(50)', [ID]: 'tinyint' }, { [ID]: id, [NAME]: name });
    await put(urn, 'schemaMetadata', back);
    const query = 'startTime=-1&endTime=0&raw=false&categories=TECHNICAL_SCHEMA';
    const { status, json } = await server.request(
      'GET',
      `/openapi/${path}/${encodeURIComponent(urn)}?${query}`,
    );
    expect(status).toBe(200);
    const [breaks, fits] = ['A backwards incompatible', 'A forwards & backwards compatible'];
    const event = (operation: string, field: string, reason: string, step: string, kind = 'OTHER') => {
      const fieldUrn = `urn:li:schemaField:(${urn},${field})`;
      return {
        entityUrn: urn,
        category: 'TECHNICAL_SCHEMA',
        operation,
        modifier: fieldUrn,
        parameters: {
          fieldPath: field,
          fieldUrn,
          nullable: field !== 'property_id',
          modificationCategory: kind,
        },
        semVerChange: step,
        description: `${step === 'MAJOR' ? breaks : fits} change due to ${reason}.`,
      };
    };
    const added = (field: string, short: string) =>
      event('ADD', field, `the newly added field '${short}'`, 'MINOR');
    const removed = (field: string, short: string) =>
      event('REMOVE', field, `removal of field: '${short}'`, 'MAJOR');
    const stamp = 'browsePathsV2:0;dataPlatformInstance:0;datasetKey:0;schemaMetadata:';
    expect(json.map(inOrder)).toEqual(
      [
        {
          semVer: '0.0.0-computed',
          semVerChange: 'MINOR',
          versionStamp: `${stamp}1`,
          changeEvents: [
            added(SERVICE, 'service'),
            added(`${SERVICE}.[type=string].type`, 'service.type'),
            added(PROVIDER, 'service.provider'),
            added(ID, 'service.provider.id'),
            added(NAME, 'service.provider.name'),
            added('property_id', 'property_id'),
          ],
        },
        {
          semVer: '1.0.0-computed',
          semVerChange: 'MAJOR',
          versionStamp: `${stamp}2`,
          changeEvents: [
            event(
              'MODIFY',
              ID,
              `renaming of the field 'service.provider.id to service.provider.id2'`,
              'MINOR',
              'RENAME',
            ),
            added(`${ID}3`, 'service.provider.id3'),
            removed(NAME, 'service.provider.name'),
          ],
        },
        {
          semVer: '2.0.0-computed',
          semVerChange: 'MAJOR',
          versionStamp: `${stamp}0`,
          changeEvents: [
            event(
              'MODIFY',
              `${ID}2`,
              `renaming of the field 'service.provider.id2 to service.provider.id'`,
              'MINOR',
              'RENAME',
            ),
            removed(`${ID}3`, 'service.provider.id3'),
            added(NAME, 'service.provider.name'),
          ],
        },
      ].map((transaction) => ({
        timestamp: expect.any(Number),
        actor: 'urn:li:corpuser:datahub',
        ...inOrder(transaction),
      })),
    );
  });
});

describe('versions of unchanged writes', () => {
  it('count from the first write of a requested aspect', async () => {
    const urn = datasetUrn('undescribed');
    await put(urn, 'datasetProperties', { name: 'n' });
    await put(urn, 'datasetProperties', { name: 'n', description: 'd' });
    expect(shown(await timeline(urn, 'DOCUMENTATION'))).toEqual(['0.1.0-computed ADD undefined']);
  });
});

describe('timeline of all versions of an asset', () => {
  const TIMELINE = `query t($urn: String!, $all: Boolean) { getTimeline(input: {
    urn: $urn, changeCategories: [VERSIONING], includeVersionSet: $all }) {
    skippedVersionCount changeTransactions { actor changes { urn category operation parameters { key value } } } } }`;

  it('merges their changes in time order', async () => {
    const [first, second] = [datasetUrn('release-1'), datasetUrn('release-2')];
    for (const urn of [first, second]) await put(urn, 'status', { removed: false });
    const set = 'urn:li:versionSet:(releases,dataset)';
    const link = `mutation l($urn: String!, $version: String!) { linkAssetVersion(input: {
      versionSet: "${set}", linkedEntity: $urn, version: $version }) { urn } }`;
    for (const [urn, version] of [
      [first, 'v1'],
      [second, 'v2'],
    ]) {
      clock += 1000;
      expect((await server.graphql(link, { urn, version })).errors).toBeUndefined();
    }
    const all = await server.graphql(TIMELINE, { urn: first, all: true });
    const { skippedVersionCount, changeTransactions } = all.data.getTimeline;
    expect(skippedVersionCount).toBe(0);
    expect(changeTransactions).toEqual(
      [first, second].map((urn, i) => ({
        actor: 'urn:li:corpuser:datahub',
        changes: [
          {
            urn,
            category: 'VERSIONING',
            operation: 'ADD',
            parameters: expect.arrayContaining([{ key: 'versionTag', value: `v${i + 1}` }]),
          },
        ],
      })),
    );
    const own = await server.graphql(TIMELINE, { urn: first });
    expect(own.data.getTimeline.changeTransactions).toHaveLength(1);
    expect(await timeline(second, 'VERSIONING', '&includeVersionSet=true')).toHaveLength(2);
    expect(await timeline(second, 'VERSIONING')).toHaveLength(1);
  });
});

describe('timeline of an entity that the caller may not view', () => {
  it('is refused for existing and missing entities', async () => {
    const [seen, hidden, absent] = [datasetUrn('shown'), datasetUrn('secret'), datasetUrn('nothing')];
    for (const urn of [seen, hidden]) await put(urn, 'globalTags', { tags: [{ tag: 'urn:li:tag:a' }] });
    await hideEverything(server);
    const ann = await addActor(server, 'ann');
    await writePolicy(server, 'one', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { users: [userUrn('ann')] },
      resources: { filter: matching('URN', [seen]) },
    });
    const ask = async (urn: string) => {
      const path = `/openapi/v2/timeline/v1/${encodeURIComponent(urn)}?categories=TAG`;
      const rest = await ann.request('GET', path);
      const { data, errors } = await ann.graphql(
        `query t($urn: String!) { getTimeline(input: { urn: $urn }) { changeTransactions { actor } } }`,
        { urn },
      );
      return JSON.stringify([rest.status, rest.json.message, data, errors?.[0].message]).replaceAll(urn, '');
    };
    expect(await ask(seen)).toMatch(/^\[200/);
    expect(await ask(hidden)).toMatch(
      /^\[403,"Unauthorized to view the change history.*Unauthorized to view/,
    );
    expect(await ask(absent)).toBe(await ask(hidden));
  });
});

describe('versions beyond those that are kept', () => {
  it('are not invented: the oldest kept one is only compared with the next', async () => {
    const urn = datasetUrn('many');
    for (let i = 0; i < 30; i++) await put(urn, 'globalTags', { tags: [{ tag: `urn:li:tag:t${i}` }] });
    const transactions = await timeline(urn, 'TAG', '&startTime=0');
    expect(transactions).toHaveLength(20);
    expect(shown(transactions).at(-1)).toBe('0.19.0-computed ADD urn:li:tag:t29');
    for (const { changeEvents } of transactions) {
      expect(changeEvents.map(({ operation }) => operation).sort()).toEqual(['ADD', 'REMOVE']);
    }
  });
});
