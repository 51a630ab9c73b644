import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { startLoginService, type LoginService } from '../../support/login/login-service.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { WebBrowser } from '../../support/login/web-browser.ts';

let service: LoginService;
let server: TestServer;
let publicUrl: string;

function optionsFor(port: number, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    port: String(port),
    publicUrl: `http://127.0.0.1:${port}`,
    'oidc.issuer': service.issuer,
    'oidc.clientId': service.clientId,
    'oidc.clientSecret': service.clientSecret,
    'oidc.scope': 'openid profile email groups',
    'oidc.extractGroups': 'true',
    ...more,
  };
}

beforeAll(async () => {
  const port = await freePort();
  publicUrl = `http://127.0.0.1:${port}`;
  service = await startLoginService(`${publicUrl}/callback/oidc`);
  server = await startServer({ options: optionsFor(port) });
});
afterAll(async () => {
  await server.stop();
  await service.stop();
});
beforeEach(() => {
  service.person = undefined;
  service.isForged = false;
});

/** Creates an account at the login service and signs in there with the browser. */
function sitDown(sub: string, claims: Record<string, unknown> = {}): void {
  service.people.set(sub, { email: `${sub}@example.com`, email_verified: true, name: sub, ...claims });
  service.person = sub;
}

async function whoAmI(browser: WebBrowser): Promise<number> {
  return (await browser.get(`${publicUrl}/openapi/v3/entity/dataPlatform?count=1`)).status;
}

async function aspects(urn: string): Promise<Record<string, { value: unknown } | undefined>> {
  const path = `/openapi/v3/entity/${urn.split(':')[2] ?? ''}/${encodeURIComponent(urn)}`;
  return (await server.request('GET', path)).json;
}

function write(urn: string, aspect: string, value: unknown) {
  const path = `/openapi/v2/entity/${urn.split(':')[2] ?? ''}/${encodeURIComponent(urn)}/${aspect}`;
  return server.request('POST', path, value);
}

describe('single sign-on', () => {
  it('logs a user in, creates the user, and redirects to the requested page', async () => {
    sitDown('ada', { name: 'Ada Lovelace', given_name: 'Ada', family_name: 'Lovelace' });
    const browser = new WebBrowser();
    const target = encodeURIComponent('/api/graphiql');
    const page = await browser.visit(`${publicUrl}/sso?redirect_uri=${target}`);
    expect([page.status, page.url]).toEqual([200, `${publicUrl}/api/graphiql`]);
    expect(await whoAmI(browser)).toBe(200);
    const cookies = browser.cookies(new URL(publicUrl).origin);
    expect(cookies.get('actor')).toBe('urn:li:corpuser:ada@example.com');
    expect(cookies.has('colophon_login')).toBe(false);
    const user = await aspects('urn:li:corpuser:ada@example.com');
    expect(user['corpUserInfo']?.value).toMatchObject({
      active: true,
      displayName: 'Ada Lovelace',
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
    });
    expect(user['origin']?.value).toEqual({ type: 'EXTERNAL', externalType: 'OIDC' });
    expect((await browser.get(`${publicUrl}/login`)).text).toContain('href="sso"');
  });

  it('keeps exactly the groups that the service reports', async () => {
    const user = 'urn:li:corpuser:ben@example.com';
    const groups = async () => (await aspects(user))['groupMembership']?.value;
    sitDown('ben', { groups: ['data team', 'ops'] });
    await new WebBrowser().visit(`${publicUrl}/sso`);
    expect(await groups()).toEqual({ groups: ['urn:li:corpGroup:data+team', 'urn:li:corpGroup:ops'] });
    expect((await aspects('urn:li:corpGroup:data+team'))['corpGroupInfo']?.value).toMatchObject({
      displayName: 'data team',
    });
    sitDown('ben', { groups: ['ops'] });
    await new WebBrowser().visit(`${publicUrl}/sso`);
    expect(await groups()).toEqual({ groups: ['urn:li:corpGroup:ops'] });
    sitDown('ben');
    await new WebBrowser().visit(`${publicUrl}/sso`);
    expect(await groups()).toEqual({ groups: [] });
  });

  it('keeps manual changes of a user', async () => {
    const user = 'urn:li:corpuser:cat@example.com';
    sitDown('cat', { name: 'Cat' });
    await new WebBrowser().visit(`${publicUrl}/sso`);
    await write(user, 'corpUserInfo', { active: true, displayName: 'Catherine' });
    await new WebBrowser().visit(`${publicUrl}/sso`);
    expect((await aspects(user))['corpUserInfo']?.value).toEqual({ active: true, displayName: 'Catherine' });
  });

  it('redirects only within this server', async () => {
    sitDown('ada');
    for (const target of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const page = await new WebBrowser().visit(
        `${publicUrl}/sso?redirect_uri=${encodeURIComponent(target)}`,
      );
      expect(page.url).toBe(`${publicUrl}/`);
    }
  });
});

describe('single sign-on refuses a login', () => {
  /** Goes through a failing login and returns the page at its end. */
  async function refused(browser = new WebBrowser()): Promise<string> {
    const page = await browser.visit(`${publicUrl}/sso`);
    expect(page.status).toBeGreaterThanOrEqual(400);
    expect(await whoAmI(browser)).toBe(401);
    return page.text;
  }

  /** Stops before the browser returns, so that a test can tamper with the request. */
  async function halfway(browser: WebBrowser): Promise<URL> {
    sitDown('ada');
    const isCallback = (url: string) => url.startsWith(`${publicUrl}/callback/oidc`);
    return new URL((await browser.visit(`${publicUrl}/sso`, isCallback)).url);
  }

  it('of a user who does not log in there', async () => {
    expect(await refused()).toContain('did not confirm your identity');
  });

  it('with a response signed with another key', async () => {
    sitDown('ada');
    service.isForged = true;
    const other = await startServer({ options: { ...optionsFor(await freePort()), publicUrl } });
    const browser = new WebBrowser();
    const back = await browser.visit(`${other.url}/sso`, (url) => url.startsWith(publicUrl));
    const page = await browser.get(back.url.replace(publicUrl, other.url));
    expect([page.status, page.text]).toEqual([401, expect.stringContaining('did not confirm')]);
    await other.stop();
  });

  it('with the response for another browser', async () => {
    const victim = new WebBrowser();
    const url = await halfway(new WebBrowser());
    expect((await victim.get(url.href)).text).toContain('This browser has not started a login');
    await halfway(victim);
    expect((await victim.get(url.href)).status).toBe(401);
    expect(await whoAmI(victim)).toBe(401);
  });

  it('with a used response', async () => {
    const browser = new WebBrowser();
    const url = await halfway(browser);
    const pending = browser.cookies(url.origin).get('colophon_login') ?? '';
    expect((await browser.get(url.href)).status).toBe(303);
    const thief = new WebBrowser();
    thief.cookies(url.origin).set('colophon_login', pending);
    expect((await thief.get(url.href)).status).toBe(401);
    expect(await whoAmI(thief)).toBe(401);
  });

  it.each(['state', 'nonce', 'verifier'])('with another %s', async (member) => {
    const browser = new WebBrowser();
    const url = await halfway(browser);
    const cookies = browser.cookies(url.origin);
    const pending = JSON.parse(Buffer.from(cookies.get('colophon_login') ?? '', 'base64url').toString());
    const other = JSON.stringify({ ...pending, [member]: 'x'.repeat(43) });
    cookies.set('colophon_login', Buffer.from(other).toString('base64url'));
    expect((await browser.get(url.href)).status).toBe(401);
    expect(await whoAmI(browser)).toBe(401);
  });

  it.each(['', 'bm9uc2Vuc2U', 'W10', 'e30', '%%%'])('with the cookie %j', async (text) => {
    const browser = new WebBrowser();
    const url = await halfway(browser);
    browser.cookies(url.origin).set('colophon_login', text);
    expect((await browser.get(url.href)).status).toBe(400);
  });

  it('of a user with an unverified or missing email', async () => {
    sitDown('eve', { email_verified: false });
    expect(await refused()).toContain('has not verified the address');
    sitDown('eve', { email_verified: 'false' });
    expect(await refused()).toContain('has not verified the address');
    sitDown('eve', { email: undefined });
    expect(await refused()).toContain('does not send the claim &#39;email&#39;');
  });

  it('with a built-in user name', async () => {
    for (const email of ['datahub', '__datahub_system', 'DATAHUB', 'ｄａｔａｈｕｂ']) {
      sitDown('mallory', { email });
      expect(await refused()).toContain('name of a built-in user');
    }
    for (const email of [
      'a)b',
      'data\u200bhub',
      'ada\u202e',
      'a\u0007',
      'urn:li:corpuser:datahub',
      'URN:li:x',
    ]) {
      sitDown('mallory', { email });
      expect(await refused()).toContain('cannot be a user name');
    }
  });

  it('of a suspended user', async () => {
    sitDown('sus');
    await new WebBrowser().visit(`${publicUrl}/sso`);
    const lastModified = { time: 1, actor: 'urn:li:corpuser:datahub' };
    await write('urn:li:corpuser:sus@example.com', 'corpUserStatus', { status: 'SUSPENDED', lastModified });
    expect(await refused()).toContain('is suspended');
  });

  it('to an account with a password here', async () => {
    const query = '{ getNativeUserInviteToken { inviteToken } }';
    const { inviteToken } = (await server.graphql(query)).data.getNativeUserInviteToken;
    const body = {
      fullName: 'Squatter',
      email: 'sam@example.com',
      title: 'T',
      password: 'long enough',
      inviteToken,
    };
    expect((await server.request('POST', '/signUp', body)).status).toBe(200);
    sitDown('sam');
    expect(await refused()).toContain('has a password in this catalog');
  });

  it('of an unknown user, if users are not created automatically', async () => {
    const port = await freePort();
    const closed = await startServer({
      options: optionsFor(port, { publicUrl, 'oidc.createUsers': 'false' }),
    });
    sitDown('new');
    const browser = new WebBrowser();
    const back = await browser.visit(`${closed.url}/sso`, (url) => url.startsWith(publicUrl));
    const page = await browser.get(back.url.replace(publicUrl, closed.url));
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('is not a user of this catalog')]);
    await closed.stop();
  });

  it('while the service does not respond', async () => {
    const port = await freePort();
    const options = optionsFor(port, { 'oidc.issuer': `http://127.0.0.1:${await freePort()}` });
    const alone = await startServer({ options });
    const page = await new WebBrowser().get(`${alone.url}/sso`);
    expect([page.status, page.text]).toEqual([503, expect.stringContaining('does not respond')]);
    await alone.stop();
  });
});
