import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { writePolicy } from '../../support/test-actors.ts';

let server: TestServer;
let now = Date.UTC(2026, 0, 1);
beforeAll(async () => {
  server = await startServer({
    options: { 'login.rootPassword': 'datahub', 'login.sessionDuration': '1h' },
    environment: { now: () => now++ },
  });
});
afterAll(() => server.stop());

const ROOT = 'urn:li:corpuser:datahub';

/** A browser: keeps cookies, and sends the origin of its requests. */
class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #base: () => string;

  constructor(base: () => string = () => server.url) {
    this.#base = base;
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(this.#base() + path, {
      method,
      redirect: 'manual',
      headers: {
        cookie: this.cookies(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const set = response.headers.getSetCookie();
    for (const cookie of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, headers: response.headers, set, text, message: messageIn(text) };
  }

  cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  keep(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  logIn(username: string, password: string) {
    return this.send('POST', '/logIn', { username, password });
  }

  /** Status of a request that requires a login. */
  async status(): Promise<number> {
    return (await this.send('GET', '/openapi/operations/identity/user/urn')).status;
  }
}

function messageIn(text: string): string {
  return /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? '';
}

async function invite(input: Record<string, string> = {}): Promise<string> {
  const query = 'query i($input: GetInviteTokenInput!) { getInviteToken(input: $input) { inviteToken } }';
  return (await server.graphql(query, { input })).data.getInviteToken.inviteToken;
}

async function signedUp(email: string, password = 'correct horse'): Promise<Browser> {
  const browser = new Browser();
  const body = { fullName: 'Ada', email, title: 'Analyst', password, inviteToken: await invite() };
  const { status, text } = await browser.send('POST', '/signUp', body);
  expect(status, text).toBe(200);
  return browser;
}

describe('/logIn', () => {
  it('starts a session that every API accepts', async () => {
    const browser = new Browser();
    expect(await browser.status()).toBe(401);
    const { status, set, text } = await browser.logIn('datahub', 'datahub');
    expect({ status, text }).toEqual({ status: 200, text: `{"actor":"${ROOT}"}` });
    expect(set[0]).toMatch(
      /^PLAY_SESSION=colophon_[0-9a-f]{64}; Path=\/; Max-Age=3600; SameSite=Lax; HttpOnly$/,
    );
    expect(set[1]).toBe(`actor=${ROOT}; Path=/; Max-Age=3600; SameSite=Lax`);
    expect(await browser.status()).toBe(200);
    for (const path of ['/api/graphql', '/api/v2/graphql', '/api/gms/api/v2/graphql']) {
      const answer = await browser.send('POST', path, { query: '{ me { corpUser { urn } } }' });
      expect(answer.text).toContain(ROOT);
    }
    expect((await browser.send('GET', '/openapi/v3/entity/corpuser')).status).toBe(200);
  });

  it('gives the same answer for every failure', async () => {
    await signedUp('same@example.com');
    for (const [name, password] of [
      ['same@example.com', 'wrong'],
      ['nobody', 'wrong'],
      ['(', 'wrong'],
      ['same@example.com', 'x'.repeat(5000)],
    ] as const) {
      const { status, message, set } = await new Browser().logIn(name, password);
      expect({ status, message, set }).toEqual({ status: 400, message: 'Invalid Credentials', set: [] });
    }
  });

  it.each([
    [{ username: ' ', password: 'x' }, 'User name must not be empty.'],
    [{ password: 'x' }, 'User name must not be empty.'],
    [{ username: ['datahub'], password: 'x' }, 'User name must not be empty.'],
    [['datahub'], 'must be a JSON object'],
    [{ username: 'datahub' }, 'Invalid Credentials'],
  ])('refuses %j', async (body, message) => {
    const answer = await new Browser().send('POST', '/logIn', body);
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(message);
  });

  it('accepts a password in any Unicode form', async () => {
    await signedUp('accents@example.com', 'cafe\u0301 cafe\u0301');
    expect((await new Browser().logIn('accents@example.com', 'caf\u00e9 caf\u00e9')).status).toBe(200);
  });

  it('is rate-limited after ten attempts', async () => {
    await signedUp('guessed@example.com');
    const guesses = Array.from({ length: 10 }, () => new Browser().logIn('guessed@example.com', 'guess'));
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([400]));
    const refused = await new Browser().logIn('guessed@example.com', 'correct horse');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200);
    expect((await new Browser().logIn('datahub', 'datahub')).status).toBe(200);
    now += 5 * 60_000;
    expect((await new Browser().logIn('guessed@example.com', 'correct horse')).status).toBe(200);
  });
});

describe('a session', () => {
  it('expires', async () => {
    const browser = new Browser();
    await browser.logIn('datahub', 'datahub');
    now += 3_600_000;
    const { status, message } = await browser.send('GET', '/config');
    expect(status).toBe(401);
    expect(message).toContain('The browser session has expired');
  });

  it('ends for good when its user logs out', async () => {
    const browser = new Browser();
    await browser.logIn('datahub', 'datahub');
    const cookie = browser.cookies();
    expect((await browser.send('POST', '/logOut')).text).toBe('{"loggedOut":true}');
    expect(browser.cookies()).toBe('');
    expect((await browser.send('GET', '/config', undefined, { cookie })).status).toBe(401);
  });

  it('ends with a GET, too, but not from another site', async () => {
    const browser = new Browser();
    await browser.logIn('datahub', 'datahub');
    const evil = 'https://evil.example';
    for (const foreign of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'same-site', referer: `${server.url}/` },
      { 'sec-fetch-site': 'none', origin: evil },
      { 'sec-fetch-site': 'none', referer: `${evil}/page` },
      { origin: evil },
      { referer: `${evil}/page` },
      { referer: `${server.url}.evil.example/` },
      { referer: 'nonsense' },
      { origin: 'null', referer: `${server.url}/` },
      {},
    ]) {
      expect((await browser.send('GET', '/logOut', undefined, foreign)).status, JSON.stringify(foreign)).toBe(
        403,
      );
      expect(await browser.status()).toBe(200);
    }
    for (const own of [
      { 'sec-fetch-site': 'same-origin', referer: `${server.url}/page` },
      { 'sec-fetch-site': 'none' },
      { referer: `${server.url}/page` },
      { origin: server.url },
    ]) {
      const { headers, status } = await browser.send('GET', '/logOut', undefined, own);
      expect([status, headers.get('location')]).toEqual([303, 'login']);
      expect(await browser.status()).toBe(401);
      await browser.logIn('datahub', 'datahub');
    }
  });

  it('ends at once when its user is suspended', async () => {
    const browser = await signedUp('fired@example.com');
    const mutation = (status: string) =>
      server.graphql(
        `mutation { updateUserStatus(urn: "urn:li:corpuser:fired@example.com", status: ${status}) }`,
      );
    expect(await browser.status()).toBe(200);
    expect((await mutation('SUSPENDED')).errors).toBeUndefined();
    expect(await browser.status()).toBe(401);
    expect((await new Browser().logIn('fired@example.com', 'correct horse')).message).toBe(
      'Invalid Credentials',
    );
    await mutation('ACTIVE');
    expect((await new Browser().logIn('fired@example.com', 'correct horse')).status).toBe(200);
  });

  it('is not a bearer token, and a token is not a session', async () => {
    const browser = new Browser();
    await browser.logIn('datahub', 'datahub');
    const [, text = ''] = /PLAY_SESSION=([^;]+)/.exec(browser.cookies()) ?? [];
    const bearer = { authorization: `Bearer ${text}` };
    expect((await new Browser().send('GET', '/config', undefined, bearer)).status).toBe(401);
    const body = { name: 'x', actorUrn: ROOT, durationMs: null };
    const { json } = await server.request('POST', '/api/colophon/v1/tokens', body);
    const other = new Browser();
    other.keep('PLAY_SESSION', json.token);
    expect(await other.status()).toBe(401);
  });

  it('does not appear among the access tokens', async () => {
    await new Browser().logIn('datahub', 'datahub');
    const { json } = await server.request('GET', '/api/colophon/v1/tokens');
    expect(JSON.stringify(json)).not.toContain('Browser session');
  });

  it('is overridden by a header', async () => {
    const browser = new Browser();
    await browser.logIn('datahub', 'datahub');
    const wrong = { authorization: 'Bearer wrong' };
    expect((await browser.send('GET', '/config', undefined, wrong)).status).toBe(401);
  });
});

describe('a request with a session from another site', () => {
  const QUERY = { query: '{ __typename }' };

  it.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' }],
    [{ 'content-type': 'text/plain' }],
    [{ 'content-type': 'application/x-www-form-urlencoded' }],
  ])('is refused: %j', async (headers) => {
    const browser = new Browser();
    await browser.logIn('datahub', 'datahub');
    expect((await browser.send('POST', '/api/graphql', QUERY, headers)).status).toBe(403);
    const withToken = { ...headers, authorization: `Bearer ${server.token}` };
    expect((await browser.send('POST', '/api/graphql', QUERY, withToken)).status).toBe(200);
  });

  it('is refused also where a GET changes state', async () => {
    const browser = new Browser();
    await browser.logIn('datahub', 'datahub');
    const path = '/openapi/operations/elasticSearch/restoreIndices';
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await browser.send('GET', path, undefined, headers)).status;
    expect(await status({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).toBe(403);
    expect(await status({ origin: 'https://evil.example' })).toBe(403);
    expect(await status({})).toBe(403);
    expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(202);
    expect((await server.request('GET', path)).status).toBe(202);
  });

  it("is answered for the server's own pages", async () => {
    const browser = new Browser();
    await browser.logIn('datahub', 'datahub');
    for (const headers of [{ origin: server.url }, { 'sec-fetch-site': 'same-origin', origin: 'null' }]) {
      expect((await browser.send('POST', '/api/graphql', QUERY, headers)).status).toBe(200);
    }
  });

  it('cannot log in or out', async () => {
    const browser = new Browser();
    await browser.logIn('datahub', 'datahub');
    const headers = { origin: 'https://evil.example' };
    const body = { username: 'datahub', password: 'datahub' };
    expect((await browser.send('POST', '/logIn', body, headers)).status).toBe(403);
    expect((await browser.send('POST', '/logOut', undefined, headers)).status).toBe(403);
    expect(await browser.status()).toBe(200);
  });
});

describe('/signUp', () => {
  it('creates a user without rights and logs in', async () => {
    const browser = await signedUp('new@example.com');
    const me = '{ me { corpUser { urn isNativeUser status properties { email fullName title active } } } }';
    const { text } = await browser.send('POST', '/api/graphql', { query: me });
    expect(text).toContain('urn:li:corpuser:new@example.com');
    expect((await browser.send('GET', '/api/colophon/v1/tokens')).status).toBe(403);
    expect((await new Browser().logIn('new@example.com', 'correct horse')).status).toBe(200);
  });

  it.each([
    [{ inviteToken: 'guessed' }, 'Invalid invite token'],
    [{ inviteToken: '' }, 'Invite token must not be empty.'],
    [{ fullName: '' }, 'Full name must not be empty.'],
    [{ title: ' ' }, 'Title must not be empty.'],
    [{ email: ' ' }, 'Email must not be empty.'],
    [{ password: '' }, 'Password must not be empty.'],
    [{ password: 'short' }, 'A password must have 8 to 1024 characters'],
    [{ password: 'x'.repeat(1025) }, 'A password must have 8 to 1024 characters'],
    [{ email: 'datahub' }, 'This user already exists!'],
    [{ email: '__datahub_system' }, 'cannot be a user name'],
    [{ email: 'two words' }, 'cannot be a user name'],
    [{ email: 'a,b)' }, 'cannot be a user name'],
    [{ email: `${'x'.repeat(300)}@example.com` }, 'cannot be a user name'],
  ])('refuses %j', async (part, message) => {
    const good = { fullName: 'A', email: 'a@example.com', title: 'T', password: 'long enough' };
    const body = { ...good, inviteToken: await invite(), ...part };
    const answer = await new Browser().send('POST', '/signUp', body);
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(message);
    expect(answer.set).toEqual([]);
  });

  it('does not grant the rights of a policy that names a future user', async () => {
    const awaited = 'awaited@example.com';
    const actors = { users: [`urn:li:corpuser:${awaited}`] };
    await writePolicy(server, 'awaited', { type: 'PLATFORM', privileges: ['MANAGE_POLICIES'], actors });
    const body = { fullName: 'A', email: awaited, title: 'T', password: 'long enough' };
    const answer = await new Browser().send('POST', '/signUp', { ...body, inviteToken: await invite() });
    expect([answer.status, answer.message]).toEqual([400, expect.stringContaining('already exists')]);
  });

  it('accepts no renewed or expired invitation', async () => {
    const before = await invite();
    const renew = 'mutation { createInviteToken(input: {}) { inviteToken } }';
    const { data } = await server.graphql(renew);
    const after = data.createInviteToken.inviteToken;
    expect(after).not.toBe(before);
    expect(await invite()).toBe(after);
    const body = (inviteToken: string) => ({
      fullName: 'L',
      email: 'late@example.com',
      title: 'T',
      password: 'long enough',
      inviteToken,
    });
    expect((await new Browser().send('POST', '/signUp', body(before))).status).toBe(400);
    now += 30 * 86_400_000;
    expect((await new Browser().send('POST', '/signUp', body(after))).status).toBe(400);
    expect((await new Browser().send('POST', '/signUp', body(await invite()))).status).toBe(200);
  });
});

describe('the removal of a password', () => {
  it('ends the sessions of its user', async () => {
    const browser = await signedUp('squatter@example.com');
    const path = `/api/colophon/v1/users/${encodeURIComponent('urn:li:corpuser:squatter@example.com')}/password`;
    expect((await server.request('DELETE', path)).status).toBe(200);
    expect(await browser.status()).toBe(401);
  });
});

describe('a change of the own password', () => {
  const PATH = '/api/colophon/v1/me/password';
  const change = (browser: Browser, current: string, password = 'battery staple') =>
    browser.send('PUT', PATH, { current, password }, { origin: server.url });

  it('ends the other sessions, and the new password replaces the old one', async () => {
    const browser = await signedUp('changes@example.com');
    const other = new Browser();
    await other.logIn('changes@example.com', 'correct horse');
    expect((await browser.send('GET', PATH)).text).toBe('{"isChangeable":true,"minLength":8}');
    expect((await change(browser, 'correct horse')).text).toBe('{"isChanged":true}');
    expect([await browser.status(), await other.status()]).toEqual([200, 401]);
    expect((await new Browser().logIn('changes@example.com', 'correct horse')).status).toBe(400);
    expect((await new Browser().logIn('changes@example.com', 'battery staple')).status).toBe(200);
  });

  it.each([
    ['a wrong password', 'wrong', 'battery staple', 'current'],
    ['a huge wrong password', 'x'.repeat(5000), 'battery staple', 'current'],
    ['a short new one', 'correct horse', 'short', 'password'],
    ['a huge new one', 'correct horse', 'x'.repeat(1025), 'password'],
  ])('refuses %s and names the field', async (_what, current, password, field) => {
    const user = `kept-${current.length}-${password.length}@example.com`;
    const browser = await signedUp(user);
    const { status, text } = await change(browser, current, password);
    expect(status).toBe(400);
    expect(JSON.parse(text).problems).toMatchObject([{ field }]);
    expect((await new Browser().logIn(user, 'correct horse')).status).toBe(200);
  });

  it('is rate-limited like a login', async () => {
    const browser = await signedUp('guesses@example.com');
    for (let i = 0; i < 10; i++) expect((await change(browser, 'wrong')).status).toBe(400);
    expect((await change(browser, 'correct horse')).status).toBe(429);
    expect((await new Browser().logIn('guesses@example.com', 'correct horse')).status).toBe(429);
    now += 5 * 60_000;
    expect((await change(browser, 'correct horse')).status).toBe(200);
  });

  it('is refused for restricted tokens, for others, and without a password', async () => {
    const user = 'urn:li:corpuser:restricted@example.com';
    await signedUp('restricted@example.com');
    const body = { current: 'correct horse', password: 'battery staple' };
    const readOnly = await server.request('POST', '/api/colophon/v1/tokens', {
      name: 'x',
      actorUrn: user,
      durationMs: null,
      readOnly: true,
    });
    const bearer = { authorization: `Bearer ${readOnly.json.token}` };
    expect((await new Browser().send('PUT', PATH, body, bearer)).status).toBe(403);
    const stranger = await signedUp('stranger@example.com');
    const ofAnother = await stranger.send('PUT', PATH, { ...body, urn: user }, { origin: server.url });
    expect(ofAnother.status).toBe(400);
    expect((await new Browser().logIn('restricted@example.com', 'correct horse')).status).toBe(200);
    const whole = await server.request('POST', '/api/colophon/v1/tokens', {
      name: 'y',
      actorUrn: 'urn:li:corpuser:passwordless',
      durationMs: null,
    });
    const without = { authorization: `Bearer ${whole.json.token}` };
    expect((await new Browser().send('GET', PATH, undefined, without)).text).toContain(
      '"isChangeable":false',
    );
    expect((await new Browser().send('PUT', PATH, body, without)).status).toBe(400);
  });
});

describe('/resetNativeUserCredentials', () => {
  const email = 'reset@example.com';

  async function resetToken(user = `urn:li:corpuser:${email}`): Promise<string> {
    const query =
      'mutation r($input: CreateNativeUserResetTokenInput!) { createNativeUserResetToken(input: $input) { resetToken } }';
    const { data, errors } = await server.graphql(query, { input: { userUrn: user } });
    if (errors !== undefined) throw new Error(errors[0].message);
    return data.createNativeUserResetToken.resetToken;
  }

  const reset = (body: Record<string, string>) =>
    new Browser().send('POST', '/resetNativeUserCredentials', { email, password: 'new password', ...body });

  it('changes the password once and ends the sessions', async () => {
    const browser = await signedUp(email);
    const token = await resetToken();
    expect((await reset({ resetToken: 'guessed' })).message).toContain('Invalid reset token.');
    expect((await reset({ resetToken: token, password: 'short' })).message).toContain(
      'A password must have 8',
    );
    expect((await reset({ resetToken: token })).status).toBe(200);
    expect(await browser.status()).toBe(401);
    expect((await new Browser().logIn(email, 'correct horse')).status).toBe(400);
    expect((await new Browser().logIn(email, 'new password')).status).toBe(200);
    expect((await reset({ resetToken: token })).status).toBe(400);
  });

  it('changes the password once, also with concurrent requests', async () => {
    await signedUp('hasty@example.com');
    const token = await resetToken('urn:li:corpuser:hasty@example.com');
    const passwords = ['first one', 'second one', 'third one', 'fourth one'];
    const answers = await Promise.all(
      passwords.map((password) => reset({ email: 'hasty@example.com', resetToken: token, password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const refused = answers.filter(({ status }) => status === 400);
    for (const { message } of refused) expect(message).toContain('Invalid reset token.');
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await new Browser().logIn('hasty@example.com', winner)).status).toBe(200);
  });

  it('is valid for a day, and only for users with a password', async () => {
    const token = await resetToken();
    now += 86_400_000;
    expect((await reset({ resetToken: token })).status).toBe(400);
    await expect(resetToken('urn:li:corpuser:nobody')).rejects.toThrow(
      'User does not exist or is a non-native user!',
    );
  });
});

describe('credentials', () => {
  it('are in no response of any API', async () => {
    await signedUp('hidden@example.com');
    await invite();
    const user = encodeURIComponent('urn:li:corpuser:hidden@example.com');
    const texts = [
      (await server.request('GET', `/openapi/v3/entity/corpuser/${user}`)).text,
      (await server.request('GET', `/openapi/v2/entity/corpuser/${user}`)).text,
      (await server.request('GET', '/openapi/v3/entity/corpuser?count=100&systemMetadata=true')).text,
      (await server.request('GET', '/openapi/v3/entity/inviteToken?count=100')).text,
      (await server.request('GET', '/openapi/v3/entity/corpuser?count=100&aspects=corpUserCredentials')).text,
      (
        await server.request('POST', '/openapi/v3/entity/corpuser/batchGet', [
          { urn: 'urn:li:corpuser:hidden@example.com', corpUserCredentials: {} },
        ])
      ).text,
    ];
    const restli = [
      `/entities/${user}`,
      `/entitiesV2/${user}`,
      `/entitiesV2/${user}?aspects=List(corpUserInfo,corpUserCredentials)`,
      `/entitiesVersionedV2?entityType=corpuser&versionedUrns=List((urn:${user},versionStamp:corpUserCredentials%3A0))`,
      `/aspects/${user}?aspect=corpUserCredentials&version=0`,
      `/aspects/${user}?aspect=corpUserCredentials&version=1`,
    ];
    for (const path of restli) texts.push((await server.request('GET', path)).text);
    for (const text of texts) {
      expect(text).not.toContain('scrypt$');
      expect(text).not.toMatch(/hashedPassword|"salt"|"token"/);
    }
    expect(texts[0]).toContain('corpUserInfo');
    const aspect = await server.request('GET', `/openapi/v3/entity/corpuser/${user}/corpUserCredentials`);
    expect(aspect.status).toBe(404);
    const removed = await server.request('DELETE', `/openapi/v3/entity/corpuser/${user}/corpUserCredentials`);
    expect(removed.status).toBe(403);
  });
});

describe('cookies', () => {
  it('are limited to TLS and a path behind a proxy', async () => {
    const behind = await startServer({
      options: { publicUrl: 'https://data.example.com/catalog', 'login.rootPassword': 'datahub' },
    });
    const browser = new Browser(() => behind.url);
    const { set } = await browser.logIn('datahub', 'datahub');
    expect(set[0]).toMatch(/; Path=\/catalog\/; .*; HttpOnly; Secure$/);
    const headers = { origin: 'https://data.example.com' };
    expect((await browser.send('POST', '/api/graphql', { query: '{ __typename }' }, headers)).status).toBe(
      200,
    );
    await behind.stop();
  });
});

describe('a server without passwords', () => {
  it('refuses logins with a password', async () => {
    const closed = await startServer({
      options: { 'login.passwords': 'false', 'login.rootPassword': 'datahub' },
    });
    const browser = new Browser(() => closed.url);
    expect((await browser.logIn('datahub', 'datahub')).message).toContain(
      'Native authentication is not enabled',
    );
    expect((await browser.send('GET', '/login')).text).not.toContain('type="password"');
    expect((await browser.send('GET', '/sso')).text).toContain('SSO is not configured');
    await closed.stop();
  });
});
