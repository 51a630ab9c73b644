import { afterAll, beforeAll, describe, it } from 'vitest';
import { aspectPath } from '../support/catalog-client.ts';
import {
  BARE,
  COLUMN,
  MIXED,
  ONCE,
  ONLY,
  asking,
  askingGraphql,
  expectAlike,
  startTwins,
  type Ask,
  type Twins,
} from './hidden-twins.ts';

let twins: Twins;
beforeAll(async () => {
  twins = await startTwins();
});
afterAll(() => twins[Symbol.asyncDispose]());

const ALL = [MIXED, ONLY, ONCE, COLUMN, BARE];
const PROPERTIES = 'structuredProperties';
const VALUES =
  'structuredProperties { properties { structuredProperty { urn } values { ... on StringValue { stringValue } } } }';
const encoded = (urn: string): string => encodeURIComponent(urn);
const entity = (urn: string, version = 'v3'): string =>
  `/openapi/${version}/entity/${urn.split(':')[2]}/${encoded(urn)}`;
const list = (urns: readonly string[]): string => `List(${urns.map(encoded).join(',')})`;
const each = (method: string, path: (urn: string) => string): Ask =>
  asking(...ALL.map((urn) => [method, path(urn)] as const));

describe('values that an actor may not read are not revealed by', () => {
  it.each<[string, Ask]>([
    ['an aspect in v3', each('GET', (urn) => `${aspectPath(urn, PROPERTIES, 'v3')}?systemMetadata=true`)],
    ['an aspect in v2', each('GET', (urn) => `${aspectPath(urn, PROPERTIES)}?systemMetadata=true`)],
    ['the existence of an aspect', each('HEAD', (urn) => aspectPath(urn, PROPERTIES, 'v3'))],
    ['an entity in v3', each('GET', (urn) => `${entity(urn)}?systemMetadata=true`)],
    ['an entity in v2', each('GET', (urn) => `${entity(urn, 'v2')}?systemMetadata=true`)],
    [
      'a batch',
      asking([
        'POST',
        '/openapi/v3/entity/dataset/batchGet?systemMetadata=true',
        [{ urn: MIXED, [PROPERTIES]: {} }, { urn: ONLY, [PROPERTIES]: {} }, { urn: ONCE }],
      ]),
    ],
    [
      'a list of entities',
      asking(
        ['GET', `/openapi/v3/entity/dataset?aspects=${PROPERTIES}&systemMetadata=true`],
        ['GET', `/openapi/v3/entity/schemaField?aspects=${PROPERTIES}&systemMetadata=true`],
        ['GET', `/openapi/v2/entity/dataset?aspectNames=${PROPERTIES}&systemMetadata=true`],
      ),
    ],
    [
      'a scroll',
      asking([
        'POST',
        '/openapi/v3/entity/scroll?systemMetadata=true',
        { entities: ['dataset', 'schemaField'], aspects: [PROPERTIES] },
      ]),
    ],
    ['an export, as `datahub get` makes it', each('GET', (urn) => `/entitiesV2/${encoded(urn)}`)],
    ['entities in Rest.li', asking(['GET', `/entitiesV2?ids=${list(ALL)}&aspects=List(${PROPERTIES})`])],
    ['a snapshot', each('GET', (urn) => `/entities/${encoded(urn)}`)],
    ['an aspect in Rest.li', each('GET', (urn) => `/aspects/${encoded(urn)}?aspect=${PROPERTIES}&version=0`)],
    [
      'a count of entities',
      asking(['POST', '/entities?action=getTotalEntityCount', { entity: 'schemaField' }]),
    ],
    [
      'the existence of an entity',
      asking(...ALL.map((urn) => ['POST', '/entities?action=exists', { urn }] as const)),
    ],
    ['a count of aspects', asking(['POST', '/aspects?action=getCount', { aspect: PROPERTIES }])],
    [
      'an entity in GraphQL',
      askingGraphql(
        `query q($urns: [String!]!) { entities(urns: $urns) { urn
          ... on Dataset { lastIngested aspects(input: {}) { aspectName payload } ${VALUES} }
          ... on SchemaFieldEntity { ${VALUES} } } }`,
        { urns: ALL },
      ),
    ],
  ])('%s', (_channel, question) => expectAlike(twins, question));
});
