import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import {
  addActor,
  matching,
  userUrn,
  withToken,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';

let root: TestServer;
let reader: TestServer;

const DATASET = datasetUrn('a');

const POLICY = {
  type: 'METADATA',
  name: 'Taggers',
  state: 'ACTIVE',
  description: 'Who may tag',
  privileges: ['EDIT_ENTITY_TAGS', 'VIEW_ENTITY_PAGE'],
  actors: {
    users: [userUrn('tagger')],
    groups: ['urn:li:corpGroup:taggers'],
    resourceOwners: false,
    allUsers: false,
    allGroups: false,
  },
  resources: {
    allResources: false,
    filter: {
      criteria: [
        { field: 'TYPE', values: ['dataset'], condition: 'EQUALS' },
        { field: 'DOMAIN', values: ['urn:li:domain:d'], condition: 'EQUALS' },
      ],
    },
  },
};

const create = (as: TestServer, input: unknown) =>
  as.graphql('mutation m($input: PolicyUpdateInput!) { createPolicy(input: $input) }', { input });

beforeAll(async () => {
  root = await startServer();
  reader = await addActor(root, 'reader', { roles: ['Reader'] });
  await addActor(root, 'tagger');
  await clientOf(root).dataset('a');
});

afterAll(() => root.stop());

/** A filter with one criterion on the values of a structured property. */
function ofProperty(propertyUrn: string, values: readonly string[], condition = 'EQUALS'): unknown {
  const structuredPropertyValues = [{ propertyUrn, values }];
  return { criteria: [{ field: 'STRUCTURED_PROPERTY', values: [], condition, structuredPropertyValues }] };
}

describe('policies in GraphQL', () => {
  it('are created, listed, changed and removed, and take effect at once', async () => {
    const { createPolicy: urn } = (await create(root, POLICY)).data;
    expect(urn).toMatch(/^urn:li:dataHubPolicy:/);
    const { listPolicies } = (
      await root.graphql(
        `query l($input: ListPoliciesInput!) { listPolicies(input: $input) { start count total policies {
          urn type name state description privileges editable
          actors { users groups roles allUsers allGroups resourceOwners resourceOwnersTypes resolvedUsers { username } }
          resources { type allResources resources filter { criteria { field condition values { value entity { urn } } } } privilegeConstraints { criteria { field } } }
        } } }`,
        { input: { query: 'Taggers', start: 0, count: 10 } },
      )
    ).data;
    expect(listPolicies).toMatchObject({ start: 0, count: 1, total: 1 });
    expect(listPolicies.policies[0]).toEqual({
      urn,
      type: 'METADATA',
      name: 'Taggers',
      state: 'ACTIVE',
      description: 'Who may tag',
      privileges: POLICY.privileges,
      editable: true,
      actors: {
        ...POLICY.actors,
        roles: [],
        resourceOwnersTypes: null,
        resolvedUsers: [{ username: 'tagger' }],
      },
      resources: {
        type: null,
        allResources: false,
        resources: null,
        privilegeConstraints: null,
        filter: {
          criteria: [
            { field: 'TYPE', condition: 'EQUALS', values: [{ value: 'dataset', entity: null }] },
            {
              field: 'DOMAIN',
              condition: 'EQUALS',
              values: [{ value: 'urn:li:domain:d', entity: { urn: 'urn:li:domain:d' } }],
            },
          ],
        },
      },
    });
    const explain = async () =>
      (
        await root.graphql(
          'query e($input: ExplainPrivilegeInput!) { explainPrivilege(input: $input) { allowed policyUrn reason reasons { kind text urns privileges actorUrn resourceUrn policyUrn } nearest { policyUrn name missing reasons { kind text urns privileges condition { field condition values found } } } } }',
          {
            input: {
              actorUrn: userUrn('tagger'),
              privilege: 'EDIT_ENTITY_TAGS',
              resourceUrn: DATASET,
            },
          },
        )
      ).data.explainPrivilege;
    expect(await explain()).toMatchObject({
      allowed: false,
      policyUrn: null,
      reason: `No active policy allows ${userUrn('tagger')} EDIT_ENTITY_TAGS on ${DATASET}.`,
      reasons: [
        {
          kind: 'NOT_GRANTED',
          actorUrn: userUrn('tagger'),
          resourceUrn: DATASET,
          text: `No active policy allows ${userUrn('tagger')} EDIT_ENTITY_TAGS on ${DATASET}.`,
          urns: [userUrn('tagger'), DATASET],
          privileges: ['EDIT_ENTITY_TAGS'],
        },
      ],
    });
    expect((await explain()).nearest).toContainEqual({
      policyUrn: urn,
      name: 'Taggers',
      missing: ['domain must be urn:li:domain:d, but is not set'],
      reasons: [
        {
          kind: 'CONDITION_UNMET',
          condition: { field: 'DOMAIN', condition: 'EQUALS', values: ['urn:li:domain:d'], found: [] },
          text: 'domain must be urn:li:domain:d, but is not set',
          urns: ['urn:li:domain:d'],
          privileges: [],
        },
      ],
    });
    await writeAspect(root, DATASET, 'domains', { domains: ['urn:li:domain:d'] });
    expect(await explain()).toEqual({
      allowed: true,
      policyUrn: urn,
      reason: `${urn} allows EDIT_ENTITY_TAGS.`,
      reasons: [
        {
          kind: 'POLICY',
          policyUrn: urn,
          actorUrn: null,
          resourceUrn: null,
          text: `${urn} allows EDIT_ENTITY_TAGS.`,
          urns: [urn],
          privileges: ['EDIT_ENTITY_TAGS'],
        },
      ],
      nearest: [],
    });
    const update = await root.graphql(
      'mutation m($urn: String!, $input: PolicyUpdateInput!) { updatePolicy(urn: $urn, input: $input) }',
      { urn, input: { ...POLICY, state: 'INACTIVE' } },
    );
    expect(update.data.updatePolicy).toBe(urn);
    expect((await explain()).nearest).toContainEqual({
      policyUrn: urn,
      name: 'Taggers',
      missing: ['it is INACTIVE'],
      reasons: [
        { kind: 'POLICY_INACTIVE', text: 'it is INACTIVE', urns: [], privileges: [], condition: null },
      ],
    });
    const remove = () => root.graphql('mutation m($urn: String!) { deletePolicy(urn: $urn) }', { urn });
    expect((await remove()).data.deletePolicy).toBe(urn);
    expect((await remove()).errors[0].extensions.code).toBe(404);
  });

  it('explains each kind of unmet condition as data, with bounded lists', async () => {
    const many = Array.from({ length: 30 }, (_, index) => userUrn(`member${index}`));
    const actors = { ...POLICY.actors, users: many, groups: [], resourceOwners: false };
    const owners = { ...actors, users: [], resourceOwners: true };
    const urns: string[] = [];
    for (const [name, of] of [
      ['For others', actors],
      ['For owners', owners],
    ] as const) {
      const input = { ...POLICY, name, actors: of, resources: null, privileges: ['EDIT_ENTITY_EMBED'] };
      urns.push((await create(root, input)).data.createPolicy);
    }
    const { data } = await root.graphql(
      `query e($input: ExplainPrivilegeInput!) { explainPrivilege(input: $input) { nearest { name
        reasons { kind actorUrn appliesTo { users allGroups owners } condition { field } } } } }`,
      {
        input: { actorUrn: userUrn('tagger'), privilege: 'EDIT_ENTITY_EMBED', resourceUrn: DATASET },
      },
    );
    const found = data.explainPrivilege.nearest as readonly { name: string; reasons: unknown[] }[];
    const reasonOf = (name: string): unknown => found.find((policy) => policy.name === name)?.reasons[0];
    expect(reasonOf('For others')).toEqual({
      kind: 'OTHER_ACTORS',
      actorUrn: userUrn('tagger'),
      appliesTo: { users: many.slice(0, 20), allGroups: false, owners: false },
      condition: null,
    });
    expect(reasonOf('For owners')).toMatchObject({ kind: 'NOT_OWNER', actorUrn: userUrn('tagger') });
    for (const urn of urns)
      await root.graphql('mutation m($urn: String!) { deletePolicy(urn: $urn) }', { urn });
  });

  it('creates a policy with an unused urn, and keeps one that is not editable', async () => {
    const put = (server: TestServer, id: string, changes = {}) =>
      server.graphql(
        'mutation m($urn: String!, $input: PolicyUpdateInput!) { updatePolicy(urn: $urn, input: $input) }',
        { urn: `urn:li:dataHubPolicy:${id}`, input: { ...POLICY, ...changes } },
      );
    const free = 'urn:li:dataHubPolicy:declared';
    const stranger = await addActor(root, 'stranger');
    expect((await put(stranger, 'declared')).errors[0].extensions.code).toBe(403);
    expect((await put(root, 'declared', { privileges: ['FLY'] })).errors[0].extensions.code).toBe(400);
    for (const name of ['made', 'replaced']) {
      expect((await put(root, 'declared', { name })).data.updatePolicy).toBe(free);
      const { json } = await root.request('GET', aspectPath(free, 'dataHubPolicyInfo', 'v3'));
      expect(json.value).toMatchObject({ displayName: name, editable: true });
    }
    const fixed = await put(root, '0');
    expect(fixed.errors[0].extensions.code).toBe(403);
  });

  it.each([
    [{ privileges: ['FLY'] }, "There is no privilege 'FLY'. appConfig"],
    [
      { privileges: ['EDIT_ENTITY_TAG'] },
      "There is no privilege 'EDIT_ENTITY_TAG'. Did you mean 'EDIT_ENTITY_TAGS'?",
    ],
    [{ name: ' ' }, 'name must not be empty'],
    [{ actors: { ...POLICY.actors, users: ['alice'] } }, 'Invalid urn!: "alice" in actors.users'],
    [{ resources: { filter: matching('DOMIAN', ['x']) } }, "There is no criterion 'DOMIAN'. Did you mean"],
    [{ resources: { filter: matching('TYPE', ['datset']) } }, "There is no entity type 'datset'"],
    [{ resources: { type: 'tables' } }, "There is no entity type 'tables'"],
    [
      { resources: { filter: matching('STRUCTURED_PROPERTY', ['x']) } },
      "A criterion 'STRUCTURED_PROPERTY' needs exactly one property",
    ],
    [{ resources: { filter: ofProperty('urn:li:tag:t', ['x']) } }, 'is not a structured property'],
    [
      { resources: { privilegeConstraints: matching('TAG', ['urn:li:tag:t']) } },
      "There is no criterion 'TAG'",
    ],
  ])('with unknown names are refused: %j', async (change, message) => {
    const { errors } = await create(root, { ...POLICY, ...change });
    expect(errors[0].message).toContain(message);
    expect(errors[0].extensions.code).toBe(400);
  });

  it('keep privileges that only DataHub has', async () => {
    const privileges = ['VIEW_ENTITY_PAGE', 'DATA_READ_ONLY'];
    const { data, errors } = await create(root, { ...POLICY, name: 'Iceberg', privileges });
    expect(errors).toBeUndefined();
    const urn = data.createPolicy;
    const { json } = await root.request('GET', aspectPath(urn, 'dataHubPolicyInfo', 'v3'));
    expect(json.value.privileges).toEqual(privileges);
    await root.graphql('mutation m($urn: String!) { deletePolicy(urn: $urn) }', { urn });
  });

  it('may have criteria on values of a structured property that exists', async () => {
    const client = clientOf(root);
    const [secret, open] = ['secret', 'open'].map((name) => datasetUrn(`classified.${name}`));
    const level = 'urn:li:structuredProperty:level';
    await client.define('level');
    for (const [urn = '', value] of [
      [secret, 'high'],
      [open, 'low'],
    ] as const) {
      await client.assign(urn, { level: [{ string: value }] });
    }
    const filter = ofProperty(level, ['low']);
    const { createPolicy: urn } = (await create(root, { ...POLICY, resources: { filter } })).data;
    const { data } = await root.graphql(
      `query l($input: ListPoliciesInput!) { listPolicies(input: $input) { policies { urn
        resources { filter { criteria { field values { value } structuredPropertyValues { propertyUrn values } } } } } } }`,
      { input: { query: 'Taggers' } },
    );
    expect(data.listPolicies.policies).toContainEqual({
      urn,
      resources: {
        filter: {
          criteria: [
            {
              field: 'STRUCTURED_PROPERTY',
              values: [],
              structuredPropertyValues: [{ propertyUrn: level, values: ['low'] }],
            },
          ],
        },
      },
    });
    const mayTag = async (resourceUrn = '') => {
      const input = { actorUrn: userUrn('tagger'), privilege: 'EDIT_ENTITY_TAGS', resourceUrn };
      const query =
        'query e($input: ExplainPrivilegeInput!) { explainPrivilege(input: $input) { allowed nearest { missing } } }';
      return (await root.graphql(query, { input })).data.explainPrivilege;
    };
    expect(await mayTag(open)).toEqual({ allowed: true, nearest: [] });
    expect((await mayTag(secret)).nearest).toContainEqual({
      missing: [`value of ${level} must be low, but is high`],
    });
    await root.request('DELETE', `/openapi/v3/entity/structuredProperty/${encodeURIComponent(level)}`);
    expect((await mayTag(open)).allowed).toBe(false);
    await root.graphql('mutation m($urn: String!) { deletePolicy(urn: $urn) }', { urn });
  });

  it('are replaced on condition of their version, and not created again after deletion', async () => {
    const { createPolicy: urn } = (await create(root, { ...POLICY, name: 'Versions' })).data;
    const replace = (ifVersionMatch: string, name: string) =>
      root.graphql(
        'mutation m($urn: String!, $input: PolicyUpdateInput!, $v: String) { updatePolicy(urn: $urn, input: $input, ifVersionMatch: $v) }',
        { urn, input: { ...POLICY, name }, v: ifVersionMatch },
      );
    expect((await replace('1', 'Second')).data.updatePolicy).toBe(urn);
    const { errors } = await replace('1', 'Third');
    expect(errors[0].message).toContain('Expected version 1, actual version 2.');
    expect(errors[0].extensions.code).toBe(412);
    await root.graphql('mutation m($urn: String!) { deletePolicy(urn: $urn) }', { urn });
    expect((await replace('2', 'Third')).errors[0].extensions.code).toBe(412);
  });

  it('of the root user and the roles cannot be changed', async () => {
    const urn = 'urn:li:dataHubPolicy:admin-platform-policy';
    const { errors } = await root.graphql('mutation m($urn: String!) { deletePolicy(urn: $urn) }', { urn });
    expect(errors[0].message).toContain('System policies can not be deleted.');
    const update =
      'mutation m($urn: String!, $input: PolicyUpdateInput!) { updatePolicy(urn: $urn, input: $input) }';
    const answer = await root.graphql(update, { urn, input: POLICY });
    expect(answer.errors[0].message).toContain('Attempting to edit not editable policy.');
  });

  it('are managed only with the privilege', async () => {
    const answers = [
      await create(reader, POLICY),
      await reader.graphql('mutation { deletePolicy(urn: "urn:li:dataHubPolicy:7") }'),
      await reader.graphql('{ listPolicies(input: {}) { total } }'),
      await reader.graphql(
        'query g($a: String!) { getGrantedPrivileges(input: {actorUrn: $a}) { privileges } }',
        { a: userUrn('tagger') },
      ),
    ];
    for (const { errors } of answers) {
      expect(errors[0].message).toContain('Unauthorized to perform this action.');
      expect(errors[0].extensions.code).toBe(403);
    }
  });
});

describe('the privileges of an actor', () => {
  it('are shown to the actor, and to users who manage policies', async () => {
    const granted = async (as: TestServer, spec?: unknown): Promise<string[]> =>
      (
        await as.graphql(
          'query g($input: GetGrantedPrivilegesInput!) { getGrantedPrivileges(input: $input) { privileges } }',
          { input: { actorUrn: userUrn('reader'), resourceSpec: spec } },
        )
      ).data.getGrantedPrivileges.privileges;
    expect(await granted(reader)).toEqual(await granted(root));
    expect(await granted(reader)).toContain('GENERATE_PERSONAL_ACCESS_TOKENS');
    const onDataset = await granted(root, { resourceType: 'DATASET', resourceUrn: DATASET });
    expect(onDataset).toContain('VIEW_ENTITY_PAGE');
    expect(onDataset).not.toContain('EDIT_ENTITY_TAGS');
  });

  it('are shown for existing, visible entities that meet the conditions of a policy', async () => {
    const somebody = await addActor(root, 'somebody');
    const holds = async (as: TestServer): Promise<unknown> =>
      (await as.graphql('{ holdsOnAny(privileges: ["EDIT_ENTITY_OWNERS", "EDIT_ENTITY_TAGS"]) }')).data
        .holdsOnAny;
    expect(await holds(root)).toBe(true);
    // The default policy for owners applies to all users; this one owns nothing yet.
    expect(await holds(somebody)).toBe(false);
    await writeAspect(root, DATASET, 'ownership', {
      owners: [{ owner: userUrn('somebody'), type: 'TECHNICAL_OWNER' }],
    });
    expect(await holds(somebody)).toBe(true);
    expect(await holds(await withToken(root, userUrn('somebody'), { readOnly: true }))).toBe(false);
    await writeAspect(root, DATASET, 'ownership', { owners: [] });
    const tags = { privileges: ['EDIT_ENTITY_TAGS'], actors: { users: [userUrn('somebody')] } };
    await writePolicy(root, 'tags', {
      ...tags,
      resources: { filter: matching('URN', [datasetUrn('none')]) },
    });
    expect(await holds(somebody)).toBe(false);
    await writePolicy(root, 'tags', { ...tags, resources: { filter: matching('URN', [DATASET]) } });
    expect(await holds(somebody)).toBe(true);
    const { errors } = await somebody.graphql('{ holdsOnAny(privileges: ["MANAGE_POLICIES"]) }');
    expect(errors[0].message).toContain("'MANAGE_POLICIES' is a platform privilege");
  });

  it('are in me and appConfig', async () => {
    const document =
      '{ me { corpUser { urn } platformPrivileges { managePolicies generatePersonalAccessTokens manageStructuredProperties } } }';
    expect((await reader.graphql(document)).data.me).toEqual({
      corpUser: { urn: userUrn('reader') },
      platformPrivileges: {
        managePolicies: false,
        generatePersonalAccessTokens: true,
        manageStructuredProperties: false,
      },
    });
    expect((await root.graphql(document)).data.me.platformPrivileges).toEqual({
      managePolicies: true,
      generatePersonalAccessTokens: true,
      manageStructuredProperties: true,
    });
    const { policiesConfig } = (
      await reader.graphql(
        '{ appConfig { policiesConfig { enabled platformPrivileges { type displayName } resourcePrivileges { resourceType entityType privileges { type } } } } }',
      )
    ).data.appConfig;
    expect(policiesConfig.enabled).toBe(true);
    expect(policiesConfig.platformPrivileges).toContainEqual({
      type: 'MANAGE_STRUCTURED_PROPERTIES',
      displayName: 'Manage Structured Properties',
    });
    expect(
      policiesConfig.resourcePrivileges.map(({ entityType }: { entityType: string }) => entityType),
    ).toContain('DATASET');
  });

  it('include the roles', async () => {
    const { listRoles } = (
      await root.graphql(
        '{ listRoles(input: {start: 0, count: 10}) { total roles { urn name description } } }',
      )
    ).data;
    expect(listRoles.roles.map(({ name }: { name: string }) => name).sort()).toEqual([
      'Admin',
      'Editor',
      'Reader',
    ]);
  });

  it('include no near policy without the privilege to manage policies', async () => {
    const { data } = await reader.graphql(
      'query e($input: ExplainPrivilegeInput!) { explainPrivilege(input: $input) { allowed nearest { name } } }',
      {
        input: {
          actorUrn: userUrn('reader'),
          privilege: 'EDIT_ENTITY_PROPERTIES',
          resourceUrn: DATASET,
          propertyUrns: [propertyUrn('p')],
        },
      },
    );
    expect(data.explainPrivilege).toEqual({ allowed: false, nearest: [] });
  });
});
