/** Writes an entity of a custom type, and finds it by words and by a relationship. The type is in `model/`. */

const url = process.env['COLOPHON_URL'] ?? 'http://127.0.0.1:8080';
const token = process.env['COLOPHON_TOKEN'];
if (token === undefined) throw new Error('Set COLOPHON_TOKEN to an access token.');

const SHELF = 'urn:li:shelf:(north,17)';
const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:postgres,shop.orders,PROD)';

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

await send('POST', '/openapi/v3/entity/shelf?async=false', [
  { urn: SHELF, shelfInfo: { value: { label: 'Orders and invoices', holds: [DATASET] } } },
]);
console.log(`wrote ${SHELF}`);

const { entities } = (await send('GET', '/openapi/v3/entity/shelf?query=invoices')) as {
  entities: { urn: string; shelfInfo: { value: { label: string } } }[];
};
for (const { urn, shelfInfo } of entities) console.log(`found ${urn}: ${shelfInfo.value.label}`);

// The relationship that the aspect declares leads from the dataset back to the shelf.
const links = `/openapi/v3/relationship/dataset/${encodeURIComponent(DATASET)}`;
const { results } = (await send('GET', `${links}?relationshipType[]=Holds&direction=INCOMING`)) as {
  results: { source: { urn: string } }[];
};
for (const { source } of results) console.log(`${source.urn} holds ${DATASET}`);

try {
  await send('POST', '/openapi/v3/entity/shelf?async=false', [
    { urn: 'urn:li:shelf:(west,1)', shelfInfo: { value: { label: 'Nowhere' } } },
  ]);
} catch (error) {
  console.log(`refused: ${(error as Error).message}`);
}
