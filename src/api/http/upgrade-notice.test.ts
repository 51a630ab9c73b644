import { expect, it } from 'vitest';
import { freePort } from '../../../test/support/free-port.ts';
import { UpgradeNotice } from './upgrade-notice.ts';

const SENTENCE = 'The schema is being migrated from 16 to 17: 1 of 4 rows are copied, about 6 seconds left.';

it('answers in place of the server until that can start', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  {
    await using notice = new UpgradeNotice({ host: '127.0.0.1', port });
    notice.show('At first');
    notice.show(SENTENCE);
    const alive = await until(() => fetch(`${url}/health`));
    expect([alive.status, await alive.json()]).toEqual([200, { status: 'UP' }]);
    for (const path of ['/health/ready', '/openapi/v3/entity/dataset?count=1']) {
      const answer = await fetch(url + path);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toEqual({
        status: 'DOWN',
        error: 'Service Unavailable',
        message: SENTENCE,
        problems: [{ message: SENTENCE, kind: 'STORE_MIGRATING' }],
      });
    }
  }
  await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
});

it('shows browsers a page that reloads, for every address', async () => {
  const port = await freePort();
  await using notice = new UpgradeNotice({ host: '127.0.0.1', port });
  notice.show('1 of 4 rows of <b> are copied.');
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const answer = await until(() => fetch(`http://127.0.0.1:${port}/entity/x?y`, { headers }));
  expect([answer.status, answer.headers.get('refresh')]).toEqual([503, '5']);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await answer.text()).toContain('<p role="status">1 of 4 rows of &#60;b&#62; are copied.</p>');
  const alive = await fetch(`http://127.0.0.1:${port}/health`, { headers });
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'UP' }]);
});

it('listens only once there is something to say', async () => {
  const port = await freePort();
  await using notice = new UpgradeNotice({ host: '127.0.0.1', port });
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow('fetch failed');
  expect(notice).toBeDefined();
});

/** The answer of the first request that is answered: listening begins soon. */
async function until(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
}
