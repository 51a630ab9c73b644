import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
let computer: Computer;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
  computer = new Computer(server);
  await client.define('team');
  await client.dataset('a');
});
afterAll(async () => {
  computer[Symbol.dispose]();
  await server.stop();
});

const A = datasetUrn('a');

function file(text: string): string {
  writeFileSync(join(computer.home, 'assets.csv'), text);
  return 'assets.csv';
}

describe('colophon assign', () => {
  it('previews, and changes only with the option', async () => {
    const path = file(`urn,team\n"${A}",red\n`);
    const compared = await computer.run(['assign', '-f', path, '--dry-run']);
    expect(compared.code, compared.stderr).toBe(0);
    expect(compared.stdout).toContain(`team   -       red    ${A}`);
    expect(compared.stdout).toContain('1 would change, 0 unchanged, 0 refused.');
    expect(await client.values(A)).toEqual({});

    const unasked = await computer.run(['assign', '-f', path]);
    expect(unasked.code).toBe(2);
    expect(unasked.stderr).toContain('Add --yes');

    const done = await computer.run(['assign', '-f', path, '--yes']);
    expect(done.stdout).toContain('1 changed, 0 unchanged, 0 refused.');
    expect(await client.values(A)).toEqual({ team: [{ string: 'red' }] });
    expect(await computer.json(['assign', '-f', path, '--yes'])).toMatchObject({ changed: 0, unchanged: 1 });
  });

  it('sets descriptions and deprecations, and shows the beginning of a long text', async () => {
    const long = 'Orders of all shops. '.repeat(20);
    const path = file(`urn,description,deprecation\n"${A}",${long},Old.|decommissionTime=2027-01-31\n`);
    const { code, stdout } = await computer.run(['assign', '-f', path, '--yes']);
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/^description +- +Orders of all shops\. .*… +urn:li:dataset/m);
    expect(stdout).toContain('Old. | decommissionTime=2027-01-31');
    expect(stdout).not.toContain(long.trim());
    expect(await computer.json(['assign', '-f', path, '--yes'])).toMatchObject({ changed: 0, unchanged: 1 });
  });

  it('names the rows that are refused', async () => {
    const path = file(`urn,team\n"${A}",blue\n"${datasetUrn('none')}",red\n`);
    const { code, stderr, stdout } = await computer.run(['assign', '-f', path, '--yes']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^3 .*does not exist/m);
    expect(stdout).toContain('1 changed, 0 unchanged, 1 refused.');
    expect(stderr).toContain('1 asset refused');
    expect((await computer.run(['assign', '-f', file('urn,tea\nx,1\n'), '--yes'])).stderr).toContain(
      "no structured property 'tea'",
    );
  });

  it('sets values along lineage, up to assets that have one', async () => {
    for (const [down, up] of [
      ['l2', 'l1'],
      ['l3', 'l2'],
      ['l4', 'l3'],
    ] as const) {
      await client.dataset(up);
      const upstreams = [{ dataset: datasetUrn(up), type: 'COPY' }];
      expect((await client.post(datasetUrn(down), 'upstreamLineage', { upstreams })).status).toBe(200);
    }
    await client.assign(datasetUrn('l3'), { team: [{ string: 'own' }] });
    const along = ['assign', '--property', 'team', '--set', 'red', '--downstream-of', datasetUrn('l1')];
    const compared = await computer.run([...along, '--hops', '9', '--dry-run']);
    expect(compared.stdout, compared.stderr).toContain('3 would change, 0 unchanged, 0 refused.');
    const done = await computer.run([...along, '--hops', '9', '--stop-at-value', '--yes']);
    expect(done.stdout, done.stderr).toContain('1 changed, 0 unchanged, 0 refused.');
    expect(await client.values(datasetUrn('l2'))).toEqual({ team: [{ string: 'red' }] });
    expect(await client.values(datasetUrn('l4'))).toEqual({});
    const upwards = ['assign', '--property', 'team', '--set', 'red', '--upstream-of', datasetUrn('l4')];
    expect((await computer.run([...upwards, '--hops', '1', '--dry-run'])).stdout).toContain('1 would change');
    for (const [args, said] of [
      [[...along, '--dry-run'], 'Use one of --file'],
      [[...along, '--hops', '1', '--upstream-of', A, '--dry-run'], 'Use one of --file'],
      [[...along, '--hops', '1', '-f', 'x.csv', '--dry-run'], 'Use one of --file'],
      [[...along, '--hops', '0', '--dry-run'], '--hops must be a whole number from 1'],
      [
        [...along, '--hops', '1001', '--dry-run'],
        "'lineage.hops' must be a whole number from 1 to 1000, not 1001",
      ],
      [['assign', '--set', 'red', '--hops', '1', '--dry-run'], 'Use one of --file'],
    ] as const)
      expect((await computer.run(args)).stderr, args.join(' ')).toContain(said);
  });
});
