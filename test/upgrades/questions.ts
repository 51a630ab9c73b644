import type { JsonObject, JsonValue } from '../../src/util/json.ts';
import type { CatalogDoor, Sender } from './catalog-door.ts';
import { columnUrn, datasetUrn, propertyUrn, type Credentials } from './fill-catalog.ts';
import type { FormerState } from './former-states.ts';

/** A request that reads, with the answer of the version that wrote the catalog. */
export interface AnsweredQuestion {
  readonly name: string;
  /** `root`, a name among the tokens, or the name of a user who logs in with a password. */
  readonly as: string;
  readonly method: string;
  readonly path: string;
  readonly body?: JsonValue;
  readonly status: number;
  readonly answer: JsonValue;
}

type Question = Omit<AnsweredQuestion, 'status' | 'answer'>;

/** Entity types whose entities are compared aspect by aspect. */
const TYPES = [
  'dataset',
  'structuredProperty',
  'tag',
  'corpuser',
  'corpGroup',
  'domain',
  'glossaryTerm',
  'dataProduct',
  'form',
  'incident',
  'dataHubView',
  'dataHubAccessToken',
  'dataHubSecret',
  'dataHubIngestionSource',
  'schemaField',
];

/** What a catalog that `fillCatalog` filled is asked. The version that wrote it answers first. */
export function questionsFor({ has }: Pick<FormerState, 'has'>): readonly Question[] {
  return [
    ...TYPES.map(entitiesOf),
    ...[1, 2, 3].map(versionOf),
    ...searches(),
    ...histories(),
    ...people(),
    ...lists(),
    ...(has.has('bulkEdits') ? [own('bulk edits', '/bulk-edits')] : []),
    ...(has.has('changes') ? [own('change feed', '/changes?since=oldest&limit=1000')] : []),
    ...(has.has('webhooks') ? [own('webhooks', '/webhooks'), own('deletions', '/deletions')] : []),
  ];
}

/** Asks all questions; the sender of each logs in or uses the token. */
export async function answersOf(
  door: CatalogDoor,
  questions: readonly Question[],
  { passwords, tokens }: Credentials,
): Promise<readonly AnsweredQuestion[]> {
  const senders = new Map<string, Sender>(
    Object.entries(tokens).map(([name, bearer]) => [name, { bearer }] as const),
  );
  for (const [name, password] of Object.entries(passwords)) {
    senders.set(name, await door.logIn(name, password));
  }
  const answered: AnsweredQuestion[] = [];
  for (const question of questions) {
    const { as, body, method, path } = question;
    const answer = await door.ask(method, path, body, senders.get(as));
    answered.push({ ...question, status: answer.status, answer: answer.body });
  }
  return answered;
}

const own = (name: string, path: string): Question => ({
  name,
  as: 'root',
  method: 'GET',
  path: `/api/colophon/v1${path}`,
});

function entitiesOf(type: string): Question {
  const path = '/openapi/v3/entity/scroll?includeSoftDelete=true&systemMetadata=true&count=1000';
  return {
    name: `every ${type} with its aspects`,
    as: 'root',
    method: 'POST',
    path,
    body: { entities: [type], aspects: [] },
  };
}

function versionOf(version: number): Question {
  const place = `/openapi/v3/entity/dataset/${encodeURIComponent(datasetUrn('orders'))}/datasetProperties`;
  return {
    name: `version ${version} of an aspect`,
    as: 'root',
    method: 'GET',
    path: `${place}?version=${version}&systemMetadata=true`,
  };
}

function graphql(name: string, query: string, input?: JsonObject, as = 'root'): Question {
  const body = { query, variables: input === undefined ? {} : { input } };
  return { name, as, method: 'POST', path: '/api/graphql', body };
}

const SEARCH = `query s($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) {
  total searchResults { entity { urn } } facets { field aggregations { value count } } } }`;

function search(name: string, more: JsonObject, as = 'root'): Question {
  return graphql(name, SEARCH, { types: ['DATASET'], query: '*', start: 0, count: 100, ...more }, as);
}

function withValue(property: string, values: readonly string[], condition = 'EQUAL'): JsonObject {
  return { orFilters: [{ and: [{ field: `structuredProperties.${property}`, condition, values }] }] };
}

function searches(): readonly Question[] {
  return [
    search('all datasets and their facets', {}),
    search('words', { query: 'orders' }),
    search('the last name of a dataset', { query: 'shops' }),
    search('a value', withValue('io.acme.tier', ['gold'])),
    search('a value after its asset was written twice', withValue('io.acme.tier', ['silver'])),
    search('a number', withValue('io.acme.days', ['90.5'])),
    search('a range', withValue('io.acme.days', ['60'], 'GREATER_THAN')),
    search('a date', withValue('io.acme.reviewed', ['2024-02-29'])),
    search('a user as value', withValue('io.acme.steward', ['urn:li:corpuser:datahub'])),
    search('a text of other scripts', withValue('io.acme.Ümläut_名前', ['größer'])),
    search('a tag', { orFilters: [{ and: [{ field: 'tags', values: ['urn:li:tag:pii'] }] }] }),
    search('columns', { types: ['SCHEMA_FIELD'], ...withValue('io.acme.tier', ['gold']) }),
    search('everything that Ada sees', {}, 'ada@example.com'),
    search('everything that Bob sees', {}, 'bob'),
    graphql(
      'lineage',
      `
        query l($input: SearchAcrossLineageInput!) {
          searchAcrossLineage(input: $input) {
            total
            searchResults {
              degree
              entity {
                urn
              }
            }
          }
        }
      `,
      { urn: datasetUrn('invoices'), direction: 'UPSTREAM', query: '*', start: 0, count: 10 },
    ),
    graphql(
      'values and their definitions',
      `{ dataset(urn: ${JSON.stringify(datasetUrn('orders'))}) { structuredProperties { properties {
        structuredProperty { urn definition { displayName cardinality } }
        values { ... on StringValue { stringValue } ... on NumberValue { numberValue } } } } } }`,
    ),
  ];
}

function histories(): readonly Question[] {
  const orders = encodeURIComponent(datasetUrn('orders'));
  const from = { startTimeMillis: 1, endTimeMillis: 2_000_000_000_000 };
  const page = { pageOffset: 0, pageSize: 100, includeSoft: true };
  return [
    ...['DOCUMENTATION', 'TAG', 'STRUCTURED_PROPERTY'].map((category) => ({
      name: `timeline of ${category}`,
      as: 'root',
      method: 'GET',
      path: `/openapi/v2/timeline/v1/${orders}?categories=${category}`,
    })),
    ...['datasetProfile', 'operation'].map((aspect) => ({
      name: `points of ${aspect}`,
      as: 'root',
      method: 'POST',
      path: '/aspects?action=getTimeseriesAspectValues',
      body: { urn: datasetUrn('orders'), entity: 'dataset', aspect, limit: 100, ...from },
    })),
    { name: 'runs', as: 'root', method: 'POST', path: '/runs?action=list', body: page },
    {
      name: 'writes of a run',
      as: 'root',
      method: 'POST',
      path: '/runs?action=describe',
      body: { runId: 'kept-run', start: 0, count: 100, includeSoft: true, includeAspect: true },
    },
    {
      name: 'audit log',
      as: 'root',
      method: 'POST',
      path: '/openapi/v1/events/audit/search?size=1000&includeRaw=true',
      body: { entityTypes: ['dataset', 'tag', 'structuredProperty'] },
    },
    own('refused requests', '/audit?kind=denied&limit=100'),
  ];
}

/** Whether tokens and passwords are accepted, and what they may do. */
function people(): readonly Question[] {
  const me =
    '{ me { corpUser { urn username properties { displayName email } } platformPrivileges { managePolicies generatePersonalAccessTokens } } }';
  return [
    ...['ada@example.com', 'bob@example.com', 'ada', 'bob', 'reader', 'narrow', 'revoked'].map((as) =>
      graphql(`who ${as} is`, me, undefined, as),
    ),
    {
      name: 'that a password is checked',
      as: 'root',
      method: 'POST',
      path: '/logIn',
      body: { username: 'ada@example.com', password: 'wrong horse' },
    },
    ...[propertyUrn('io.acme.tier'), propertyUrn('io.acme.days')].map((urn) => ({
      name: `what a narrow token reads of ${urn}`,
      as: 'narrow',
      method: 'GET',
      path: `/openapi/v3/entity/structuredProperty/${encodeURIComponent(urn)}`,
    })),
    {
      name: 'values of a column',
      as: 'bob',
      method: 'GET',
      path: `/openapi/v3/entity/schemaField/${encodeURIComponent(columnUrn('orders', 'customer.name'))}`,
    },
  ];
}

function lists(): readonly Question[] {
  const page = { start: 0, count: 100 };
  return [
    graphql(
      'policies',
      `
        query l($input: ListPoliciesInput!) {
          listPolicies(input: $input) {
            total
            policies {
              urn
              type
              name
              state
              description
              privileges
              editable
              actors {
                users
                groups
                roles
                allUsers
                allGroups
                resourceOwners
              }
              resources {
                filter {
                  criteria {
                    field
                    condition
                    values {
                      value
                    }
                  }
                }
              }
            }
          }
        }
      `,
      { ...page, query: 'Stewards' },
    ),
    graphql(
      'tokens',
      'query l($input: ListAccessTokenInput!) { listAccessTokens(input: $input) { total tokens { id name ownerUrn expiresAt } } }',
      { ...page, filters: [] },
    ),
    graphql(
      'users',
      'query l($input: ListUsersInput!) { listUsers(input: $input) { total users { urn status isNativeUser } } }',
      page,
    ),
    graphql(
      'secrets',
      'query v($input: GetSecretValuesInput!) { getSecretValues(input: $input) { name value } }',
      { secrets: ['WAREHOUSE'] },
    ),
    graphql(
      'views',
      'query l($input: ListGlobalViewsInput!) { listGlobalViews(input: $input) { total views { urn name definition { entityTypes filter { operator filters { field values } } } } } }',
      page,
    ),
    graphql(
      'ingestion sources',
      'query l($input: ListIngestionSourcesInput!) { listIngestionSources(input: $input) { total ingestionSources { name type schedule { interval } config { recipe } } } }',
      page,
    ),
    own('removals of values', '/jobs'),
  ];
}
