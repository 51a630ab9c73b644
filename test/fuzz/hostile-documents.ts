import { datasetUrn } from '../support/catalog-client.ts';

/** A GraphQL request that is cheap to send and expensive to answer. */
export interface HostileDocument {
  readonly name: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

const URN = datasetUrn('orders');
const many = (count: number, part: (i: number) => string, separator = ' '): string =>
  Array.from({ length: count }, (_, i) => part(i)).join(separator);
const texts = (count: number): string[] => Array.from({ length: count }, (_, i) => `urn:li:tag:t${i}`);
const SEARCH =
  '(input: {query: "*", types: [DATASET], count: 1000}) { total searchResults { entity { urn } } facets { field aggregations { value count } } }';

/** GraphQL requests within and beyond all limits on documents and variables. */
export const HOSTILE_DOCUMENTS: readonly HostileDocument[] = [
  { name: 'comments', query: `{ __typename } ${'#\n'.repeat(49_000)}` },
  { name: 'eight million comments', query: `{ __typename } ${'#\n'.repeat(8_000_000)}` },
  { name: 'white space', query: `{ ${' \t'.repeat(1_000_000)} __typename }` },
  { name: 'a block of lines', query: `{ entity(urn: """${' \n'.repeat(49_000)}""") { urn } }` },
  { name: 'a block of 16 MB', query: `{ entity(urn: """${' \n'.repeat(7_000_000)}""") { urn } }` },
  { name: 'a text of escapes', query: `{ entity(urn: "${'\\u0041'.repeat(340_000)}") { urn } }` },
  { name: 'a long name', query: `{ ${'a'.repeat(2_000_000)} }` },
  {
    name: 'unknown fields after many lines',
    query: `{ ${'\n'.repeat(49_000)} ${many(9_000, (i) => `f${i}`)} }`,
  },
  { name: 'repeated fields', query: `{ ${many(19_000, () => '__typename')} }` },
  { name: 'repeated objects', query: `{ ${many(4_000, () => 'me { corpUser { urn } }')} }` },
  { name: 'repeated arguments', query: `{ ${many(2_500, () => `entity(urn: "${URN}") { urn }`)} }` },
  {
    name: 'different arguments of one name',
    query: `{ ${many(2_500, (i) => `entity(urn: "${i}") { urn }`)} }`,
  },
  {
    name: 'fragments that spread one another',
    query: `{ ...f0 } ${many(1_500, (i) => `fragment f${i} on Query { __typename ...f${i + 1} ...f${i + 2} }`)} fragment f1500 on Query { __typename } fragment f1501 on Query { __typename }`,
  },
  {
    name: 'fragments in a circle',
    query: `{ ...f0 } ${many(2_000, (i) => `fragment f${i} on Query { ...f${(i + 1) % 2_000} }`)}`,
  },
  {
    name: 'unused fragments',
    query: `{ __typename } ${many(2_500, (i) => `fragment f${i} on Query { __typename }`)}`,
  },
  {
    name: 'fragments of one name',
    query: `{ __typename } ${many(2_500, () => 'fragment f on Query { __typename }')}`,
  },
  { name: 'inline fragments', query: `{ ${many(3_000, () => '... on Query { __typename }')} }` },
  { name: 'nested lists', query: `{ entity(urn: ${'['.repeat(9_000)}${']'.repeat(9_000)}) { urn } }` },
  { name: 'nested selections', query: `${'{ me '.repeat(9_000)}${'}'.repeat(9_000)}` },
  { name: 'declared variables', query: `query q(${many(4_000, (i) => `$v${i}: Int`)}) { __typename }` },
  {
    name: 'used variables',
    query: `query q(${many(900, (i) => `$v${i}: String!`)}) { ${many(499, (i) => `a${i}: entity(urn: $v${i}) { urn }`)} }`,
  },
  {
    name: 'unused variables',
    query: `query q(${many(4_000, (i) => `$v${i}: Int`)}) { me { corpUser { urn } } }`,
  },
  { name: 'directives', query: `{ __typename ${many(4_000, () => '@skip(if: false)')} }` },
  { name: 'operations', query: many(3_000, (i) => `query q${i} { __typename }`) },
  {
    name: 'one variable in many fields',
    query: `query q($input: SearchAcrossEntitiesInput!) { ${many(499, (i) => `a${i}: searchAcrossEntities(input: $input) { total }`)} }`,
    variables: {
      input: {
        query: '*',
        types: [],
        ...Object.fromEntries(texts(100_000).map((text) => [text.slice(11), 1])),
      },
    },
  },
  {
    name: 'a list of wrong elements',
    query: 'query q($urns: [String!]!) { entities(urns: $urns) { urn } }',
    variables: { urns: Array.from({ length: 600_000 }, () => ({})) },
  },
  {
    name: 'more urns than a page',
    query: 'query q($urns: [String!]!) { entities(urns: $urns) { urn } }',
    variables: { urns: texts(400_000) },
  },
  {
    name: 'as many values as a search takes',
    query: 'query q($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { total } }',
    variables: { input: { query: '*', orFilters: [{ and: [{ field: 'tags', values: texts(65_536) }] }] } },
  },
  {
    name: 'more values than a search takes',
    query: 'query q($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { total } }',
    variables: { input: { query: '*', orFilters: [{ and: [{ field: 'tags', values: texts(400_000) }] }] } },
  },
  {
    name: 'empty conditions',
    query: 'query q($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { total } }',
    variables: { input: { query: '*', orFilters: Array.from({ length: 300_000 }, () => ({ and: [] })) } },
  },
  {
    name: 'a batch of tags',
    query: 'mutation m($input: BatchAddTagsInput!) { batchAddTags(input: $input) }',
    variables: { input: { tagUrns: texts(200_000), resources: [{ resourceUrn: URN }] } },
  },
  {
    name: 'a batch of resources',
    query: 'mutation m($input: BatchAddTagsInput!) { batchAddTags(input: $input) }',
    variables: {
      input: { tagUrns: ['urn:li:tag:x'], resources: texts(200_000).map((resourceUrn) => ({ resourceUrn })) },
    },
  },
  { name: '400 searches', query: `{ ${many(400, (i) => `a${i}: searchAcrossEntities${SEARCH}`)} }` },
  {
    name: '499 introspections',
    query: `{ ${many(499, (i) => `a${i}: __type(name: "Dataset") { fields { name type { name } args { name } } }`)} }`,
  },
  {
    name: '100 schemas',
    query: `{ ${many(100, (i) => `a${i}: __schema { types { name fields { name args { name } } } }`)} }`,
  },
];
