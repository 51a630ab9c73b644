import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, definition, propertyUrn } from '../support/catalog-client.ts';
import type { PostgresDatabases } from '../support/engines/postgres-database.ts';
import { usePostgres } from '../support/engines/use-postgres.ts';
import { Computer } from '../support/run-colophon.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

/** Qualified names by the name in the urn, as DataHub accepts them over REST. */
const NAMES = {
  'a.thief': 'victim',
  victim: 'victim',
  renamed: 'full.name',
  'left.twin': 'twins',
  'right.twin': 'twins',
} as const;
const KEYS = Object.keys(NAMES);

const CREATE = `CREATE TABLE metadata_aspect_v2 (
  urn varchar(500) not null, aspect varchar(200) not null, version bigint not null, metadata text not null,
  systemmetadata text, createdon timestamp not null, createdby varchar(255) not null, createdfor varchar(255),
  CONSTRAINT pk_metadata_aspect_v2 PRIMARY KEY (urn, aspect, version))`;

/** A row as DataHub writes it. */
function insert(urn: string, aspect: string, value: unknown): string {
  return `INSERT INTO metadata_aspect_v2 VALUES ('${urn}', '${aspect}', 0, '${JSON.stringify(value)}', NULL,
    now() AT TIME ZONE 'UTC', 'urn:li:corpuser:__datahub_system', NULL)`;
}

const assigned = (key: string) => ({
  properties: [{ propertyUrn: propertyUrn(key), values: [{ string: key }] }],
});

describe('a database of DataHub whose properties share names', () => {
  let postgres: PostgresDatabases;
  let server: TestServer;
  let computer: Computer;
  beforeAll(async () => {
    postgres = await usePostgres();
    const store = await postgres.createDatabase();
    await postgres.run(
      store,
      CREATE,
      ...Object.entries(NAMES).flatMap(([key, name]) => [
        insert(propertyUrn(key), 'propertyDefinition', definition(name)),
        insert(datasetUrn(key), 'datasetProperties', { name: key }),
        insert(datasetUrn(key), 'structuredProperties', assigned(key)),
      ]),
    );
    server = await startServer({ options: { store } });
    computer = new Computer(server);
  });
  afterAll(async () => {
    computer[Symbol.dispose]();
    await server.stop();
    await postgres[Symbol.asyncDispose]();
  });

  const field = (name: string): string => `structuredProperties.${name}`;
  const expectEachOwn = async (): Promise<void> => {
    const { facet, find, values } = clientOf(server);
    for (const key of KEYS) {
      expect(await values(datasetUrn(key))).toEqual({ [key]: [{ string: key }] });
      expect(await find(field(key))).toEqual([datasetUrn(key)]);
      expect(await find(field(key), 'EQUAL', [key])).toEqual([datasetUrn(key)]);
      expect(await facet(field(key))).toEqual({ [key]: 1 });
    }
  };

  it('keeps the values of each property, found by the name in its urn', async () => {
    await expectEachOwn();
    expect(await clientOf(server).find(field('full.name'))).toEqual([datasetUrn('renamed')]);
  });

  it('allows changes of each definition, and does not give its name to another', async () => {
    const { post } = clientOf(server);
    for (const [key, name] of Object.entries(NAMES)) {
      const described = { ...definition(name), description: 'still its own' };
      const { status, text } = await post(propertyUrn(key), 'propertyDefinition', described);
      expect(status, text).toBe(200);
    }
    for (const [key, name] of [
      ['new', 'twins'],
      ['twins', 'twins'],
      ['full.name', 'full.name'],
      ['new', 'renamed'],
    ] as const) {
      const { status, text } = await post(propertyUrn(key), 'propertyDefinition', definition(name));
      expect([status, text]).toEqual([
        400,
        expect.stringContaining('Another Structured Property has the name'),
      ]);
    }
    await expectEachOwn();
  });

  it('is reported by the doctor, name by name', async () => {
    const { code, stdout } = await computer.run(['doctor']);
    expect(code).toBe(1);
    for (const [name, ...keys] of [
      ['twins', 'left.twin', 'right.twin'],
      ['victim', 'a.thief', 'victim'],
    ] as const) {
      const urns = keys.map((key) => `\n  ${propertyUrn(key)}`).join('');
      expect(stdout).toContain(`structuredProperties.${name} is ambiguous between 2 properties:${urns}`);
    }
    expect(stdout).not.toContain('full.name');
  });

  it('resolves a shared name to the active property, and is unambiguous again when the others are deleted', async () => {
    const { find, post } = clientOf(server);
    expect(await find(field('twins'))).toEqual([datasetUrn('left.twin')]);
    for (const key of ['left.twin', 'a.thief']) await post(propertyUrn(key), 'status', { removed: true });
    expect(await find(field('twins'))).toEqual([datasetUrn('right.twin')]);
    expect(await find(field('victim'))).toEqual([datasetUrn('victim')]);
    for (const key of ['left.twin', 'a.thief']) {
      const urn = encodeURIComponent(propertyUrn(key));
      const { status } = await server.request('DELETE', `/openapi/v3/entity/structuredProperty/${urn}`);
      expect(status).toBe(200);
    }
    expect(await computer.run(['doctor'])).toMatchObject({ code: 0 });
    expect((await post(propertyUrn('left.twin'), 'propertyDefinition', definition('left.twin'))).status).toBe(
      200,
    );
    expect(await find(field('twins'))).toEqual([datasetUrn('right.twin')]);
  });
});
