import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import type { EndedStart } from '../../support/start-with-faults.ts';

const SCRIPT = join(import.meta.dirname, '../../support/start-with-faults.ts');
const NO_WARNINGS = '--disable-warning=ExperimentalWarning';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-fault-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a server with all ports and threads once for each fault, in one process; resolves with the ends and the exit code of the process. */
async function startWith(
  faults: readonly string[],
): Promise<{ readonly ended: readonly EndedStart[]; readonly exitCode: number | null }> {
  const [port, frontendPort] = [await freePort(), await freePort()];
  const flags = ['--data', folder, '--port', String(port), '--frontend-port', String(frontendPort)];
  const child = spawn(process.execPath, [NO_WARNINGS, SCRIPT, ...flags, '--readers', '1', '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FAULTS: JSON.stringify(faults) },
  });
  const [printed, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  expect(complaint).not.toMatch(/"level":[56]0/);
  const ended = printed
    .split('\n')
    .flatMap((line): readonly EndedStart[] => (line === '' ? [] : [JSON.parse(line)]));
  expect(ended.map(({ fault }) => fault)).toEqual(faults);
  expect(ended.filter(({ open }) => open.length > 0)).toEqual([]);
  return { ended, exitCode: child.exitCode };
}

describe('a start that fails', () => {
  it('ends with exit code 1 and everything closed, for each failing step', async () => {
    const {
      ended: [whole],
    } = await startWith(['none']);
    const steps = whole?.steps ?? [];
    expect(whole?.code).toBe(0);
    expect(steps.length).toBeGreaterThan(10);
    const { ended, exitCode } = await startWith(steps);
    expect(ended.map(({ code, complaint }) => [code, complaint])).toEqual(
      steps.map((step) => [1, expect.stringContaining(`the step '${step}' fails`)]),
    );
    expect(exitCode).toBe(1);
  });

  it('ends with exit code 1 if server.json cannot be written', async () => {
    mkdirSync(join(folder, 'server.json'));
    writeFileSync(join(folder, 'server.json', 'x'), '');
    const { ended, exitCode } = await startWith(['none']);
    expect(ended).toMatchObject([{ code: 1, complaint: expect.stringContaining('server.json') }]);
    expect(exitCode).toBe(1);
  });
});

/** Steps that wait for the store, the index, caches or threads. */
const WAITING = [
  'open the store and read the registry',
  'open the search index',
  'catch up with the change log',
  'run the blocking steps of the system update',
  'start reading threads',
  'report ready',
];

describe('a start that gets SIGTERM', () => {
  it('ends with exit code 0 and everything closed, at each waiting step', async () => {
    const { ended, exitCode } = await startWith(WAITING.map((step) => `stop ${step}`));
    expect(ended.filter(({ code }) => code !== 0)).toEqual([]);
    expect(exitCode).toBe(0);
    // Steps after the one that waits for the store are not started.
    expect(ended[0]?.steps).not.toContain('report ready');
  });
});
