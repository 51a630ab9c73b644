import { aspectPath, datasetUrn, definition, propertyUrn } from './catalog-client.ts';

/** Sends a request as the root user; resolves once the response is read. */
export type SendRequest = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ readonly status: number; readonly json: unknown }>;

/** Datasets that the rounds change in turn. */
const DATASETS = 40;
const TAG = 'urn:li:tag:soak';

const SEARCH = `query q($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) {
  total searchResults { entity { urn } } facets { field aggregations { value count } } } }`;
const SCROLL = `query q($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) {
  nextScrollId searchResults { entity { urn } } } }`;
const LINEAGE = `query q($input: SearchAcrossLineageInput!) { searchAcrossLineage(input: $input) { total } }`;

/** Defines the properties and the tag that the rounds assign. */
export async function prepareRounds(send: SendRequest): Promise<void> {
  await succeed(send, 'POST', aspectPath(propertyUrn('soak'), 'propertyDefinition'), definition('soak'));
  const number = definition('soak.number', { type: 'number' });
  await succeed(send, 'POST', aspectPath(propertyUrn('soak.number'), 'propertyDefinition'), number);
  await succeed(send, 'POST', aspectPath(TAG, 'tagProperties'), { name: 'soak' });
}

/**
 * One round of typical requests: writes, each followed by searches; deletions, abandoned scrolls, the change feed, tokens,
 * refused requests. Rounds may run concurrently. The current state has the same size after each round; only the history grows.
 */
export async function sendRound(send: SendRequest, round: number): Promise<void> {
  const urn = datasetUrn(`soak${round % DATASETS}`);
  await succeed(send, 'POST', aspectPath(urn, 'datasetProperties'), {
    name: `table ${round % DATASETS}`,
    description: `round ${round} word${round % 7}`,
  });
  await search(send, `word${round % 7}`, []);
  const values = [
    { propertyUrn: propertyUrn('soak'), values: [{ string: `value ${round % 11}` }] },
    { propertyUrn: propertyUrn('soak.number'), values: [{ double: round % 100 }] },
  ];
  await succeed(send, 'POST', aspectPath(urn, 'structuredProperties'), { properties: values });
  await search(send, '*', [
    { field: 'structuredProperties.soak', condition: 'EQUAL', values: [`value ${round % 11}`] },
  ]);
  await search(send, '*', [
    { field: 'structuredProperties.soak.number', condition: 'GREATER_THAN', values: ['50'] },
  ]);
  await search(send, 'table', [
    { field: 'structuredProperties.soak', condition: 'EXISTS', negated: round % 2 === 0 },
  ]);
  await scroll(send);
  await editTags(send, urn, round);
  await comeAndGo(send, round);
  await readElsewhere(send, urn);
  await beRefused(send, urn);
}

async function search(send: SendRequest, query: string, and: readonly object[]): Promise<void> {
  const input = { query, types: ['DATASET'], start: 0, count: 10, orFilters: [{ and }] };
  await ask(send, SEARCH, { input });
}

/**
 * Starts a ranked scroll, which pins a snapshot of the index, and abandons it after two pages or when it has expired. On a busy
 * machine it may expire even before the first page, because OpenSearch starts its lifetime before the snapshot is read.
 */
async function scroll(send: SendRequest): Promise<void> {
  const input = { query: 'table', types: ['DATASET'], count: 5, keepAlive: '1s' };
  const scrollId = await nextScrollId(send, input);
  if (scrollId !== undefined) await nextScrollId(send, { ...input, scrollId });
}

/** Reads a page; undefined if it is the last one or the scroll has expired. */
async function nextScrollId(send: SendRequest, input: object): Promise<string | undefined> {
  const body = { query: SCROLL, variables: { input } };
  const answer = JSON.stringify(await succeed(send, 'POST', '/api/graphql', body));
  const isRefused = answer.includes('"errors":');
  if (isRefused && !answer.includes('The scroll has expired')) throw new Error(answer);
  return /"nextScrollId":"([^"]+)"/.exec(answer)?.[1];
}

async function editTags(send: SendRequest, urn: string, round: number): Promise<void> {
  const field = round % 2 === 0 ? 'addTag' : 'removeTag';
  const mutation = `mutation m($input: TagAssociationInput!) { ${field}(input: $input) }`;
  await ask(send, mutation, { input: { tagUrn: TAG, resourceUrn: urn } });
  await search(send, '*', [{ field: 'tags', condition: 'EQUAL', values: [TAG] }]);
}

/** Creates and removes an entity, a user's token and a property. */
async function comeAndGo(send: SendRequest, round: number): Promise<void> {
  const passing = datasetUrn(`passing${round % DATASETS}`);
  await succeed(send, 'POST', aspectPath(passing, 'datasetProperties'), { name: 'passing' });
  await search(send, 'passing', []);
  await succeed(send, 'DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(passing)}`);
  const token = { name: 'soak', actorUrn: 'urn:li:corpuser:datahub', durationMs: 60_000 };
  const issued = await succeed(send, 'POST', '/api/colophon/v1/tokens', token);
  const { token: bearer, id } = issued as { readonly token: string; readonly id: string };
  await send('GET', '/openapi/v3/entity/dataset?count=1', undefined, { authorization: `Bearer ${bearer}` });
  await send('DELETE', `/api/colophon/v1/tokens/${encodeURIComponent(id)}`);
}

async function readElsewhere(send: SendRequest, urn: string): Promise<void> {
  const encoded = encodeURIComponent(urn);
  const { cursor } = (await succeed(send, 'GET', '/api/colophon/v1/changes')) as { readonly cursor: string };
  await succeed(send, 'GET', `/api/colophon/v1/changes?since=${cursor}`);
  await succeed(send, 'GET', `/openapi/v3/entity/dataset/${encoded}`);
  await succeed(send, 'GET', '/openapi/v3/entity/dataset?count=10&query=table');
  await ask(send, LINEAGE, { input: { urn, direction: 'DOWNSTREAM', query: '*', start: 0, count: 10 } });
  await send('GET', '/metrics');
  await send('GET', '/health/ready');
}

async function beRefused(send: SendRequest, urn: string): Promise<void> {
  await send('POST', aspectPath(urn, 'noSuchAspect'), {});
  await send('GET', '/openapi/v3/entity/dataset/urn:li:none');
  await send('GET', '/openapi/v3/entity/dataset', undefined, { authorization: 'Bearer none' });
  await send('POST', '/api/graphql', { query: '{ noSuchField }' });
}

async function ask(send: SendRequest, query: string, variables: object): Promise<unknown> {
  const json = await succeed(send, 'POST', '/api/graphql', { query, variables });
  if (typeof json === 'object' && json !== null && 'errors' in json) throw new Error(JSON.stringify(json));
  return json;
}

async function succeed(send: SendRequest, method: string, path: string, body?: unknown): Promise<unknown> {
  const { json, status } = await send(method, path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
  return json;
}
