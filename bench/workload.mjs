// The common workload: the same entities and queries for every measured system. Plain ES module, no dependencies.
// `entity(i)` is a pure function of i, so any part of the set can be generated anywhere.

/** Qualified names of the four structured properties of the workload. */
export const PROPERTIES = {
  team: 'bench.team', //            string, SINGLE, 10 distinct values
  costCenter: 'bench.costCenter', // string, SINGLE, 1,000 distinct values
  retention: 'bench.retention', //  number, SINGLE, integers 0..9999
  zones: 'bench.zones', //          string, MULTIPLE, 2 of 6 values
};

/** Definitions as aspect `propertyDefinition`. */
export const DEFINITIONS = [
  [PROPERTIES.team, 'string', 'SINGLE'],
  [PROPERTIES.costCenter, 'string', 'SINGLE'],
  [PROPERTIES.retention, 'number', 'SINGLE'],
  [PROPERTIES.zones, 'string', 'MULTIPLE'],
].map(([qualifiedName, type, cardinality]) => ({
  urn: `urn:li:structuredProperty:${qualifiedName}`,
  aspect: {
    qualifiedName,
    displayName: qualifiedName,
    valueType: `urn:li:dataType:datahub.${type}`,
    cardinality,
    entityTypes: ['urn:li:entityType:datahub.dataset'],
  },
}));

const PLATFORMS = ['hive', 'snowflake', 'kafka', 'bigquery'];
const WORDS = ['sales', 'orders', 'customer', 'invoice', 'shipment', 'ledger', 'session', 'campaign'];

/** 32-bit mixing function (integer in, well-spread unsigned 32-bit integer out). */
function mix(x) {
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b);
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b);
  return (x ^ (x >>> 16)) >>> 0;
}

/** The i-th dataset: identity, name, description and property values. */
export function entity(i) {
  const h = (salt) => mix(Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b));
  const platform = PLATFORMS[i % 4];
  const w1 = WORDS[h(5) % 8];
  const w2 = WORDS[h(6) % 8];
  const zone = h(4) % 3;
  return {
    urn: `urn:li:dataset:(urn:li:dataPlatform:${platform},db${i % 100}.schema${i % 7}.${w1}_${w2}_${i},PROD)`,
    platform: `urn:li:dataPlatform:${platform}`,
    name: `${w1} ${w2} ${i}`,
    description: `${w1} of ${w2}, number ${i}`,
    team: `team-${h(1) % 10}`,
    costCenter: `cc-${h(2) % 1000}`,
    retention: h(3) % 10000,
    zones: [`zone-${zone}`, `zone-${zone + 3}`],
  };
}

/** The entity as the body element of `POST /openapi/v3/entity/dataset`: three aspects. */
export function asOpenApiV3(e) {
  const assign = (name, values) => ({ propertyUrn: `urn:li:structuredProperty:${name}`, values });
  return {
    urn: e.urn,
    status: { value: { removed: false } },
    datasetProperties: {
      value: { name: e.name, description: e.description, customProperties: {}, tags: [] },
    },
    structuredProperties: {
      value: {
        properties: [
          assign(PROPERTIES.team, [{ string: e.team }]),
          assign(PROPERTIES.costCenter, [{ string: e.costCenter }]),
          assign(PROPERTIES.retention, [{ double: e.retention }]),
          assign(
            PROPERTIES.zones,
            e.zones.map((z) => ({ string: z })),
          ),
        ],
      },
    },
  };
}

/** The entity as a search document of an OpenSearch index with one field per property. */
export function asOpenSearchDocument(e) {
  return {
    urn: e.urn,
    name: e.name,
    description: e.description,
    platform: e.platform,
    removed: false,
    structuredProperties: {
      bench_team: e.team,
      bench_costCenter: e.costCenter,
      bench_retention: e.retention,
      bench_zones: e.zones,
    },
  };
}

const field = (p) => `structuredProperties.${PROPERTIES[p]}`;
const osField = (p) => `structuredProperties.bench_${p}`;
const term = (p, ...values) => ({ field: field(p), condition: 'EQUAL', values });

/**
 * The queries. `graphql` is the input of scrollAcrossEntities (kind 'page') or aggregateAcrossEntities (kind 'facets');
 * `opensearch` is the same query as a _search body. Both give the same totals and counts.
 */
export const QUERIES = {
  firstPage: {
    kind: 'page',
    graphql: { query: '*', count: 20 },
    opensearch: {
      size: 20,
      track_total_hits: true,
      query: { bool: { filter: [{ term: { removed: false } }] } },
    },
  },
  equal: {
    kind: 'page',
    graphql: { query: '*', count: 20, orFilters: [{ and: [term('costCenter', 'cc-5')] }] },
    opensearch: {
      size: 20,
      track_total_hits: true,
      query: { bool: { filter: [{ term: { [osField('costCenter')]: 'cc-5' } }] } },
    },
  },
  greaterThan: {
    kind: 'page',
    graphql: {
      query: '*',
      count: 20,
      orFilters: [{ and: [{ field: field('retention'), condition: 'GREATER_THAN', values: ['5000'] }] }],
    },
    opensearch: {
      size: 20,
      track_total_hits: true,
      query: { bool: { filter: [{ range: { [osField('retention')]: { gt: 5000 } } }] } },
    },
  },
  orOfAnds: {
    kind: 'page',
    graphql: {
      query: '*',
      count: 20,
      orFilters: [
        {
          and: [
            term('team', 'team-1', 'team-2'),
            { field: field('retention'), condition: 'GREATER_THAN', values: ['5000'] },
          ],
        },
        {
          and: [
            { field: field('zones'), condition: 'EXISTS' },
            { field: 'platform', condition: 'EQUAL', values: ['urn:li:dataPlatform:kafka'] },
          ],
        },
      ],
    },
    opensearch: {
      size: 20,
      track_total_hits: true,
      query: {
        bool: {
          filter: [
            {
              bool: {
                should: [
                  {
                    bool: {
                      filter: [
                        { terms: { [osField('team')]: ['team-1', 'team-2'] } },
                        { range: { [osField('retention')]: { gt: 5000 } } },
                      ],
                    },
                  },
                  {
                    bool: {
                      filter: [
                        { exists: { field: osField('zones') } },
                        { term: { platform: 'urn:li:dataPlatform:kafka' } },
                      ],
                    },
                  },
                ],
              },
            },
          ],
        },
      },
    },
  },
  words: {
    kind: 'page',
    graphql: { query: 'sales 799', count: 20 },
    opensearch: {
      size: 20,
      track_total_hits: true,
      query: { match: { name: { query: 'sales 799', operator: 'and' } } },
    },
  },
  broadWordAndFilter: {
    kind: 'page',
    graphql: { query: 'ledger', count: 20, orFilters: [{ and: [term('team', 'team-1')] }] },
    opensearch: {
      size: 20,
      track_total_hits: true,
      query: {
        bool: { must: [{ match: { name: 'ledger' } }], filter: [{ term: { [osField('team')]: 'team-1' } }] },
      },
    },
  },
  facetFewValues: {
    kind: 'facets',
    graphql: { query: '*', facets: [field('team')], searchFlags: { maxAggValues: 20 } },
    opensearch: {
      size: 0,
      track_total_hits: true,
      query: { match_all: {} },
      aggs: { a: { terms: { field: osField('team'), size: 20 } } },
    },
  },
  facetManyValues: {
    kind: 'facets',
    graphql: { query: '*', facets: [field('costCenter')], searchFlags: { maxAggValues: 20 } },
    opensearch: {
      size: 0,
      track_total_hits: true,
      query: { match_all: {} },
      aggs: { a: { terms: { field: osField('costCenter'), size: 20 } } },
    },
  },
  fiveFacetsFiltered: {
    kind: 'facets',
    graphql: {
      query: '*',
      facets: [field('team'), field('costCenter'), field('zones'), field('retention'), 'platform'],
      searchFlags: { maxAggValues: 20 },
      orFilters: [{ and: [{ field: field('retention'), condition: 'GREATER_THAN', values: ['5000'] }] }],
    },
    opensearch: {
      size: 0,
      track_total_hits: true,
      query: { bool: { filter: [{ range: { [osField('retention')]: { gt: 5000 } } }] } },
      aggs: {
        a: { terms: { field: osField('team'), size: 20 } },
        b: { terms: { field: osField('costCenter'), size: 20 } },
        c: { terms: { field: osField('zones'), size: 20 } },
        d: { terms: { field: osField('retention'), size: 20 } },
        e: { terms: { field: 'platform', size: 20 } },
      },
    },
  },
};

export const GRAPHQL_DOCUMENTS = {
  page: `query page($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) { nextScrollId count total searchResults { entity { urn type } } } }`,
  facets: `query facets($input: AggregateAcrossEntitiesInput!) { aggregateAcrossEntities(input: $input) { facets { field aggregations { value count } } } }`,
};

/**
 * The query with its constants shifted by `n`, so that requests differ: range bounds, team and cost-centre values and the
 * number among the words change; the amount of work stays the same. n = 0 is the query itself.
 */
export function vary(question, n) {
  return JSON.parse(
    JSON.stringify(question)
      .replace(/cc-5\b/g, `cc-${(5 + n) % 1000}`)
      .replace(/team-([12])\b/g, (_, t) => `team-${(Number(t) + n) % 10}`)
      .replace(/\b5000\b/g, String(5000 + (n % 97)))
      .replace(/sales 799/g, `sales ${799 + n * 4}`),
  );
}

/** Body of the POST to the GraphQL endpoint for one of QUERIES. */
export function graphqlBody(name, n = 0) {
  const { kind, graphql } = vary(QUERIES[name], n);
  return JSON.stringify({
    query: GRAPHQL_DOCUMENTS[kind],
    variables: { input: { types: ['DATASET'], ...graphql } },
  });
}
