import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { lockFolder } from '../../../src/store/sqlite/folder-lock.ts';

const SCRIPT = join(import.meta.dirname, '../../support/start-with-fault.ts');
const NO_WARNINGS = '--disable-warning=ExperimentalWarning';

let folder: string;
let ports: readonly number[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-fault-'));
  ports = [await freePort(), await freePort()];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a server with all ports and threads. */
function start(fault: string): ChildProcess & { readonly stdout: NodeJS.ReadableStream } {
  const [port = 0, frontendPort = 0] = ports;
  const flags = ['--data', folder, '--port', String(port), '--frontend-port', String(frontendPort)];
  const child = spawn(process.execPath, [NO_WARNINGS, SCRIPT, ...flags, '--readers', '1', '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FAULT: fault },
  });
  return child;
}

/** All steps of a start, in order. */
async function stepsOfAStart(): Promise<readonly string[]> {
  const child = start('none');
  const steps: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('step ')) steps.push(line.slice('step '.length));
    else child.kill('SIGTERM');
  }
  return steps;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

async function expectEnd(child: ChildProcess, message: string): Promise<void> {
  const [complaint] = await Promise.all([child.stderr && text(child.stderr), once(child, 'exit')]);
  expect(complaint).toContain(message);
  expect(child.exitCode).toBe(1);
  expect(await Promise.all(ports.map(answers))).toEqual([false, false]);
  lockFolder(folder)();
}

describe('a start that fails', () => {
  it('ends with exit code 1 and everything closed, for each failing step', async () => {
    const steps = await stepsOfAStart();
    expect(steps.length).toBeGreaterThan(10);
    for (const step of steps) await expectEnd(start(step), `the step '${step}' fails`);
  });

  it('ends with exit code 1 if server.json cannot be written', async () => {
    mkdirSync(join(folder, 'server.json'));
    writeFileSync(join(folder, 'server.json', 'x'), '');
    await expectEnd(start('none'), 'server.json');
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
    for (const step of WAITING) {
      const child = start(`stop ${step}`);
      const [printed, complaint] = await Promise.all([
        text(child.stdout),
        child.stderr && text(child.stderr),
        once(child, 'exit'),
      ]);
      expect({ step, exitCode: child.exitCode, complaint }).toMatchObject({ step, exitCode: 0 });
      expect(complaint).not.toMatch(/"level":[56]0/);
      expect(await Promise.all(ports.map(answers))).toEqual([false, false]);
      lockFolder(folder)();
      // Steps after the one that waits for the store are not started.
      if (step === 'open the store and read the registry') expect(printed).not.toContain('report ready');
    }
  });
});
