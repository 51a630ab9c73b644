import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRegistry } from '../../../src/config/read-registry.ts';
import { loadRegistry } from '../../../src/model/registry/load-registry.ts';
import { PAGES } from '../../../web/src/urls/pages.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const HTML = '<!doctype html><title>The interface</title>';

let webFolder: string;
let server: TestServer;
beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'colophon-web-'));
  mkdirSync(join(webFolder, 'assets/web'), { recursive: true });
  writeFileSync(join(webFolder, 'index.html'), HTML);
  server = await startServer({ environment: { webFolder } });
});
afterAll(async () => {
  await server.stop();
  rmSync(webFolder, { recursive: true });
});

/** Whether a browser without a token gets the interface at an address. */
async function showsInterface(path: string): Promise<boolean> {
  const answer = await fetch(server.url + path, { headers: { accept: 'text/html' } });
  return (await answer.text()) === HTML;
}

async function withoutInterface(paths: readonly string[]): Promise<readonly string[]> {
  const shown = await Promise.all(paths.map(showsInterface));
  return paths.filter((_path, index) => shown[index] === false);
}

describe('the interface is shown at', () => {
  it('the address of every page', async () => {
    const addresses = Object.keys(PAGES).map((path) => path.replace(/:\w+/g, 'dataset'));
    expect(
      await withoutInterface(addresses),
      'An API has these addresses. Choose others in web/src/urls/pages.ts, or, if the API has no GET there, add them to SHARED in src/api/http/web/web-routes.ts.',
    ).toEqual([]);
  });

  it('the address of entities of every type', async () => {
    const { entities } = loadRegistry(readRegistry());
    const addresses = [...entities.keys()].map((name) => `/${name}/urn%3Ali%3A${name}%3Aone`);
    expect(await withoutInterface(addresses), 'An API has the names of these types.').toEqual([]);
  });

  it('unknown addresses', async () => {
    expect(await withoutInterface(['/nothing', '/no/such/page'])).toEqual([]);
  });
});

describe('an API answers in JSON', () => {
  it.each([
    '/api/nothing',
    '/openapi/nothing',
    '/entities/nothing',
    '/aspects/nothing',
    '/relationships/nothing',
    '/assets/nothing',
    '/actuator/nothing',
    '/health/nothing',
  ])('for %s, which it does not have', async (path) => {
    const headers = { accept: 'text/html', authorization: `Bearer ${server.token}` };
    const answer = await fetch(server.url + path, { headers });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get('content-type')).toContain('json');
  });
});
