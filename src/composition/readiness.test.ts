import { describe, expect, it } from 'vitest';
import { because } from '../refusals.ts';
import { ReadinessProbe } from './readiness.ts';

describe('readiness', () => {
  it('names the engine that does not respond, and since when', async () => {
    let isUp = true;
    let isFilled = true;
    const sentences: string[] = [];
    let time = 0;
    const warnings: string[] = [];
    const probe = (): Promise<void> => (isUp ? Promise.resolve() : Promise.reject(new Error('secret host')));
    const engines = [
      { name: 'The store', silentSince: (since: string) => because('STORE_SILENT', { since }), probe },
      {
        name: 'The index',
        silentSince: (since: string) => because('INDEX_SILENT', { since }),
        probe: () => Promise.resolve(),
      },
    ];
    const readiness = new ReadinessProbe({
      engines,
      isFilled: () => isFilled,
      fillProgress: () => sentences.at(-1),
      now: () => time,
      warn: (message) => warnings.push(message),
    });
    expect(await readiness.ask()).toEqual({ ready: true });
    isUp = false;
    time = 1_000;
    const reason = 'The store has not answered since 1970-01-01T00:00:01.000Z.';
    const problem = { kind: 'STORE_SILENT', data: { since: '1970-01-01T00:00:01.000Z' } };
    expect(await readiness.ask()).toMatchObject({ ready: false, reason, problems: [problem] });
    time = 9_000;
    expect(await readiness.ask()).toMatchObject({ ready: false, reason });
    expect(warnings).toEqual(['The store does not answer.']);
    isUp = true;
    expect(await readiness.ask()).toEqual({ ready: true });
    isFilled = false;
    expect(await readiness.ask()).toMatchObject({
      ready: false,
      reason: 'The search index is being filled.',
    });
    const progress = 'The search index is being filled: 1 of 4 entities are read, about 6 seconds left.';
    sentences.push(progress);
    expect(await readiness.ask()).toMatchObject({
      reason: progress,
      problems: [{ kind: 'INDEX_FILLING', message: progress }],
    });
  });

  it('is false while the disk of the data folder is full', async () => {
    let free = 2 ** 20;
    const readiness = new ReadinessProbe({
      engines: [],
      isFilled: () => true,
      fillProgress: () => undefined,
      now: () => 0,
      freeSpace: () => Promise.resolve(free),
      warn: () => undefined,
    });
    const reason = 'The disk of the data folder has 1 MiB left, and at least 16 are needed.';
    expect(await readiness.ask()).toMatchObject({ ready: false, reason });
    free = 2 ** 30;
    expect(await readiness.ask()).toEqual({ ready: true });
  });

  it('is false when the server stops, even if all engines respond', async () => {
    const readiness = new ReadinessProbe({
      engines: [],
      isFilled: () => true,
      fillProgress: () => undefined,
      now: () => 0,
      warn: () => undefined,
    });
    expect(readiness.isStopping).toBe(false);
    readiness.stop();
    expect(readiness.isStopping).toBe(true);
    expect(await readiness.ask()).toMatchObject({ ready: false, reason: 'The server is stopping.' });
  });
});
