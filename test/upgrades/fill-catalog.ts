import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '../../src/util/json.ts';
import { objectOf, textAt, type CatalogDoor } from './catalog-door.ts';
import type { FormerState } from './former-states.ts';

/** What somebody must know to use the filled catalog. */
export interface Credentials {
  /** Access tokens by name. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Passwords by user name. */
  readonly passwords: Readonly<Record<string, string>>;
}

export const datasetUrn = (name: string): string => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
export const propertyUrn = (name: string): string => `urn:li:structuredProperty:${name}`;
export const columnUrn = (dataset: string, path: string): string =>
  `urn:li:schemaField:(${datasetUrn(dataset)},${path})`;

/** Time of all points and of what sources observed, in epoch ms. */
const OBSERVED = 1_700_000_000_000;

interface Write {
  readonly urn: string;
  readonly aspect: string;
  readonly value: JsonObject;
}

/** Writes a small catalog with data of every kind that a state has. */
export async function fillCatalog(door: CatalogDoor, { has }: FormerState): Promise<Credentials> {
  await defineProperties(door);
  await writeAssets(door);
  await assignValues(door);
  await changeDefinitions(door);
  const credentials = await addPeople(door);
  await addGovernance(door);
  await deleteThings(door);
  await ingestTwice(door);
  if (has.has('bulkEdits')) await editInBulk(door);
  if (has.has('webhooks')) await addWebhooks(door);
  await refuse(door, credentials);
  return credentials;
}

async function ingest(
  door: CatalogDoor,
  runId: string,
  writes: readonly Write[],
  observed = OBSERVED,
): Promise<void> {
  const proposals = writes.map(({ aspect, urn, value }) => ({
    entityType: urn.split(':')[2] ?? '',
    entityUrn: urn,
    changeType: 'UPSERT',
    aspectName: aspect,
    aspect: { contentType: 'application/json', value: JSON.stringify(value) },
    systemMetadata: { runId, lastObserved: observed, pipelineName: 'nightly' },
  }));
  await door.must('POST', '/aspects?action=ingestProposalBatch', { proposals, async: 'false' });
}

async function define(door: CatalogDoor, name: string, more: JsonObject = {}): Promise<void> {
  const types = ['dataset', 'schemaField'].map((type) => `urn:li:entityType:datahub.${type}`);
  const value = {
    qualifiedName: name,
    displayName: name,
    valueType: 'urn:li:dataType:datahub.string',
    cardinality: 'SINGLE',
    entityTypes: types,
    ...more,
  };
  await ingest(door, 'no-run-id-provided', [
    { urn: propertyUrn(name), aspect: 'propertyDefinition', value },
    {
      urn: propertyUrn(name),
      aspect: 'structuredPropertySettings',
      value: { showInSearchFilters: true },
    },
  ]);
}

async function defineProperties(door: CatalogDoor): Promise<void> {
  const allowed = (values: readonly JsonObject[]): JsonObject => ({
    allowedValues: values.map((value) => ({ value, description: 'allowed' })),
  });
  const type = (name: string): JsonObject => ({ valueType: `urn:li:dataType:datahub.${name}` });
  await define(door, 'io.acme.tier', allowed([{ string: 'gold' }, { string: 'silver' }, { string: 'tin' }]));
  await define(door, 'io.acme.days', {
    ...type('number'),
    cardinality: 'MULTIPLE',
    ...allowed([{ double: 30 }, { double: 90.5 }, { double: 365 }]),
  });
  await define(door, 'io.acme.reviewed', type('date'));
  await define(door, 'io.acme.notes', type('rich_text'));
  await define(door, 'io.acme.steward', {
    ...type('urn'),
    typeQualifier: { allowedTypes: ['urn:li:entityType:datahub.corpuser'] },
  });
  await define(door, 'io.acme.gone');
  await define(door, 'io.acme.again');
  await define(door, 'io.acme.Ümläut_名前');
}

async function writeAssets(door: CatalogDoor): Promise<void> {
  const fields = ['id', 'customer.name', 'total'].map((fieldPath) => ({
    fieldPath,
    nativeDataType: 'string',
    nullable: true,
    recursive: false,
    isPartOfKey: fieldPath === 'id',
    type: { type: { 'com.linkedin.schema.StringType': {} } },
  }));
  const names = ['orders', 'visits', 'invoices', 'hidden_payroll', 'soft', 'hard', 'undone', 'rolled_back'];
  for (const [place, name] of names.entries()) {
    await ingest(door, 'no-run-id-provided', [
      {
        urn: datasetUrn(name),
        aspect: 'datasetProperties',
        value: { name, description: `The table of ${name}`, customProperties: { place: String(place) } },
      },
      {
        urn: datasetUrn(name),
        aspect: 'schemaMetadata',
        value: {
          schemaName: name,
          platform: 'urn:li:dataPlatform:hive',
          version: 0,
          hash: '',
          platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
          fields,
        },
      },
    ]);
  }
  for (const [place, name] of ['First name', 'Second name', 'Orders of all shops'].entries()) {
    await ingest(
      door,
      `nightly-${place}`,
      [
        {
          urn: datasetUrn('orders'),
          aspect: 'datasetProperties',
          value: { name, description: `Version ${place}`, customProperties: { written: name } },
        },
        {
          urn: datasetUrn('orders'),
          aspect: 'datasetProfile',
          value: { timestampMillis: OBSERVED + place * 86_400_000, rowCount: 100 + place, columnCount: 3 },
        },
        {
          urn: datasetUrn('orders'),
          aspect: 'operation',
          value: {
            timestampMillis: OBSERVED + place,
            lastUpdatedTimestamp: OBSERVED,
            operationType: 'INSERT',
          },
        },
      ],
      OBSERVED + place,
    );
  }
  await ingest(door, 'no-run-id-provided', [
    { urn: 'urn:li:tag:pii', aspect: 'tagProperties', value: { name: 'PII', description: 'personal data' } },
    {
      urn: datasetUrn('orders'),
      aspect: 'globalTags',
      value: { tags: [{ tag: 'urn:li:tag:pii' }] },
    },
    {
      urn: datasetUrn('invoices'),
      aspect: 'upstreamLineage',
      value: {
        upstreams: [
          {
            dataset: datasetUrn('orders'),
            type: 'TRANSFORMED',
            auditStamp: { time: OBSERVED, actor: 'urn:li:corpuser:datahub' },
          },
        ],
      },
    },
  ]);
}

const assigned = (values: Readonly<Record<string, readonly JsonObject[]>>): JsonObject => ({
  properties: Object.entries(values).map(([name, of]) => ({ propertyUrn: propertyUrn(name), values: of })),
});

async function assignValues(door: CatalogDoor): Promise<void> {
  const assign = (urn: string, values: Readonly<Record<string, readonly JsonObject[]>>): Write => ({
    urn,
    aspect: 'structuredProperties',
    value: assigned(values),
  });
  await ingest(door, 'assign-1', [
    assign(datasetUrn('orders'), {
      'io.acme.tier': [{ string: 'gold' }],
      'io.acme.days': [{ double: 30 }, { double: 90.5 }],
      'io.acme.reviewed': [{ string: '2024-02-29' }],
      'io.acme.notes': [{ string: '**bold** <b>text</b>\nand "quotes" — 名前' }],
      'io.acme.steward': [{ string: 'urn:li:corpuser:datahub' }],
      'io.acme.gone': [{ string: 'lost with the property' }],
      'io.acme.again': [{ string: 'of the first life' }],
      'io.acme.Ümläut_名前': [{ string: 'größer' }],
    }),
    assign(datasetUrn('visits'), {
      'io.acme.tier': [{ string: 'silver' }],
      'io.acme.days': [{ double: 365 }],
    }),
    assign(datasetUrn('invoices'), {
      'io.acme.tier': [{ string: 'tin' }],
      'io.acme.gone': [{ string: 'x' }],
    }),
    assign(datasetUrn('undone'), { 'io.acme.tier': [{ string: 'silver' }] }),
    assign(datasetUrn('hard'), { 'io.acme.tier': [{ string: 'gold' }] }),
    assign(columnUrn('orders', 'customer.name'), { 'io.acme.tier': [{ string: 'gold' }] }),
  ]);
  await door.mutate(
    'upsertStructuredProperties',
    'UpsertStructuredPropertiesInput',
    {
      assetUrn: datasetUrn('visits'),
      structuredPropertyInputParams: [
        { structuredPropertyUrn: propertyUrn('io.acme.tier'), values: [{ stringValue: 'gold' }] },
        { structuredPropertyUrn: propertyUrn('io.acme.days'), values: [{ numberValue: 90.5 }] },
      ],
    },
    '{ properties { structuredProperty { urn } } }',
  );
}

/** Ends a property, another one's first life, and an allowed value, and waits until their values are removed. */
async function changeDefinitions(door: CatalogDoor): Promise<void> {
  const path = (name: string): string =>
    `/openapi/v3/entity/structuredProperty/${encodeURIComponent(propertyUrn(name))}?async=false`;
  await door.must('DELETE', path('io.acme.gone'));
  await door.must('DELETE', path('io.acme.again'));
  await define(door, 'io.acme.again', {
    valueType: 'urn:li:dataType:datahub.number',
    description: 'its second life',
  });
  await ingest(door, 'assign-2', [
    {
      urn: datasetUrn('soft'),
      aspect: 'structuredProperties',
      value: assigned({ 'io.acme.again': [{ double: 2 }], 'io.acme.tier': [{ string: 'silver' }] }),
    },
  ]);
  await ended(async () => {
    const { jobs } = objectOf(await door.must('GET', '/api/colophon/v1/jobs'));
    return (
      Array.isArray(jobs) && jobs.length > 0 && jobs.every((job) => objectOf(job)['state'] === 'finished')
    );
  });
}

/** Resolves once `isEnded` answers true. */
async function ended(isEnded: () => Promise<boolean>): Promise<void> {
  while (!(await isEnded())) await pause(100);
}

async function addPeople(door: CatalogDoor): Promise<Credentials> {
  const invitation = await door.mutate('createInviteToken', 'CreateInviteTokenInput', {}, '{ inviteToken }');
  const passwords = { 'ada@example.com': 'correct horse', 'bob@example.com': 'battery staple — ö' };
  for (const [email, password] of Object.entries(passwords)) {
    const inviteToken = textAt(invitation, 'inviteToken');
    const person = { fullName: `Name of ${email}`, email, title: 'Analyst', password, inviteToken };
    await door.must('POST', '/signUp', person, 'nobody');
  }
  const [ada, bob] = ['ada', 'bob'].map((name) => `urn:li:corpuser:${name}@example.com`);
  if (ada === undefined || bob === undefined) throw new Error('There are two users.');
  await door.mutate('batchAssignRole', 'BatchAssignRoleInput', {
    roleUrn: 'urn:li:dataHubRole:Editor',
    actors: [ada],
  });
  await door.mutate('batchAssignRole', 'BatchAssignRoleInput', {
    roleUrn: 'urn:li:dataHubRole:Reader',
    actors: [bob],
  });
  await door.mutate('createGroup', 'CreateGroupInput', { id: 'stewards', name: 'Stewards' });
  await door.mutate('addGroupMembers', 'AddGroupMembersInput', {
    groupUrn: 'urn:li:corpGroup:stewards',
    userUrns: [bob],
  });
  await door.mutate(
    'createServiceAccount',
    'CreateServiceAccountInput',
    { displayName: 'Loader', description: 'loads' },
    '{ urn }',
  );
  const token = async (name: string, actorUrn: string, more: JsonObject = {}): Promise<string> =>
    textAt(
      await door.mutate(
        'createAccessToken',
        'CreateAccessTokenInput',
        { type: 'PERSONAL', actorUrn, duration: 'NO_EXPIRY', name, ...more },
        '{ accessToken }',
      ),
      'accessToken',
    );
  return {
    passwords: { ...passwords },
    tokens: {
      ada: await token('laptop of ada', ada),
      bob: await token('laptop of bob', bob),
      reader: await token('read only', ada, { readOnly: true }),
      narrow: await token('one property', ada, { properties: [propertyUrn('io.acme.tier')] }),
      revoked: await revoked(door, await token('revoked', ada)),
    },
  };
}

/** Revokes a token by its id in the list of tokens; returns it. */
async function revoked(door: CatalogDoor, token: string): Promise<string> {
  const listed = objectOf(
    await door.graphql(
      'query l($input: ListAccessTokenInput!) { listAccessTokens(input: $input) { tokens { id name } } }',
      { start: 0, count: 100, filters: [] },
    ),
  );
  const tokens = Array.isArray(listed['tokens']) ? listed['tokens'].map((one) => objectOf(one)) : [];
  const id = tokens.find(({ name }) => name === 'revoked')?.['id'];
  if (typeof id !== 'string') throw new Error('The token to revoke is not listed.');
  await door.must('POST', '/api/graphql', {
    query: 'mutation r($id: String!) { revokeAccessToken(tokenId: $id) }',
    variables: { id },
  });
  return token;
}

async function addGovernance(door: CatalogDoor): Promise<void> {
  await door.mutate('createPolicy', 'PolicyUpdateInput', {
    type: 'METADATA',
    name: 'Stewards tag gold',
    description: 'by a value',
    state: 'ACTIVE',
    privileges: ['EDIT_ENTITY_TAGS'],
    actors: {
      groups: ['urn:li:corpGroup:stewards'],
      allUsers: false,
      allGroups: false,
      resourceOwners: false,
    },
    resources: {
      filter: {
        criteria: [
          {
            field: 'STRUCTURED_PROPERTY',
            values: [],
            condition: 'EQUALS',
            structuredPropertyValues: [{ propertyUrn: propertyUrn('io.acme.tier'), values: ['gold'] }],
          },
        ],
      },
    },
  });
  await door.mutate('createSecret', 'CreateSecretInput', {
    name: 'WAREHOUSE',
    value: 'p@ss — wörd',
    description: 'd',
  });
  await door.mutate('createTag', 'CreateTagInput', { id: 'fresh', name: 'Fresh', description: 'new' });
  await door.mutate('createDomain', 'CreateDomainInput', { id: 'sales', name: 'Sales' });
  await door.must('POST', '/api/graphql', {
    query: `mutation { setDomain(entityUrn: "${datasetUrn('orders')}", domainUrn: "urn:li:domain:sales") }`,
  });
  await door.mutate('createGlossaryTerm', 'CreateGlossaryEntityInput', { id: 'revenue', name: 'Revenue' });
  await door.mutate(
    'createDataProduct',
    'CreateDataProductInput',
    { id: 'shop', properties: { name: 'Shop', description: 'p' }, domainUrn: 'urn:li:domain:sales' },
    '{ urn }',
  );
  for (const viewType of ['GLOBAL', 'PERSONAL']) {
    const filters = [
      { field: 'structuredProperties.io.acme.tier', condition: 'EQUAL', values: ['gold'], negated: false },
    ];
    const definition = { entityTypes: ['DATASET'], filter: { operator: 'AND', filters } };
    await door.mutate(
      'createView',
      'CreateViewInput',
      { viewType, name: `Gold ${viewType}`, definition },
      '{ urn }',
    );
  }
  await door.mutate(
    'createForm',
    'CreateFormInput',
    {
      id: 'quality',
      name: 'Quality',
      type: 'VERIFICATION',
      prompts: [
        {
          id: 'tier',
          title: 'Which tier?',
          type: 'STRUCTURED_PROPERTY',
          required: true,
          structuredPropertyParams: { urn: propertyUrn('io.acme.tier') },
        },
      ],
      actors: { users: ['urn:li:corpuser:ada@example.com'] },
    },
    '{ urn }',
  );
  await door.mutate('raiseIncident', 'RaiseIncidentInput', {
    type: 'OPERATIONAL',
    title: 'Late',
    description: 'since noon',
    resourceUrn: datasetUrn('orders'),
  });
  await door.mutate(
    'createIngestionSource',
    'UpdateIngestionSourceInput',
    {
      name: 'Nightly',
      type: 'demo-data',
      schedule: { interval: '0 0 1 1 *', timezone: 'UTC' },
      config: { recipe: '{"source":{"type":"demo-data","config":{}}}', executorId: 'elsewhere' },
    },
    '',
  );
}

async function deleteThings(door: CatalogDoor): Promise<void> {
  await ingest(door, 'no-run-id-provided', [
    { urn: datasetUrn('soft'), aspect: 'status', value: { removed: true } },
    { urn: 'urn:li:tag:briefly', aspect: 'tagProperties', value: { name: 'Briefly' } },
  ]);
  for (const urn of [datasetUrn('hard'), 'urn:li:tag:briefly']) {
    const type = urn.split(':')[2] ?? '';
    await door.must('DELETE', `/openapi/v3/entity/${type}/${encodeURIComponent(urn)}?async=false`);
  }
  // The urn lives again, as another entity.
  await ingest(door, 'no-run-id-provided', [
    { urn: 'urn:li:tag:briefly', aspect: 'tagProperties', value: { name: 'Briefly again' } },
  ]);
}

/** Two runs, one of which is taken back. */
async function ingestTwice(door: CatalogDoor): Promise<void> {
  const named = (name: string): Write => ({
    urn: datasetUrn(name),
    aspect: 'datasetProperties',
    value: { name: `${name} by a run`, customProperties: {} },
  });
  await ingest(door, 'kept-run', [named('visits')], OBSERVED + 10);
  await ingest(door, 'bad-run', [named('rolled_back'), named('invoices')], OBSERVED + 20);
  await door.must('POST', '/runs?action=rollback', { runId: 'bad-run', dryRun: false, hardDelete: false });
}

async function editInBulk(door: CatalogDoor): Promise<void> {
  const { id } = objectOf(
    await door.must('POST', '/api/colophon/v1/bulk-edits', {
      urns: ['orders', 'visits', 'undone'].map(datasetUrn),
      changes: [
        { field: 'io.acme.days', action: 'set', values: ['365'] },
        { field: 'tags', action: 'add', values: ['urn:li:tag:fresh'] },
      ],
    }),
  );
  await ended(
    async () =>
      objectOf(await door.must('GET', `/api/colophon/v1/bulk-edits/${Number(id)}`))['finishedAt'] !==
      undefined,
  );
}

async function addWebhooks(door: CatalogDoor): Promise<void> {
  await door.must('POST', '/api/colophon/v1/webhooks', {
    name: 'tags',
    url: 'https://receiver.invalid/hooks',
    aspects: ['globalTags'],
    since: 'now',
  });
}

/** Requests that are refused, for the audit log. */
async function refuse(door: CatalogDoor, { tokens }: Credentials): Promise<void> {
  const reader = { bearer: tokens['reader'] ?? '' };
  const body = [{ urn: datasetUrn('orders'), status: { value: { removed: true } } }];
  const { status } = await door.ask('POST', '/openapi/v3/entity/dataset?async=false', body, reader);
  if (status !== 403) throw new Error(`A read-only token wrote: ${status}`);
}
