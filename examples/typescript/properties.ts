/** Defines a property, assigns it to a dataset and finds the dataset by it, using only `fetch`. */

const url = process.env['COLOPHON_URL'] ?? 'http://127.0.0.1:8080';
const token = process.env['COLOPHON_TOKEN'];
if (token === undefined) throw new Error('Set COLOPHON_TOKEN to an access token.');

const PROPERTY = 'urn:li:structuredProperty:com.example.retentionDays';
const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:postgres,shop.orders,PROD)';

/** Sends JSON; throws an error with the server's message unless the answer is a success. */
async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  const { message } = JSON.parse(text) as { message: string };
  throw new Error(`${response.status} for ${method} ${path}: ${message}`);
}

/** Sends a GraphQL request; throws its errors. */
async function graphql<Data>(query: string, variables: object): Promise<Data> {
  const answer = (await send('POST', '/api/graphql', { query, variables })) as {
    data: Data;
    errors?: { message: string }[];
  };
  if (answer.errors !== undefined) throw new Error(answer.errors.map(({ message }) => message).join('\n'));
  return answer.data;
}

// Without `async=false` the server may answer before the write is searchable.
await send('POST', '/openapi/v3/entity/structuredProperty?async=false', [
  {
    urn: PROPERTY,
    propertyDefinition: {
      value: {
        qualifiedName: 'com.example.retentionDays',
        displayName: 'Retention in days',
        valueType: 'urn:li:dataType:datahub.number',
        entityTypes: ['urn:li:entityType:datahub.dataset'],
        allowedValues: [{ value: { double: 30 } }, { value: { double: 365 } }],
      },
    },
  },
]);
console.log(`defined ${PROPERTY}`);

function withRetention(days: number): object[] {
  const properties = [{ propertyUrn: PROPERTY, values: [{ double: days }] }];
  return [
    {
      urn: DATASET,
      datasetProperties: { value: { name: 'orders', description: 'One row for each order' } },
      structuredProperties: { value: { properties } },
    },
  ];
}

await send('POST', '/openapi/v3/entity/dataset?async=false', withRetention(365));
console.log(`assigned 365 to ${DATASET}`);

const found = await graphql<{
  searchAcrossEntities: { total: number; searchResults: { entity: { urn: string } }[] };
}>(
  `
    query find($filters: [AndFilterInput!]) {
      searchAcrossEntities(input: { types: [DATASET], query: "*", count: 10, orFilters: $filters }) {
        total
        searchResults {
          entity {
            urn
          }
        }
      }
    }
  `,
  {
    filters: [
      {
        and: [
          {
            field: 'structuredProperties.com.example.retentionDays',
            condition: 'GREATER_THAN_OR_EQUAL_TO',
            values: ['100'],
          },
        ],
      },
    ],
  },
);
for (const { entity } of found.searchAcrossEntities.searchResults) console.log(`found ${entity.urn}`);

try {
  await send('POST', '/openapi/v3/entity/dataset?async=false', withRetention(31));
} catch (error) {
  console.log(`refused: ${(error as Error).message}`);
}
