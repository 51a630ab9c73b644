import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COLOPHON, spawnServer } from '../support/spawn-server.ts';
import { until } from '../support/until.ts';

const REPOSITORY = join(import.meta.dirname, '..', '..');
const UNIT = join(REPOSITORY, 'deploy', 'systemd', 'colophon.service');
/** The highest exposure that `systemd-analyze security` may report, in tenths; it ranges from 0 to 100. */
const MOST_EXPOSURE = 12;
/** Not allowed by the unit: SQLite makes this call only as root, as in this test. */
const AS_ROOT = 'fchown';
/** Titles in the columns of strace's summary. */
const TITLES = new Set(['syscall', 'total']);

const folder = mkdtempSync(join(tmpdir(), 'colophon-systemd-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function analyze(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['--no-pager', ...args], {
    encoding: 'utf8',
    env: { ...process.env, SYSTEMD_COLORS: '0' },
  });
  expect(status, stdout + stderr).toBe(0);
  return stdout + stderr;
}

const settings = readFileSync(UNIT, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    return name === '' ? [] : [[name, value] as const];
  });
const valuesOf = (setting: string): readonly string[] =>
  settings.filter(([name]) => name === setting).map(([, value]) => value);

/** System calls of a set such as `@system-service`, with those of the sets in it. */
function callsOf(set: string): ReadonlySet<string> {
  const words = analyze('syscall-filter', set)
    .split('\n')
    .map((line) => line.trim())
    .filter((word) => /^@?[a-z][\w-]*$/.test(word) && word !== set);
  return new Set(words.flatMap((word) => (word.startsWith('@') ? [...callsOf(word)] : word)));
}

/** System calls that `SystemCallFilter=` of the unit allows, applied line by line as systemd does. */
function allowedCalls(): ReadonlySet<string> {
  // Always allowed, says systemd.exec(5).
  const allowed = new Set(callsOf('@default'));
  for (const value of valuesOf('SystemCallFilter')) {
    const isDenied = value.startsWith('~');
    for (const set of value.replace('~', '').split(' '))
      for (const call of callsOf(set)) {
        if (isDenied) allowed.delete(call);
        else allowed.add(call);
      }
  }
  return allowed;
}

describe('the unit', () => {
  it('is valid', () => {
    const file = join(folder, 'colophon.service');
    writeFileSync(file, readFileSync(UNIT, 'utf8').replace('/usr/local/bin/colophon', COLOPHON));
    expect(analyze('verify', file)).toBe('');
  });

  it('has a low exposure', () => {
    const report = analyze('security', '--offline=true', `--threshold=${MOST_EXPOSURE}`, UNIT);
    const [, exposure] = /Overall exposure level for colophon.service: ([\d.]+)/.exec(report) ?? [];
    console.log(`exposure level ${exposure}`);
    expect(Number(exposure)).toBeLessThanOrEqual(MOST_EXPOSURE / 10);
  });

  it('sets only variables that the server supports', () => {
    const config = readFileSync(join(REPOSITORY, 'docs', 'config.md'), 'utf8');
    const names = valuesOf('Environment').flatMap((line) => line.match(/\bCOLOPHON_\w+/g) ?? []);
    expect(names).not.toEqual([]);
    for (const name of names) expect(config).toContain(`\`${name}\``);
  });

  it('allows the system calls of a server that reads, writes and stops', async () => {
    const calls = join(folder, 'calls');
    const strace = ['strace', '-D', '-f', '-c', '-U', 'name', '-o', calls];
    const server = await spawnServer(join(folder, 'data'), strace, ['--readers', '2']);
    const query = '{ listStructuredProperties: searchAcrossEntities(input: { query: "*" }) { total } }';
    expect((await server.send('POST', '/api/graphql', { query })).body).toMatchObject({ data: {} });
    const urn = 'urn:li:tag:written';
    const aspect = [{ urn, tagProperties: { value: { name: 'written' } } }];
    expect((await server.send('POST', '/openapi/v3/entity/tag?async=false', aspect)).status).toBe(200);
    expect((await server.send('GET', '/openapi/v3/entity/tag?query=written')).status).toBe(200);
    expect(await server.end('SIGTERM')).toBe(0);
    await until('strace has written its summary', () => {
      const file = statSync(calls, { throwIfNoEntry: false });
      return file !== undefined && file.size > 0;
    });
    const used = readFileSync(calls, 'utf8').match(/^[a-z]\w+$/gm) ?? [];
    expect(used).toContain('epoll_pwait');
    const allowed = allowedCalls();
    expect(allowed.size).toBeGreaterThan(200);
    const refused = used.filter((name) => !allowed.has(name) && !TITLES.has(name) && name !== AS_ROOT);
    expect(refused).toEqual([]);
  });
});
