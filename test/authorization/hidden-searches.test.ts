import { afterAll, beforeAll, describe, it } from 'vitest';
import { asking, askingGraphql, expectAlike, startTwins, type Ask, type Twins } from './hidden-twins.ts';

let twins: Twins;
beforeAll(async () => {
  twins = await startTwins();
});
afterAll(() => twins[Symbol.asyncDispose]());

const FIELD = 'structuredProperties.salary';
const HITS =
  'start count total searchResults { entity { urn } matchedFields { name value } } facets { field displayName aggregations { value count } }';

const search = (members: object): Ask =>
  askingGraphql(
    `query q($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { ${HITS} } }`,
    {
      input: { query: '*', types: ['DATASET', 'SCHEMA_FIELD'], ...members },
    },
  );
const filter = (condition: string, values?: readonly string[], negated = false): Ask =>
  search({ orFilters: [{ and: [{ field: FIELD, condition, negated, ...(values && { values }) }] }] });
const ordered = (sortOrder: string): Ask =>
  search({ types: ['DATASET'], sortInput: { sortCriteria: [{ field: FIELD, sortOrder }] } });
const facets = (...names: readonly string[]): Ask =>
  askingGraphql(
    'query q($input: AggregateAcrossEntitiesInput!) { aggregateAcrossEntities(input: $input) { facets { field aggregations { value count entity { urn } } } } }',
    { input: { query: '*', types: ['DATASET'], facets: names } },
  );
const query = (text: string): string => `/openapi/v3/entity/dataset?query=${encodeURIComponent(text)}`;
const criterion = { field: FIELD, condition: 'EQUAL', value: 'low', values: ['low'] };
const inRestli = { entity: 'dataset', filter: { or: [{ and: [criterion] }] }, start: 0, count: 10 };
const inScroll = { entities: ['dataset'], filter: { and: [{ criteria: [criterion] }] } };

describe('values that an actor may not read are not revealed by', () => {
  it.each<[string, Ask]>([
    ['an EXISTS filter', filter('EXISTS')],
    ['a negated EXISTS filter', filter('EXISTS', undefined, true)],
    ['a filter on a value', filter('EQUAL', ['low'])],
    ['a negated EQUAL filter', filter('EQUAL', ['low'], true)],
    ['a filter on a range', filter('GREATER_THAN', ['h'])],
    ['a filter on a beginning', filter('START_WITH', ['hi'])],
    ['a filter in Rest.li', asking(['POST', '/entities?action=filter', inRestli])],
    ['a filter in a scroll', asking(['POST', '/openapi/v3/entity/scroll', inScroll])],
    ['a query', asking(['GET', query(`${FIELD}:low`)], ['GET', query(`_exists_:${FIELD}`)])],
    ['a facet', facets(FIELD)],
    ['a facet beside others', facets('platform', FIELD)],
    ['a nested facet', facets(`platform␞${FIELD}`, `${FIELD}␞platform`)],
    ['the facets of a search', search({ searchFlags: { includeStructuredPropertyFacets: true } })],
    [
      'a summary',
      askingGraphql(
        'query q($input: SummarizeAcrossEntitiesInput!) { summarizeAcrossEntities(input: $input) { fields { field present missing values { value count } } } }',
        { input: { query: '*', types: ['DATASET'], fields: [{ field: FIELD }] } },
      ),
    ],
    [
      'a coverage',
      askingGraphql(
        'query q { propertyCoverage(input: { by: "platform", properties: ["urn:li:structuredProperty:salary"] }) { property { urn } present possible groups { value present } } }',
      ),
    ],
    [
      'a coverage over time',
      askingGraphql(
        'query q { propertyCoverageOverTime(input: { days: 1, points: 2, properties: ["urn:li:structuredProperty:salary"] }) { properties { property { urn } points { present possible } } } }',
      ),
    ],
    [
      'the values in use',
      askingGraphql(
        'query q { propertyValues(input: { property: "salary", query: "o" }) { value { ... on StringValue { stringValue } } count } }',
      ),
    ],
    ['an ascending order', ordered('ASCENDING')],
    ['a descending order', ordered('DESCENDING')],
  ])('%s', (_channel, question) => expectAlike(twins, question));
});
