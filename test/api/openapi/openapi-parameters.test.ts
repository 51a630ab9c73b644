import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { jsonAt, jsonItems, jsonNames } from '../../support/json-at.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { DATAHUB_ROUTES, type DatahubRoute } from './datahub-parameters.ts';

const URN = datasetUrn('parameters');
const UPSTREAM = datasetUrn('upstream');
/** No number, flag, time, cursor, urn, direction, or name of an aspect, field or type. */
const NONSENSE = 'no_such_value';

let server: TestServer;
let described: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  server = await startServer();
  for (const name of ['parameters', 'upstream']) await clientOf(server).dataset(name);
  const upstreams = [
    { dataset: UPSTREAM, type: 'TRANSFORMED', auditStamp: { time: 0, actor: 'urn:li:corpuser:x' } },
  ];
  await clientOf(server).post(URN, 'upstreamLineage', { upstreams });
  await clientOf(server).post(URN, 'status', { removed: false });
  described = new Map(
    (await Promise.all(['generic', 'dataset'].map(documentOf))).flatMap((part) => [...part]),
  );
});
afterAll(() => server.stop());

/** Names of the parameters of the operations in a part of the OpenAPI document, by method and path. */
async function documentOf(part: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { json } = await server.request('GET', `/openapi/v3/api-docs?entity=${part}`);
  return new Map(
    jsonNames(jsonAt(json, 'paths')).flatMap((path) =>
      ['get', 'head', 'post', 'patch', 'delete'].map((method): [string, readonly string[]] => {
        const sent = jsonItems(json, 'paths', path, method, 'parameters');
        const names = sent.map((parameter) => {
          const reference = jsonAt(parameter, '$ref');
          const [, , , shared = ''] = typeof reference === 'string' ? reference.split('/') : [];
          const node = shared === '' ? parameter : jsonAt(json, 'components', 'parameters', shared);
          return String(jsonAt(node, 'name'));
        });
        return [`${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '*')}`, names];
      }),
    ),
  );
}

function isDescribed({ method, path }: DatahubRoute, name: string): boolean {
  const segments = path.replaceAll(/\{\w+\}/g, '*').split('/');
  return [...described].some(([key, names]) => {
    const [of, place = ''] = key.split(' ');
    const parts = place.replace(/\/$/, '').split('/');
    const isSame =
      parts.length === segments.length &&
      parts.every((part, i) => part === '*' || part === segments[i]?.toString());
    return of === method && isSame && names.includes(name);
  });
}

const STATUS = { removed: false };
const ELEMENT = { urn: URN, status: { value: STATUS } };
const PATCH = { patch: [{ op: 'add', path: '/removed', value: false }] };
const DELETION = `urns=${encodeURIComponent(datasetUrn('absent'))}`;

/** The other parameters that a route requires. */
function needsOf({ method, path }: DatahubRoute): { readonly query?: string; readonly body?: unknown } {
  if (path.endsWith('/timeline/v1/{urn}')) return { query: 'categories=TAG' };
  if (path === '/openapi/v1/events/poll') return { query: 'topic=PlatformEvent_v1&pollTimeoutSeconds=0' };
  if (path === '/openapi/relationships/v1') return { query: `urn=${encodeURIComponent(URN)}` };
  if (path.startsWith('/openapi/entities/v1')) return v1NeedsOf(method);
  if (method === 'PATCH') return { body: path.endsWith('/status') ? PATCH : batchOf(path, { value: PATCH }) };
  if (method !== 'POST') return {};
  if (path.endsWith('/status'))
    return path.includes('/v2/')
      ? { body: STATUS }
      : { body: { value: STATUS }, query: 'createIfNotExists=false' };
  if (path.endsWith('/batchGet'))
    return { body: path.includes('generic') ? { dataset: [{ urn: URN }] } : [{ urn: URN }] };
  if (path.endsWith('/generic') || path.endsWith('/dataset'))
    return { body: batchOf(path, { value: STATUS }) };
  if (path.includes('/trace/')) return { body: { [URN]: ['status'] } };
  return { body: {} };
}

function v1NeedsOf(method: string): { readonly query?: string; readonly body?: unknown } {
  if (method === 'GET') return { query: `urns=${encodeURIComponent(URN)}` };
  if (method === 'DELETE') return { query: DELETION };
  const aspect = { __type: 'Status', removed: false };
  return { body: [{ entityType: 'dataset', entityUrn: URN, aspect }] };
}

function batchOf(path: string, status: unknown): unknown {
  if (path.includes('/v2/')) return [{ urn: URN, aspects: { status } }];
  const list = [{ ...ELEMENT, status }];
  return path.endsWith('/generic') ? { dataset: list } : list;
}

function ask(route: DatahubRoute, parameters: string): Promise<Answer> {
  const path = route.path
    .replace('{urn}', encodeURIComponent(route.method === 'DELETE' ? datasetUrn('absent') : URN))
    .replace('{relationshipType}', 'DownstreamOf')
    .replace('{traceId}', '0af7651916cd43dd8448eb211c80319c');
  const { body, query = '' } = needsOf(route);
  const sent = [query, parameters].filter((part) => part !== '').join('&');
  return server.request(route.method, `${path}?${sent}`, body);
}

const warningsOf = ({ headers }: Answer): string => headers.get('x-colophon-warnings') ?? '';

describe.each(DATAHUB_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (_name, route) => {
    it('answers without parameters, and without a warning', async () => {
      const answer = await ask(route, '');
      expect([answer.status < 300, warningsOf(answer)], answer.text).toEqual([true, '']);
    });

    if (route.parameters.length > 0) {
      it.each(route.parameters)('%s is described and has an effect, or a warning', async (name) => {
        const [plain, answer] = [await ask(route, ''), await ask(route, `${name}=${NONSENSE}`)];
        if (!isDescribed(route, name)) {
          expect(warningsOf(answer), answer.text).toContain(`Parameter ${name} has no effect`);
          return;
        }
        expect(warningsOf(answer)).not.toContain('has no effect');
        expect([answer.status, answer.text, warningsOf(answer)]).not.toEqual([
          plain.status,
          plain.text,
          warningsOf(plain),
        ]);
      });
    }

    it('warns of an unknown parameter, and refuses it if the request is strict', async () => {
      expect(warningsOf(await ask(route, 'neverHeardOf=1'))).toContain(
        'Parameter neverHeardOf has no effect',
      );
    });
  },
);

it('a misspelled parameter gets a suggestion, and a strict request is refused before it writes', async () => {
  const path = `/openapi/v2/timeline/v1/${encodeURIComponent(URN)}?categories=TAG&starttime=1`;
  expect(warningsOf(await server.request('GET', path))).toContain('startTime');
  const write = `${aspectPath(URN, 'status', 'v3')}?createIfNotExist=false`;
  const headers = { 'X-Colophon-Strict': 'true' };
  const refused = await server.request('POST', write, { value: { removed: true } }, headers);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('createIfNotExist')]);
  expect((await server.request('GET', aspectPath(URN, 'status', 'v3'))).json.value).toEqual(STATUS);
});

it('HEAD finds soft-deleted entities on request', async () => {
  const urn = datasetUrn('hidden');
  await clientOf(server).post(urn, 'status', { removed: true });
  for (const version of ['v2', 'v3'] as const) {
    const entity = `/openapi/${version}/entity/dataset/${encodeURIComponent(urn)}`;
    for (const path of [entity, `${entity}/status`]) {
      const statuses = await Promise.all(
        ['', '?includeSoftDelete=false', '?includeSoftDelete=true'].map(
          async (query) => (await server.request('HEAD', `${path}${query}`)).status,
        ),
      );
      expect([path, ...statuses]).toEqual([path, 404, 404, 204]);
    }
  }
});

it('the scroll id that DataHub adds to an entity is not an aspect', async () => {
  const element = { ...ELEMENT, urn: datasetUrn('scrolled'), scrollId: 'x' };
  const answer = await server.request('POST', '/openapi/v3/entity/dataset?async=false', [element]);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
});
