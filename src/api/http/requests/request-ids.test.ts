import { describe, expect, it } from 'vitest';
import { ask, createMemoryHttpServer } from '../../../../test/support/memory/http-server.ts';

async function idOf(sent: string | undefined): Promise<unknown> {
  const server = createMemoryHttpServer();
  const headers: Record<string, string> = sent === undefined ? {} : { 'x-request-id': sent };
  return (await ask(server, 'GET', '/config', undefined, headers)).headers['x-request-id'];
}

describe('request ids', () => {
  it('are taken from the caller', async () => {
    for (const sent of [
      '7',
      '0b3c0f0e-6f0d-4f5e-9d2f-3a1a6f1f7b11',
      'load/orders:2026-03-01=1',
      'a'.repeat(128),
    ]) {
      expect(await idOf(sent)).toBe(sent);
    }
  });

  it('are generated when the caller sends none, or an unsafe one', async () => {
    for (const sent of [undefined, '', 'a b', 'a"b', '{"level":60}', 'ä', 'a'.repeat(129)]) {
      expect(await idOf(sent)).toBe('abababababab-1');
    }
  });

  it('are also sent without authentication and for unknown paths', async () => {
    const server = createMemoryHttpServer();
    const refused = await ask(server, 'GET', '/nowhere', undefined, {
      authorization: '',
      'x-request-id': 'x',
    });
    expect([refused.status, refused.headers['x-request-id']]).toEqual([401, 'x']);
  });
});
