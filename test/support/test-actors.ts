import type { TestServer } from './start-server.ts';

/** Memberships and token restrictions of a test user. */
export interface ActorOptions {
  readonly roles?: readonly ('Admin' | 'Editor' | 'Reader')[];
  readonly groups?: readonly string[];
  /** Additional members of the token request, to restrict the token. */
  readonly token?: Readonly<Record<string, unknown>>;
}

export function userUrn(name: string): string {
  return `urn:li:corpuser:${name}`;
}

/** Writes an aspect with the server's token. Throws unless that succeeds. */
export async function writeAspect(
  server: Pick<TestServer, 'request'>,
  urn: string,
  aspect: string,
  value: unknown,
): Promise<void> {
  const [, , entityType] = urn.split(':');
  const path = `/openapi/v2/entity/${entityType}/${encodeURIComponent(urn)}/${aspect}`;
  const { status, text } = await server.request('POST', path, value);
  if (status >= 300) throw new Error(`${urn} ${aspect}: ${status} ${text}`);
}

/** Creates a user and returns the server with a token of that user. */
export async function addActor(
  server: TestServer,
  name: string,
  { roles = [], groups = [], token = {} }: ActorOptions = {},
): Promise<TestServer> {
  const urn = userUrn(name);
  await writeAspect(server, urn, 'corpUserInfo', { active: true, displayName: name });
  await writeAspect(server, urn, 'roleMembership', {
    roles: roles.map((role) => `urn:li:dataHubRole:${role}`),
  });
  await writeAspect(server, urn, 'nativeGroupMembership', {
    nativeGroups: groups.map((group) => `urn:li:corpGroup:${group}`),
  });
  return withToken(server, urn, token);
}

/** Returns the server with a new token of the actor. */
export async function withToken(
  server: TestServer,
  actorUrn: string,
  restriction: Readonly<Record<string, unknown>> = {},
): Promise<TestServer> {
  const { json, status, text } = await server.request('POST', '/api/colophon/v1/tokens', {
    name: 'test',
    actorUrn,
    durationMs: null,
    ...restriction,
  });
  if (status !== 201) throw new Error(`no token for ${actorUrn}: ${text}`);
  return asBearer(server, json.token);
}

/** Returns the server with this token. */
export function asBearer(server: TestServer, token: string): TestServer {
  const request: TestServer['request'] = (method, path, body, headers = {}) =>
    server.request(method, path, body, { authorization: `Bearer ${token}`, ...headers });
  return {
    ...server,
    token,
    request,
    graphql: async (query, variables = {}) =>
      (await request('POST', '/api/graphql', { query, variables })).json,
  };
}

/** A `dataHubPolicyInfo` aspect, by default an active metadata policy. */
export function policy(members: {
  readonly privileges: readonly string[];
  readonly actors: Readonly<Record<string, unknown>>;
  readonly resources?: unknown;
  readonly type?: 'METADATA' | 'PLATFORM';
  readonly state?: 'ACTIVE' | 'INACTIVE';
}): Record<string, unknown> {
  return { displayName: 'test', description: '', type: 'METADATA', state: 'ACTIVE', ...members };
}

/** Writes a policy. */
export function writePolicy(
  server: Pick<TestServer, 'request'>,
  id: string,
  members: Parameters<typeof policy>[0],
): Promise<void> {
  return writeAspect(server, `urn:li:dataHubPolicy:${id}`, 'dataHubPolicyInfo', policy(members));
}

/** Deletes the default policies that let all users read all entities and owners read their entities. */
export async function hideEverything(server: Pick<TestServer, 'request'>): Promise<void> {
  for (const id of ['view-entity-page-all', 'asset-owners-metadata-policy']) {
    const urn = encodeURIComponent(`urn:li:dataHubPolicy:${id}`);
    const { status, text } = await server.request('DELETE', `/openapi/v3/entity/dataHubPolicy/${urn}`);
    if (status >= 300) throw new Error(text);
  }
}

/** A resource filter or privilege constraint with one criterion. */
export function matching(field: string, values: readonly string[], condition = 'EQUALS'): unknown {
  return { criteria: [{ field, values, condition }] };
}
