import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { isKeptInFolders } from '../../support/engines/catalog-place.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const TAKEN = 'Another Structured Property has the name';

/** A change proposal of Rest.li with a definition whose qualified name is not the name in its urn. */
function proposal(key: string, qualifiedName: string) {
  return {
    entityType: 'structuredProperty',
    entityUrn: propertyUrn(key),
    aspectName: 'propertyDefinition',
    changeType: 'UPSERT',
    aspect: { json: definition(qualifiedName) },
  };
}

describe('one name, one property', () => {
  let server: TestServer;
  let client: ReturnType<typeof clientOf>;
  let computer: Computer;
  beforeAll(async () => {
    server = await startServer();
    client = clientOf(server);
    computer = new Computer(server);
    await client.define('names.victim');
    await client.dataset('names');
    await client.assign(datasetUrn('names'), { 'names.victim': [{ string: 'mine' }] });
  });
  afterAll(async () => {
    computer[Symbol.dispose]();
    await server.stop();
  });

  /** Writes a definition and returns the refusal; undefined when it was accepted. */
  type Write = (key: string, qualifiedName: string) => Promise<string | undefined>;
  const send = async (method: string, path: string, body: unknown): Promise<string | undefined> => {
    const { status, text } = await server.request(method, path, body);
    expect([200, 201, 400, 422], text).toContain(status);
    return status < 300 ? undefined : text;
  };
  const PATHS: readonly (readonly [string, Write])[] = [
    [
      'OpenAPI v2',
      (key, name) => send('POST', aspectPath(propertyUrn(key), 'propertyDefinition'), definition(name)),
    ],
    [
      'OpenAPI v3',
      (key, name) =>
        send('POST', aspectPath(propertyUrn(key), 'propertyDefinition', 'v3'), { value: definition(name) }),
    ],
    [
      'a batch of OpenAPI v3',
      (key, name) =>
        send('POST', '/openapi/v3/entity/structuredProperty?async=false', [
          { urn: propertyUrn(key), propertyDefinition: { value: definition(name) } },
        ]),
    ],
    [
      'a patch',
      (key, name) =>
        send('PATCH', aspectPath(propertyUrn(key), 'propertyDefinition'), {
          patch: Object.entries(definition(name)).map(([field, value]) => ({
            op: 'add',
            path: `/${field}`,
            value,
          })),
        }),
    ],
    [
      'Rest.li',
      (key, name) => {
        const { aspect, ...rest } = proposal(key, name);
        const sent = { contentType: 'application/json', value: JSON.stringify(aspect.json) };
        return send('POST', '/aspects?action=ingestProposal', { proposal: { ...rest, aspect: sent } });
      },
    ],
    [
      'patchEntity of GraphQL',
      async (key, name) => {
        const input = {
          urn: propertyUrn(key),
          aspectName: 'propertyDefinition',
          patch: Object.entries(definition(name)).map(([field, value]) => ({
            op: 'ADD',
            path: `/${field}`,
            value: JSON.stringify(value),
          })),
        };
        const { data, errors } = await server.graphql(
          'mutation p($input: PatchEntityInput!) { patchEntity(input: $input) { success error } }',
          { input },
        );
        expect(errors).toBeUndefined();
        return data.patchEntity.success === true ? undefined : String(data.patchEntity.error);
      },
    ],
    [
      'import',
      async (key, name) => {
        writeFileSync(join(computer.home, 'names.json'), JSON.stringify([proposal(key, name)]));
        const { code, stdout, stderr } = await computer.run(['import', 'names.json']);
        return code === 0 ? undefined : stdout + stderr;
      },
    ],
  ];

  it.each(PATHS)('refuses through %s to take the filter of another property', async (title, write) => {
    const key = `names.thief.${title.replaceAll(/\W/g, '')}`;
    expect(await write(key, 'names.victim')).toContain(TAKEN);
    expect(await client.find('structuredProperties.names.victim')).toEqual([datasetUrn('names')]);
    expect((await client.post(propertyUrn(key), 'status', { removed: true })).status).toBe(200);
    expect(await client.find('structuredProperties.names.victim')).toEqual([datasetUrn('names')]);
  });

  it.each(PATHS)(
    'refuses through %s a definition whose urn another property has for its name',
    async (title, write) => {
      const key = `names.alias.${title.replaceAll(/\W/g, '')}`;
      expect(await write(key, `${key}.full`)).toBeUndefined();
      expect(await write(`${key}.full`, `${key}.full`)).toContain(TAKEN);
      expect(await write(`${key}.third`, key)).toContain(TAKEN);
    },
  );

  it.each(PATHS)(
    'accepts through %s a qualified name that differs from the urn: it is found by both',
    async (title, write) => {
      const key = `names.differ.${title.replaceAll(/\W/g, '')}`;
      expect(await write(key, `${key}.full`)).toBeUndefined();
      await client.assign(datasetUrn('names'), { [key]: [{ string: 'x' }] });
      for (const name of [key, `${key}.full`]) {
        expect(await client.find(`structuredProperties.${name}`)).toEqual([datasetUrn('names')]);
      }
      expect(await write(key, key)).toContain('Cannot change the fully qualified name');
    },
  );

  it('refuses two properties with one name in one batch', async () => {
    const entities = ['names.first', 'names.second'].map((key) => ({
      urn: propertyUrn(key),
      propertyDefinition: { value: definition('names.batch') },
    }));
    expect(await send('POST', '/openapi/v3/entity/structuredProperty?async=false', entities)).toContain(
      TAKEN,
    );
    expect(
      (await client.find('urn', 'EQUAL', [propertyUrn('names.first')], ['STRUCTURED_PROPERTY'])).length,
    ).toBe(0);
  });

  it('frees the names of a property that is deleted', async () => {
    expect(
      await send(
        'POST',
        aspectPath(propertyUrn('names.old'), 'propertyDefinition'),
        definition('names.free'),
      ),
    ).toBeUndefined();
    await server.request('DELETE', `/openapi/v3/entity/structuredProperty/${propertyUrn('names.old')}`);
    await client.define('names.free');
  });

  it('refuses a difference where a definition has only one name: in plans, in files and in GraphQL', async () => {
    const planned = await server.request('POST', '/api/colophon/v1/plans', {
      definitions: [{ urn: propertyUrn('names.plan'), propertyDefinition: definition('names.other') }],
    });
    expect([planned.status, planned.json.message]).toEqual([
      400,
      expect.stringContaining('Qualified name and the ID of a structured property must match') as string,
    ]);
    const { errors } = await server.graphql(
      'mutation c($input: CreateStructuredPropertyInput!) { createStructuredProperty(input: $input) { urn } }',
      {
        input: {
          id: 'names.plan',
          qualifiedName: 'names.other',
          valueType: 'urn:li:dataType:datahub.string',
          entityTypes: ['urn:li:entityType:datahub.dataset'],
        },
      },
    );
    expect(errors[0].message).toContain('Qualified name and the ID of a structured property must match');
    const form = {
      urn: propertyUrn('names.file'),
      qualified_name: 'names.other',
      type: 'string',
      entity_types: ['dataset'],
    };
    writeFileSync(join(computer.home, 'names.yaml'), JSON.stringify([form]));
    const { code, stderr } = await computer.run(['properties', 'upsert', '-f', 'names.yaml']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('must agree, but they name names.file and names.other') as string,
    ]);
  });
});

/** Gives a stored definition another qualified name, as in an adopted database of DataHub. */
function rename(folder: string, from: string, to: string): void {
  const database = new DatabaseSync(join(folder, 'catalog.db'));
  const text = (name: string): string => `"qualifiedName":"${name}"`;
  const { changes } = database
    .prepare(
      'UPDATE aspect SET checksum = NULL, metadata = replace(metadata, ?, ?) WHERE instr(metadata, ?) > 0',
    )
    .run(text(from), text(to), text(from));
  database
    .prepare('UPDATE property_generation SET qualified_name = ? WHERE qualified_name = ?')
    .run(to, from);
  database.close();
  expect(Number(changes)).toBeGreaterThan(0);
}

/** Expects that a catalog with two properties of one name can be moved after the remedy in the refusal. */
async function expectMovable(from: Computer): Promise<void> {
  const server = await startServer();
  const { facet, find } = clientOf(server);
  using there = new Computer(server);
  const file = join(there.home, 'catalog.json');
  expect(await from.run(['export', '--out', file])).toMatchObject({ code: 0 });
  // Importing into the catalog itself changes nothing.
  expect(await from.run(['import', file])).toMatchObject({ code: 0 });
  const refused = await there.run(['import', file]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /two properties with the name 'victim': \S+:victim \(line \d+\) and \S+:a\.thief \(line \d+\)/,
  );
  expect(refused.stderr).toContain(`already (${propertyUrn('a.thief')})`);
  expect(await there.run(['delete', '--urn', propertyUrn('a.thief'), '--hard'])).toMatchObject({ code: 0 });
  const lines = readFileSync(file, 'utf8').split('\n');
  const own = lines.map((line) =>
    line.includes(`"entityUrn":"${propertyUrn('a.thief')}"`)
      ? line.replace('"qualifiedName":"victim"', '"qualifiedName":"a.thief"')
      : line,
  );
  writeFileSync(file, own.join('\n'));
  expect(await there.run(['import', file])).toMatchObject({ code: 0, stderr: '' });
  for (const name of ['a.thief', 'victim', 'renamed']) {
    expect(await find(`structuredProperties.${name}`)).toEqual([datasetUrn(name)]);
    expect(await facet(`structuredProperties.${name}`)).toEqual({ [name]: 1 });
  }
  expect(await there.run(['doctor'])).toMatchObject({ code: 0 });
  await server.stop();
}

describe.runIf(isKeptInFolders())('an adopted pair with one name', () => {
  it('works by urn, is reported by the doctor, and is resolved when the other is deleted', async () => {
    const before = await startServer({ onDisk: true });
    const first = clientOf(before);
    for (const name of ['a.thief', 'victim', 'renamed']) {
      await first.define(name);
      await first.dataset(name);
      await first.assign(datasetUrn(name), { [name]: [{ string: name }] });
    }
    await before.stop({ keepFolder: true });
    rename(before.folder, 'a.thief', 'victim');
    rename(before.folder, 'renamed', 'full.name');

    const server = await startServer({ folder: before.folder });
    const client = clientOf(server);
    using computer = new Computer(server);
    for (const name of ['a.thief', 'victim', 'renamed']) {
      expect(await client.find(`structuredProperties.${name}`)).toEqual([datasetUrn(name)]);
      expect(await client.facet(`structuredProperties.${name}`)).toEqual({ [name]: 1 });
    }
    expect(await client.find('structuredProperties.full.name')).toEqual([datasetUrn('renamed')]);

    const printed = await computer.run(['properties', 'get', '--urn', propertyUrn('renamed')]);
    writeFileSync(join(computer.home, 'renamed.yaml'), printed.stdout);
    expect(await computer.run(['properties', 'upsert', '-f', 'renamed.yaml'])).toMatchObject({ code: 0 });
    const described = { ...definition('victim'), description: 'still its own' };
    expect((await client.post(propertyUrn('a.thief'), 'propertyDefinition', described)).status).toBe(200);
    expect(
      (await client.post(propertyUrn('full.name'), 'propertyDefinition', definition('full.name'))).text,
    ).toContain(TAKEN);

    const report = await computer.run(['doctor']);
    expect([report.code, report.stdout]).toEqual([
      1,
      expect.stringContaining(
        `structuredProperties.victim is ambiguous between 2 properties:\n  ${propertyUrn('a.thief')}\n  ${propertyUrn('victim')}`,
      ) as string,
    ]);
    expect(report.stdout).not.toContain('full.name');
    await expectMovable(computer);
    await client.post(propertyUrn('a.thief'), 'status', { removed: true });
    expect(await client.find('structuredProperties.victim')).toEqual([datasetUrn('victim')]);
    await server.request('DELETE', `/openapi/v3/entity/structuredProperty/${propertyUrn('a.thief')}`);
    expect(await computer.run(['doctor'])).toMatchObject({ code: 0 });
    await server.stop();
  });
});
