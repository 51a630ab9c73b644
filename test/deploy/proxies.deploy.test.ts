import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';
import { until } from '../support/until.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/reverse-proxy.md'), 'utf8');
const PASSWORD = 'correct horse battery';
/** Another address of this machine than the trusted proxy's. */
const CLIENT = '127.0.0.2';
const URN = 'urn:li:tag:a/b,%2F';

const folder = mkdtempSync(join(tmpdir(), 'colophon-proxies-'));
const CERTIFICATE = join(folder, 'catalog.pem');
const KEY = join(folder, 'catalog.key');

/** The blocks of the page in a language: the first for a host name, the second below a path. */
const blocksOf = (language: string): readonly string[] =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);

interface Ports {
  readonly proxy: number;
  readonly server: number;
}

/** The programs, with the configuration of the page on free ports and with a certificate of the test. */
const PROGRAMS = {
  nginx: (page: string, { proxy, server }: Ports, home: string) => {
    const site = page
      .replace('127.0.0.1:8080', `127.0.0.1:${server}`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${proxy} ssl`)
      .replace('/etc/ssl/catalog.pem', CERTIFICATE)
      .replace('/etc/ssl/catalog.key', KEY);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${home}/${name};`,
    );
    const file = join(home, 'nginx.conf');
    writeFileSync(
      file,
      `daemon off; user root; pid ${home}/pid; error_log ${home}/error.log;
      events {} http { access_log off; ${paths.join(' ')}\n${site} }`,
    );
    return ['nginx', '-c', file];
  },
  caddy: (page: string, { proxy, server }: Ports, home: string) => {
    const site = page
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${server}`)
      .replace(/^([\w.]+) \{/m, `https://$1:${proxy} {\n  bind 127.0.0.1\n  tls ${CERTIFICATE} ${KEY}`);
    const file = join(home, 'Caddyfile');
    writeFileSync(file, `{\n  admin off\n  auto_https disable_redirects\n}\n${site}`);
    return ['env', `HOME=${home}`, 'caddy', 'run', '--adapter', 'caddyfile', '--config', file];
  },
};

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

class Site {
  readonly url: URL;
  #ports: Ports;
  constructor(url: string, ports: Ports) {
    this.url = new URL(url);
    this.#ports = ports;
  }

  #optionsOf(path: string, options: AskOptions): RequestOptions {
    return {
      host: '127.0.0.1',
      port: this.#ports.proxy,
      localAddress: CLIENT,
      servername: this.url.hostname,
      ca: readFileSync(CERTIFICATE),
      path,
      ...options,
      headers: { Host: this.url.hostname, ...options.headers },
    };
  }

  /** Sends a request to a path of the host. */
  async ask(path: string, options: AskOptions = {}, body: string | Buffer = ''): Promise<Answer> {
    const asked = request(this.#optionsOf(path, options));
    const answered = once(asked, 'response');
    asked.end(body);
    const [response] = (await answered) as [IncomingMessage];
    // The connection of a refused body may be closed before all of it is sent.
    asked.on('error', (error) => {
      expect(error).toMatchObject({ code: 'EPIPE' });
    });
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
    return { status: response.statusCode ?? 0, headers: response.headers, text };
  }

  /** Follows a stream of events until it has sent a text. */
  async streamUntil(path: string, headers: Record<string, string>, part: string, then: () => Promise<void>) {
    const asked = request(this.#optionsOf(path, { headers: { ...headers, Accept: 'text/event-stream' } }));
    asked.end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) {
      if (text === '') await then();
      text += String(chunk);
      if (text.includes(part)) break;
    }
    asked.destroy();
    expect(text).toContain(part);
  }
}

const running: ChildProcess[] = [];
let server: SpawnedServer | undefined;

async function start(program: keyof typeof PROGRAMS, page: string, publicUrl: string): Promise<Site> {
  const ports = { proxy: await freePort(), server: await freePort() };
  const home = mkdtempSync(join(folder, `${program}-`));
  mkdirSync(join(home, 'catalog'));
  server = await spawnServer(
    join(home, 'catalog'),
    [],
    [
      '--port',
      String(ports.server),
      '--public-url',
      publicUrl,
      '--trusted-proxies',
      '127.0.0.1',
      '--agents-oauth',
    ],
    // With a root password, a server prints a token only with this option.
    { COLOPHON_LOGIN_ROOT_PASSWORD: PASSWORD, COLOPHON_LOGIN_ROOT_LINK: 'true' },
  );
  const [command = '', ...args] = PROGRAMS[program](page, ports, home);
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  running.push(child);
  let output = '';
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const site = new Site(publicUrl, ports);
  await until(`${program} listens`, async () => {
    expect(child.exitCode, output).toBe(null);
    return await site.ask('/').then(
      () => true,
      (error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return false;
        throw error;
      },
    );
  });
  return site;
}

/** Addresses in a page of the server, as its browser resolves them; without those of other hosts. */
function linksOf(html: string, at: URL): readonly URL[] {
  return [...html.matchAll(/ (?:src|href)="([^"#]+)"/g)]
    .map(([, link = '']) => new URL(link, at))
    .filter(({ hostname }) => hostname === at.hostname);
}

beforeAll(() => {
  const names = 'subjectAltName=DNS:catalog.example.com,DNS:example.com';
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=catalog.example.com',
    '-addext',
    names,
    '-keyout',
    KEY,
    '-out',
    CERTIFICATE,
  ]);
  expect(made.status, String(made.stderr)).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['nginx', 'caddy'] as const)('%s', (program) => {
  afterEach(async () => {
    for (const child of running.splice(0)) {
      if (child.exitCode !== null) continue;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }
    await server?.end('SIGTERM');
    server = undefined;
  });
  it.each([
    ['with a host name of its own', 0, 'https://catalog.example.com'],
    ['below a path', 1, 'https://example.com/catalog'],
  ])('serves the catalog %s', async (_name, block, publicUrl) => {
    const site = await start(program, blocksOf(program)[block] ?? '', publicUrl);
    const { origin } = site.url;
    const base = site.url.pathname.replace(/\/$/, '');
    const json = { 'Content-Type': 'application/json', Origin: origin };
    const bearer = { Authorization: `Bearer ${server?.token}`, 'Content-Type': 'application/json' };

    expect((await site.ask(`${base}/health/ready`)).text).toContain('UP');
    if (base !== '') {
      const { status, headers } = await site.ask(base);
      expect([status, headers.location?.replace(/:\d+/, '').replace(origin, '')]).toEqual([308, `${base}/`]);
    }

    // Pages, and all that they load.
    for (const path of ['/', '/login', '/api/graphiql', '/openapi/swagger-ui']) {
      const page = await site.ask(`${base}${path}`, { headers: { Accept: 'text/html' } });
      expect([path, page.status]).toEqual([path, 200]);
      const links = linksOf(page.text, new URL(`${origin}${base}${path}`));
      expect(links.length).toBeGreaterThan(2);
      for (const { pathname } of links) {
        expect(pathname.startsWith(`${base}/`), `${path} links to ${pathname}`).toBe(true);
        const loaded = await site.ask(pathname, { headers: bearer });
        expect([pathname, loaded.status]).toEqual([pathname, 200]);
      }
    }

    // Login, a session's cookie, and a page of another site.
    const logIn = JSON.stringify({ username: 'datahub', password: PASSWORD });
    const session = await site.ask(`${base}/logIn`, { method: 'POST', headers: json }, logIn);
    expect(session.status, session.text).toBe(200);
    const cookies = session.headers['set-cookie'] ?? [];
    for (const cookie of cookies) {
      expect(cookie).toContain(`Path=${base}/;`);
      expect(cookie).toContain('Secure');
    }
    const Cookie = cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
    const query = JSON.stringify({ query: '{ me { corpUser { username } } }' });
    const own = await site.ask(
      `${base}/api/graphql`,
      { method: 'POST', headers: { ...json, Cookie } },
      query,
    );
    expect(own.text).toContain('"datahub"');
    const foreign = { ...json, Cookie, Origin: 'https://other.example' };
    expect((await site.ask(`${base}/api/graphql`, { method: 'POST', headers: foreign }, query)).status).toBe(
      403,
    );

    // An urn with slash, comma and percent sign in the path.
    const aspect = JSON.stringify([{ urn: URN, tagProperties: { value: { name: 'slashes' } } }]);
    const write = { method: 'POST', headers: bearer };
    expect((await site.ask(`${base}/openapi/v3/entity/tag?async=false`, write, aspect)).status).toBe(200);
    const read = await site.ask(`${base}/openapi/v3/entity/tag/${encodeURIComponent(URN)}`, {
      headers: bearer,
    });
    expect(read.text).toContain('slashes');

    // A body just below the limit reaches the server, which finds the mistake in it; one above is refused.
    const large = (bytes: number) =>
      site.ask(`${base}/openapi/v3/entity/tag`, write, `[${' '.repeat(bytes)}`);
    expect((await large(16 * 1024 ** 2 - 100)).status).toBe(400);
    expect((await large(16 * 1024 ** 2 + 100)).status).toBe(413);

    // The address of the client, not the one that it sends.
    const wrong = JSON.stringify({ username: 'datahub', password: 'wrong' });
    const forged = { method: 'POST', headers: { ...json, 'X-Forwarded-For': '203.0.113.9' } };
    expect((await site.ask(`${base}/logIn`, forged, wrong)).status).toBe(400);
    await until('the failed login is in the audit log', async () => {
      const events = await site.ask(
        `${base}/openapi/v1/events/audit/search?includeRaw=true`,
        write,
        JSON.stringify({ eventTypes: ['FailedLogInEvent'] }),
      );
      expect(events.status, events.text).toBe(200);
      expect(events.text).not.toContain('203.0.113.9');
      return events.text.includes(CLIENT);
    });

    // A stream arrives while it is written.
    await site.streamUntil(`${base}/api/colophon/v1/changes`, bearer, 'urn:li:tag:streamed', async () => {
      const streamed = JSON.stringify([
        { urn: 'urn:li:tag:streamed', tagProperties: { value: { name: 's' } } },
      ]);
      expect((await site.ask(`${base}/openapi/v3/entity/tag?async=false`, write, streamed)).status).toBe(200);
    });

    // What clients of agents ask to log in by OAuth.
    const refused = await site.ask(`${base}/mcp`, { method: 'POST', headers: json }, '{}');
    const [, metadata = ''] =
      /resource_metadata="([^"]+)"/.exec(refused.headers['www-authenticate'] ?? '') ?? [];
    expect((await site.ask(new URL(metadata).pathname)).text).toContain(`"${publicUrl}/mcp"`);
  });
});
