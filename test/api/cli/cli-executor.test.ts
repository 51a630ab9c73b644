import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Computer } from '../../support/run-colophon.ts';

const PEERS = join(import.meta.dirname, '..', '..', 'peers', 'requirements.txt');

let computer: Computer;
beforeAll(() => {
  computer = new Computer();
});
afterAll(() => computer[Symbol.dispose]());

/** Output of the command, and the YAML in it. */
async function printed(...args: readonly string[]) {
  const { code, stderr, stdout } = await computer.run(['executor', ...args]);
  expect(code, stderr).toBe(0);
  const yaml = /<<'END'\n(.*)\nEND\n/s.exec(stdout)?.[1] ?? '';
  return { stdout, pipeline: parse(yaml) };
}

describe('colophon executor', () => {
  it('prints how to install the tested version and how to start it', async () => {
    const { stdout, pipeline } = await printed();
    const version = /acryl-datahub-actions==(\S+)/.exec(readFileSync(PEERS, 'utf8'))?.[1] ?? 'missing';
    expect(stdout).toContain(
      `pip install 'acryl-datahub-actions[executor]==${version}' 'acryl-datahub[postgres]==${version}' uv\n`,
    );
    expect(stdout).toContain("export DATAHUB_GMS_URL='http://localhost:8080'\n");
    expect(stdout).toMatch(/\ndatahub actions run -c executor\.yaml\n$/);
    expect(pipeline).toMatchObject({
      name: 'executor',
      datahub: { server: '${DATAHUB_GMS_URL}', token: '${DATAHUB_GMS_TOKEN}' },
      action: { type: 'executor', config: { executor_id: 'default' } },
    });
  });

  it('accepts a server and an id', async () => {
    const { stdout, pipeline } = await printed('--server', "https://example.org/o'hara/", '--id', 'dmz');
    expect(stdout).toContain(String.raw`export DATAHUB_GMS_URL='https://example.org/o'\''hara'`);
    expect(stdout).toMatch(/\ndatahub actions run -c executor-dmz\.yaml\n$/);
    expect(pipeline).toMatchObject({ name: 'executor-dmz', action: { config: { executor_id: 'dmz' } } });
  });

  it.each([
    [['--id', "x'; rm"], "'x'; rm' is not an executor id."],
    [['--server', 'nowhere'], "'nowhere' is not a server URL."],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await computer.run(['executor', ...args]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });
});
