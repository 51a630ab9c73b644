import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { jsonAt } from '../../support/json-at.ts';
import { startLoginService, type LoginService } from '../../support/login/login-service.ts';
import { Computer, readyServer } from '../../support/run-colophon.ts';
import { filesUnder, tracesIn, tracesInFiles } from '../../support/secret-traces.ts';
import { until } from '../../support/until.ts';
import { WebBrowser } from '../../support/login/web-browser.ts';

const ROOT = 'urn:li:corpuser:datahub';
const ADA = 'urn:li:corpuser:ada@example.com';
/** Characters that each encoding escapes differently. */
const SPICE = '+/="&%';

/** Secrets that must leave no trace, by kind. */
const secrets = new Map<string, string>();
/** Responses to requests without the secret, or long after it was sent. */
const answers: string[] = [];
let computer: Computer;
let folder: string;
let url: string;
/** Output of the server, except the line with its token. */
let printed = '';
let service: LoginService;
let stop: () => Promise<void>;

/** Stores a secret and returns it. */
function secret(name: string, value: unknown = `${name.replaceAll(' ', '-')}-7f3a${SPICE}`): string {
  if (typeof value !== 'string' || value.length < 12)
    throw new Error(`${name} is no secret: ${String(value)}`);
  secrets.set(name, value);
  return value;
}

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly json: unknown;
  readonly headers: Headers;
}

async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${secrets.get('token of the process')}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    text,
    json: isJson ? JSON.parse(text) : undefined,
    headers: response.headers,
  };
}

async function graphql(query: string, variables: Record<string, unknown>): Promise<unknown> {
  const { json } = await send('POST', '/api/graphql', { query, variables });
  expect(jsonAt(json, 'errors')).toBeUndefined();
  return jsonAt(json, 'data');
}

async function succeed(reply: Promise<Reply>): Promise<Reply> {
  const got = await reply;
  expect(got.status, got.text).toBeLessThan(400);
  return got;
}

beforeAll(async () => {
  const port = await freePort();
  service = await startLoginService(`http://127.0.0.1:${port}/callback/oidc`);
  computer = new Computer();
  folder = join(computer.home, 'data');
  const child = computer.start(
    ['serve', '--json', '--port', String(port), '--data', folder, '--log-level', 'debug'],
    {
      environment: {
        COLOPHON_PUBLIC_URL: `http://127.0.0.1:${port}`,
        COLOPHON_LOGIN_ROOT_PASSWORD: secret('password of the root user'),
        COLOPHON_LOGIN_ROOT_LINK: 'true',
        COLOPHON_OIDC_ISSUER: service.issuer,
        COLOPHON_OIDC_CLIENT_ID: service.clientId,
        COLOPHON_OIDC_CLIENT_SECRET: secret('secret of the login service', service.clientSecret),
      },
    },
  );
  child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ready = await readyServer(child);
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  url = ready.url;
  secret('token of the process', ready.token);
  const door: unknown = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8'));
  secret('token of the folder', jsonAt(door, 'token'));
  stop = async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'close');
  };
});
afterAll(async () => {
  await stop();
  await service.stop();
  computer[Symbol.dispose]();
});

async function logIn(username: string, password: string): Promise<Reply> {
  return send('POST', '/logIn', { username, password });
}

/** The session in the cookies of an answer, which is a secret like a password. */
function session(name: string, { headers }: Reply): string {
  const cookie = headers.getSetCookie().find((text) => text.startsWith('PLAY_SESSION='));
  return secret(name, /^PLAY_SESSION=([^;]+)/.exec(cookie ?? '')?.[1]);
}

/** Valid and wrong passwords, invitations and resets, and their sessions. */
async function passwords(): Promise<void> {
  session('session of root', await succeed(logIn('datahub', secrets.get('password of the root user') ?? '')));
  expect((await logIn('datahub', secret('wrong password'))).status).toBe(400);
  expect((await logIn(secret('password as a name'), 'x')).status).toBe(400);
  const invited = await graphql('mutation { createInviteToken(input: {}) { inviteToken } }', {});
  const person = { fullName: 'Ada', email: 'ada@example.com', title: 'Analyst' };
  const inviteToken = secret('invitation', jsonAt(invited, 'createInviteToken', 'inviteToken'));
  const password = secret('password of a new user');
  const body = { ...person, password, inviteToken };
  session('session of a new user', await succeed(send('POST', '/signUp', body)));
  const wrong = { ...body, email: 'x@example.com', inviteToken: secret('wrong invitation') };
  expect((await send('POST', '/signUp', wrong)).status).toBe(400);
  const reset = await graphql(
    'mutation r($userUrn: String!) { createNativeUserResetToken(input: { userUrn: $userUrn }) { resetToken } }',
    { userUrn: ADA },
  );
  const resetToken = secret('reset', jsonAt(reset, 'createNativeUserResetToken', 'resetToken'));
  const next = { email: 'ada@example.com', password: secret('password after a reset'), resetToken };
  session('session after a reset', await succeed(send('POST', '/resetNativeUserCredentials', next)));
  expect((await send('POST', '/resetNativeUserCredentials', next)).status).toBe(400);
}

/** A login at another service, once valid and once with a forged response. */
async function singleSignOn(): Promise<void> {
  service.people.set('eve', { email: 'eve@example.com', email_verified: true, name: 'Eve' });
  service.person = 'eve';
  const browser = new WebBrowser();
  const back = await browser.visit(`${url}/sso`, (next) => next.includes('/callback/oidc'));
  secret('code of the login service', new URL(back.url).searchParams.get('code'));
  const pending: unknown = JSON.parse(
    Buffer.from(browser.cookies(url).get('colophon_login') ?? '', 'base64url').toString(),
  );
  secret('proof key of the login', jsonAt(pending, 'verifier'));
  await browser.visit(back.url);
  secret('session of single sign-on', browser.cookies(url).get('PLAY_SESSION'));
  // The code is valid once.
  expect((await new WebBrowser().visit(back.url)).status).toBe(400);
}

/** Tokens of people and programs, unrestricted and restricted, used and revoked. */
async function tokens(): Promise<void> {
  const input = { type: 'PERSONAL', actorUrn: ROOT, duration: 'ONE_DAY', name: 'by GraphQL' };
  const created = await graphql(
    'mutation t($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }',
    { input },
  );
  const token = secret('token of GraphQL', jsonAt(created, 'createAccessToken', 'accessToken'));
  const make = async (
    name: string,
    more: object,
  ): Promise<{ readonly token: string; readonly id: string }> => {
    const { json } = await succeed(
      send('POST', '/api/colophon/v1/tokens', { name, actorUrn: ROOT, durationMs: null, ...more }),
    );
    return { token: secret(name, jsonAt(json, 'token')), id: String(jsonAt(json, 'id')) };
  };
  const narrowed = await make('narrowed token', { readOnly: true, entityTypes: ['dataset'] });
  const revoked = await make('revoked token', {});
  await succeed(send('DELETE', `/api/colophon/v1/tokens/${revoked.id}`));
  const program = await graphql(
    'mutation { createServiceAccount(input: { displayName: "load" }) { urn } }',
    {},
  );
  const ofProgram = await make('token of a program', {
    actorUrn: jsonAt(program, 'createServiceAccount', 'urn'),
  });
  for (const bearer of [token, narrowed.token, revoked.token, ofProgram.token, secret('wrong token')]) {
    await misuse(bearer);
  }
}

/** Failing requests with a token in every place where a mistake or a client's bug could put it. */
async function misuse(token: string): Promise<void> {
  const as = { authorization: `Bearer ${token}` };
  const text = encodeURIComponent(token);
  await send('GET', `/config?token=${text}`, undefined, as);
  await send('GET', `/nothing/${text}?access_token=${text}`, undefined, as);
  await send('DELETE', `/openapi/v3/entity/dataset/${text}`, undefined, as);
  await send('GET', '/config', undefined, { authorization: `Basic ${token}` });
  await send('GET', '/config', undefined, { authorization: '', cookie: `PLAY_SESSION=${text}` });
  await send('POST', '/openapi/v3/entity/dataset', `{"${token}": `, as);
  await send('POST', '/openapi/v3/entity/dataset', [{ urn: token, [token]: token }], as);
  await send('POST', '/aspects?action=ingestProposal', { proposal: { entityUrn: token } }, as);
  await send('POST', `/entities?action=${text}`, { token }, as);
  await send('POST', '/api/graphql', { query: `{ entity(urn: "${text}") { ${text} } }` }, as);
  await send('POST', '/api/graphql', { query: '{ me { corpUser { urn } } }', variables: { token } }, as);
  await send('POST', '/login', { code: token });
  await send('PROPFIND', '/config', undefined, as).catch(() => undefined);
}

/** Secrets and connections for other systems. */
async function kept(): Promise<void> {
  await graphql('mutation s($input: CreateSecretInput!) { createSecret(input: $input) }', {
    input: { name: 'warehouse', value: secret('kept secret') },
  });
  await graphql(
    'mutation c($input: UpsertDataHubConnectionInput!) { upsertConnection(input: $input) { urn } }',
    {
      input: {
        id: 'warehouse',
        type: 'JSON',
        platformUrn: 'urn:li:dataPlatform:hive',
        json: { blob: JSON.stringify({ password: secret('kept connection') }) },
      },
    },
  );
}

/** A webhook without a receiver that is tested, and whose secret is rotated. */
async function webhooks(): Promise<void> {
  const path = '/api/colophon/v1/webhooks';
  const created = await succeed(send('POST', path, { name: 'hook', url: 'http://localhost:9/' }));
  secret('secret of a webhook', jsonAt(created.json, 'secret'));
  const own = `${path}/${String(jsonAt(created.json, 'id'))}`;
  const rotated = await succeed(send('POST', `${own}/rotate`));
  secret('new secret of a webhook', jsonAt(rotated.json, 'secret'));
  answers.push((await succeed(send('POST', `${own}/test`))).text);
  for (const read of [path, own, `${own}/deliveries`]) answers.push((await succeed(send('GET', read))).text);
}

/** The command line, on the folder in use by the server and against its URL. */
async function commands(): Promise<void> {
  const run = async (args: readonly string[], input = ''): Promise<string> => {
    const { code, stdout, stderr } = await computer.run([...args, '--data', folder], { input });
    expect(`${code} ${stderr}`).toMatch(/^0 /);
    return stdout.trim();
  };
  await run(['user', 'set-password', 'ada@example.com'], `${secret('password by command')}\n`);
  secret(
    'token by command',
    await run(['token', 'create', '--actor', ADA, '--name', 'cli', '--duration', '1h']),
  );
  const invite = await run(['user', 'invite', '--renew']);
  secret('invitation by command', new URL(invite).searchParams.get('invite_token'));
  const reset = await run(['user', 'reset', 'ada@example.com']);
  secret('reset by command', new URL(reset).searchParams.get('reset_token'));
  answers.push(await run(['token', 'list', '--format', 'json']));
  answers.push(await run(['user', 'list', '--format', 'json']));
  answers.push(await run(['audit', '--format', 'json']));
  const failed = await computer.run([
    'token',
    'list',
    '--server',
    url,
    '--token',
    secret('wrong token of a command'),
  ]);
  expect(failed.code).not.toBe(0);
  answers.push(failed.stdout + failed.stderr);
}

/** Everything that the root actor can read afterwards. */
async function readEverything(): Promise<void> {
  const credentials = ['dataHubAccessToken', 'inviteToken', 'dataHubSecret', 'dataHubConnection'];
  const aspects = ['corpuser', 'dataHubAction', ...credentials];
  const paths = [
    '/metrics',
    '/config',
    '/api/colophon/v1/tokens',
    '/api/colophon/v1/audit?count=1000',
    '/api/colophon/v1/status',
    '/api/colophon/v1/changes?since=oldest&limit=1000',
    '/openapi/v1/events/poll?topic=MetadataChangeLog_Versioned_v1&lookbackWindowDays=1&limit=5000&pollTimeoutSeconds=0',
    '/api/colophon/v1/jobs',
    '/api/colophon/v1/changes?since=oldest&limit=5000',
    '/entitiesV2?ids=List(urn%3Ali%3Acorpuser%3Aada%40example.com)',
    '/openapi/v2/timeline/v1/urn%3Ali%3Acorpuser%3Aada%40example.com?categories=OWNER,DOCUMENTATION',
    ...aspects.map((type) => `/openapi/v3/entity/${type}?count=1000&systemMetadata=true`),
    ...aspects.map((type) => `/openapi/v2/entity/${type}?count=1000`),
  ];
  for (const path of paths) answers.push((await succeed(send('GET', path))).text);
  const search = '/openapi/v1/events/audit/search?size=1000';
  answers.push((await succeed(send('POST', search, {}))).text);
  answers.push((await succeed(send('POST', '/runs?action=list', {}))).text);
  const queries = [
    '{ listUsers(input: { count: 1000 }) { users { urn properties { displayName email } } } }',
    '{ listAccessTokens(input: { count: 1000 }) { tokens { urn id name actorUrn ownerUrn } } }',
    '{ listSecrets(input: {}) { secrets { urn name description } } }',
    '{ listServiceAccounts(input: {}) { serviceAccounts { urn name displayName } } }',
    '{ auditEvents(input: { count: 1000 }) { events { kind actorUrn entityUrn request { operation userAgent } } } }',
    '{ searchAcrossEntities(input: { query: "*", count: 1000 }) { searchResults { entity { urn } matchedFields { name value } } } }',
  ];
  for (const query of queries) answers.push(JSON.stringify(await graphql(query, {})));
}

/** Waits until refusals are on disk: they are written in order, so a last one comes after all others. */
async function refusalsAreKept(): Promise<void> {
  const LAST = 'last-of-all/1.0';
  await send('GET', '/config', undefined, { authorization: 'Bearer nobody', 'user-agent': LAST });
  const query = '{ auditEvents(input: { kinds: [UNAUTHENTICATED] }) { events { request { userAgent } } } }';
  await until('the last refusal is on record', async () =>
    JSON.stringify(await graphql(query, {})).includes(LAST),
  );
}

describe('secrets of a whole run', () => {
  beforeAll(async () => {
    await passwords();
    await singleSignOn();
    await tokens();
    await kept();
    await webhooks();
    await commands();
    await readEverything();
    await refusalsAreKept();
  });

  it('are many', () => {
    expect(secrets.size).toBeGreaterThan(25);
    expect(answers.length).toBeGreaterThan(25);
    expect(answers.join('').length).toBeGreaterThan(20_000);
  });

  it('are in no response except the one that issued them', () => {
    expect(tracesIn(answers.join('\n'), secrets)).toEqual([]);
  });

  it('are not in the log, at any log level', () => {
    expect(tracesIn(printed, secrets)).toEqual([]);
  });

  it('are in no file of the data folder while the server runs, except server.json', () => {
    const isDoor = (path: string): boolean => path === join(folder, 'server.json');
    const paths = filesUnder(folder);
    expect(paths.some((path) => path.endsWith('-wal'))).toBe(true);
    expect(
      tracesInFiles(
        paths.filter((path) => !isDoor(path)),
        secrets,
      ),
    ).toEqual([]);
    const door = readFileSync(join(folder, 'server.json'), 'latin1');
    expect(tracesIn(door, secrets)).toEqual(['token of the folder']);
  });

  it('are in no file after it has stopped, nor in its last output', async () => {
    await stop();
    expect(tracesInFiles(filesUnder(computer.home), secrets)).toEqual([]);
    expect(tracesIn(printed, secrets)).toEqual([]);
  });
});
