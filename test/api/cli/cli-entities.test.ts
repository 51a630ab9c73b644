import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let computer: Computer;
const ORDERS = datasetUrn('shop.orders', 'snowflake');

beforeAll(async () => {
  server = await startServer();
  computer = new Computer(server);
  const client = clientOf(server);
  await client.define('cli.team', { entityTypes: ['dataset', 'schemaField'] });
  await client.define('cli.days', { type: 'number', cardinality: 'MULTIPLE' });
  await client.post(ORDERS, 'datasetProperties', {
    name: 'Orders',
    description: 'What was ordered.\u001b[31m',
  });
  await client.post(ORDERS, 'globalTags', { tags: [{ tag: 'urn:li:tag:gold' }] });
  await client.post(ORDERS, 'schemaMetadata', {
    schemaName: 'orders',
    platform: 'urn:li:dataPlatform:snowflake',
    version: 0,
    hash: '',
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
    fields: [
      {
        fieldPath: 'order_id',
        nativeDataType: 'VARCHAR',
        type: { type: { 'com.linkedin.schema.StringType': {} } },
      },
    ],
  });
  await client.assign(ORDERS, {
    'cli.team': [{ string: 'blue' }],
    'cli.days': [{ double: 30 }, { double: 90.5 }],
  });
  await client.assign(`urn:li:schemaField:(${ORDERS},order_id)`, { 'cli.team': [{ string: 'red' }] });
});
afterAll(async () => {
  computer[Symbol.dispose]();
  await server.stop();
});

describe('colophon dataset get', () => {
  it('shows a dataset with its structured properties and columns', async () => {
    expect(await computer.json(['dataset', 'get', '--urn', ORDERS])).toEqual({
      urn: ORDERS,
      name: 'Orders',
      platform: 'snowflake',
      environment: 'PROD',
      description: 'What was ordered.\u001b[31m',
      tags: ['urn:li:tag:gold'],
      glossary_terms: [],
      owners: [],
      domains: [],
      structured_properties: [
        { urn: propertyUrn('cli.team'), qualified_name: 'cli.team', values: ['blue'] },
        { urn: propertyUrn('cli.days'), qualified_name: 'cli.days', values: [30, 90.5] },
      ],
      columns: [
        {
          path: 'order_id',
          type: 'VARCHAR',
          structured_properties: [
            { urn: propertyUrn('cli.team'), qualified_name: 'cli.team', values: ['red'] },
          ],
        },
      ],
    });
  });

  it('prints it for people, escaping terminal control characters', async () => {
    const { stdout } = await computer.run(['dataset', 'get', '--urn', ORDERS.replace('urn:li:dataset:', '')]);
    expect(stdout).toMatch(/^Orders\nurn +urn:li:dataset:/);
    expect(stdout).toContain('What was ordered.\\u001b[31m');
    expect(stdout).toMatch(/^cli\.days +30, 90\.5 +cli\.days$/m);
    expect(stdout).toMatch(/^order_id +VARCHAR +\[cli\.team: red\]$/m);
  });

  it('fails for a missing entity and for one that is not a dataset', async () => {
    const missing = await computer.run(['dataset', 'get', '--urn', datasetUrn('never')]);
    expect(missing).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `colophon: There is no dataset ${datasetUrn('never')}.\n`,
    });
    const tag = await computer.run(['dataset', 'get', '--urn', 'urn:li:tag:gold']);
    expect(tag).toMatchObject({ code: 2, stderr: 'colophon: urn:li:tag:gold is a tag, not a dataset.\n' });
  });
});

describe('colophon delete and restore', () => {
  it('hide a property with its values and restore both', async () => {
    const urn = propertyUrn('cli.team');
    const values = () => clientOf(server).values(ORDERS);
    expect((await computer.run(['delete', '--urn', urn])).stdout).toBe(
      `Soft-deleted ${urn}. Undo it with: colophon restore --urn ${urn}\n`,
    );
    expect(await values()).not.toHaveProperty(['cli.team']);
    expect(await computer.json(['delete', '--urn', urn])).toEqual({ urn, change: 'already soft-deleted' });
    expect((await computer.run(['restore', '--urn', urn])).stdout).toBe(`Restored ${urn}.\n`);
    expect(await values()).toHaveProperty(['cli.team'], [{ string: 'blue' }]);
    const again = await computer.run(['restore', '--urn', urn]);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toBe(`colophon: ${urn} is not soft-deleted, so there is nothing to restore.\n`);
  });

  it('remove an entity for good, which cannot be undone', async () => {
    const urn = datasetUrn('gone');
    await clientOf(server).dataset('gone');
    expect(await computer.json(['delete', '--urn', urn, '--hard'])).toEqual({ urn, change: 'hard-deleted' });
    const restored = await computer.run(['restore', '--urn', urn]);
    expect(restored).toMatchObject({ code: 1, stdout: '' });
    expect(restored.stderr).toContain(`${urn} cannot be restored`);
    expect(await computer.run(['delete', '--urn', urn, '--hard'])).toMatchObject({
      code: 1,
      stderr: `colophon: There is no entity ${urn}. Check the urn.\n`,
    });
  });

  it('ask at a terminal before a hard deletion, showing what it deletes', async () => {
    const name = 'cli.asked';
    const urn = propertyUrn(name);
    await clientOf(server).define(name);
    await clientOf(server).assign(ORDERS, { [name]: [{ string: 'x' }] });
    const refused = await computer.run(['delete', '--urn', name, '--hard'], { answers: ['no'] });
    expect(refused).toMatchObject({ code: 0, stdout: '' });
    expect(refused.stderr).toContain(`${urn} has propertyDefinition, structuredPropertyKey.`);
    expect(refused.stderr).toContain('affects 1 value on 1 entity');
    expect(refused.stderr).toContain('Hard-delete it, with its history? (y/N)');
    expect(await clientOf(server).values(ORDERS)).toHaveProperty([name]);
    const agreed = await computer.run(['delete', '--urn', name, '--hard'], { answers: ['y'] });
    expect(agreed.stdout).toContain(`Hard-deleted ${urn}.`);
    await clientOf(server).dataset('unasked');
    const sure = ['delete', '--urn', datasetUrn('unasked'), '--hard', '--yes'];
    expect((await computer.run(sure, { answers: [] })).code).toBe(0);
  });

  it('take the qualified name of a property as its urn', async () => {
    await clientOf(server).define('cli.named');
    for (const args of [['delete'], ['restore'], ['delete', '--hard'], ['undo', '--yes']])
      expect(await computer.run([...args, '--urn', 'cli.named'])).toMatchObject({ code: 0 });
  });

  it('refuse to soft-delete a missing entity, and create nothing', async () => {
    const urn = datasetUrn('never');
    const { code, stderr } = await computer.run(['delete', '--urn', urn]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `colophon: There is no entity ${urn}. Check the urn.\n`,
    });
    expect((await computer.run(['restore', '--urn', urn])).code).toBe(1);
    expect(
      (await server.request('GET', `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`)).status,
    ).toBe(404);
  });

  it('report an unknown entity type', async () => {
    const { code, stderr } = await computer.run(['delete', '--urn', 'urn:li:nonsense:x', '--hard']);
    expect(code).toBe(1);
    expect(stderr).toContain('nonsense');
  });
});
