import type { GraphQLSchema } from 'graphql';
import type { AspectSpec, FieldType, RecordSpec } from '../../src/model/entity-registry.ts';
import { graphqlTypeOf } from '../../src/model/registry/entity-type-names.ts';
import { CHANGE_CATEGORIES } from '../../src/model/timeline/timeline.ts';
import { aspectPath } from '../support/catalog-client.ts';
import { selectionOf } from './graphql-selection.ts';

/** A request that shows an entity, or something derived from it. */
export interface Read {
  readonly route: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** The entity and aspect to read. */
export interface Shown {
  readonly urn: string;
  readonly entityType: string;
  readonly aspect: AspectSpec;
  /** Cursor of the change feed from before the aspect was written. */
  readonly since: string;
}

const GRAPHQL = '/api/graphql';

/** The requests of all routes that show the entity with the aspect. */
export function readsOf({ aspect, entityType, since, urn }: Shown, schema: GraphQLSchema): readonly Read[] {
  const name = encodeURIComponent(urn);
  const get = (route: string, path: string): Read => ({ route: `GET ${route}`, method: 'GET', path });
  const graphql = (field: string, query: string, variables: object): Read => ({
    route: `GraphQL ${field}`,
    method: 'POST',
    path: GRAPHQL,
    body: { query, variables },
  });
  const type = graphqlTypeOf(entityType);
  const own = ownField(schema, type);
  const selection = own === undefined ? undefined : selectionOf(schema, own.type);
  const times = 'startTimeMillis=0';
  return [
    get('/openapi/v2/entity/:entity/:urn', `/openapi/v2/entity/${entityType}/${name}`),
    get('/openapi/v2/entity/:entity/:urn/:aspect', aspectPath(urn, aspect.name)),
    get('/openapi/v3/entity/:entity', `/openapi/v3/entity/${entityType}?count=100`),
    get('/openapi/v3/entity/:entity/:urn', `/openapi/v3/entity/${entityType}/${name}`),
    get('/openapi/v3/entity/:entity/:urn/:aspect', aspectPath(urn, aspect.name, 'v3')),
    get('/entitiesV2/:urn', `/entitiesV2/${name}`),
    get('/aspects/:urn', `/aspects/${name}?aspect=${aspect.name}&version=0`),
    get('/openapi/v2/timeline', `/openapi/v2/timeline/v1/${name}?${times}&categories=${CATEGORIES}`),
    get(
      '/openapi/relationships/v1',
      `/openapi/relationships/v1?urn=${name}&direction=OUTGOING&relationshipTypes=${relationshipsOf(aspect).join(',')}`,
    ),
    ...relationshipsOf(aspect).map((relationship) =>
      get('/openapi/v3/relationship/:type', `/openapi/v3/relationship/${relationship}?count=1000`),
    ),
    {
      route: 'POST /openapi/v3/relationship/scroll',
      method: 'POST',
      path: '/openapi/v3/relationship/scroll?count=1000',
      body: {},
    },
    get('/api/colophon/v1/changes', `/api/colophon/v1/changes?since=${since}&limit=1000`),
    ...TOPICS.map((topic) =>
      get(
        `/openapi/v1/events/poll of ${topic}`,
        `/openapi/v1/events/poll?topic=${topic}&limit=1000&lookbackWindowDays=1&pollTimeoutSeconds=0`,
      ),
    ),
    get('/api/colophon/v1/entities/:urn?asOf', `/api/colophon/v1/entities/${name}?asOf=${since}`),
    get('/api/colophon/v1/diff', `/api/colophon/v1/diff?urn=${name}&from=${since}&to=now`),
    graphql('searchAcrossEntities', SEARCH, {
      input: { types: [type], query: '*', count: 100 },
    }),
    graphql('searchAcrossEntities, words', SEARCH, {
      input: { types: [], query: 'sample text ςa', count: 100 },
    }),
    graphql('autoCompleteForMultiple', AUTOCOMPLETE, { input: { types: [], query: 'sam', limit: 10 } }),
    ...(['UPSTREAM', 'DOWNSTREAM'] as const).map((direction) =>
      graphql(`searchAcrossLineage ${direction}`, LINEAGE, {
        input: { urn, direction, query: '*', count: 100 },
      }),
    ),
    ...(own === undefined || selection === undefined
      ? []
      : [graphql(own.name, `query($urn: String!) { ${own.name}(urn: $urn) { ${selection} } }`, { urn })]),
  ];
}

const SEARCH =
  'query($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { total facets { field aggregations { value count } } searchResults { entity { urn type } matchedFields { name value } } } }';
const AUTOCOMPLETE =
  'query($input: AutoCompleteMultipleInput!) { autoCompleteForMultiple(input: $input) { suggestions { suggestions } } }';
const LINEAGE =
  'query($input: SearchAcrossLineageInput!) { searchAcrossLineage(input: $input) { total searchResults { degree entity { urn } } } }';
const TOPICS = ['PlatformEvent_v1', 'MetadataChangeLog_Versioned_v1', 'MetadataChangeLog_Timeseries_v1'];
const CATEGORIES = CHANGE_CATEGORIES.join(',');

/** The query that reads an entity of the type by its urn. */
function ownField(
  schema: GraphQLSchema,
  type: string,
): { readonly name: string; readonly type: string } | undefined {
  const wanted = type.replaceAll('_', '').toLowerCase();
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const [only, ...others] = field.args;
    const of = String(field.type).replaceAll(/\W/g, '');
    if (
      others.length === 0 &&
      only?.name === 'urn' &&
      String(only.type) === 'String!' &&
      of.toLowerCase() === wanted
    )
      return { name: field.name, type: of };
  }
  return undefined;
}

/** Names of the relationships that the aspect states. */
function relationshipsOf({ record }: AspectSpec): readonly string[] {
  const found = new Set<string>();
  const entered = new Set<RecordSpec>();
  const inType = (type: FieldType): void => {
    if (type.kind === 'array') inType(type.items);
    else if (type.kind === 'map') inType(type.values);
    else if (type.kind === 'union') for (const member of type.members) inType(member.type);
    else if (type.kind === 'record') inRecord(type.record);
  };
  const inRecord = (one: RecordSpec): void => {
    if (entered.has(one)) return;
    entered.add(one);
    for (const field of one.fields.values()) {
      for (const { name } of field.relationships) found.add(name);
      inType(field.type);
    }
  };
  inRecord(record);
  return [...found];
}
