import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonAt } from '../../support/json-at.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const ORDERS = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,analytics.orders.fct_orders,PROD)';
const GONE = 'urn:li:dataset:(urn:li:dataPlatform:hive,gone,PROD)';
const BARE = 'urn:li:dataset:(urn:li:dataPlatform:hive,bare,PROD)';
/** In a stage that hides it, and that allows only certain previous stages. */
const HELD = 'urn:li:glossaryTerm:held';

let source: TestServer;
let target: TestServer;
let here: Computer;
let there: Computer;
beforeAll(async () => {
  [source, target] = await Promise.all([startServer(), startServer()]);
  [here, there] = [new Computer(source), new Computer(target)];
  await fill();
});
afterAll(async () => {
  here[Symbol.dispose]();
  there[Symbol.dispose]();
  await Promise.all([source.stop(), target.stop()]);
});

/** Profiles of each of the twelve main tables of the demo. */
const DAYS = 30;

/** Aspects, in addition to the demo, that an export could easily lose. */
async function fill(): Promise<void> {
  await run(here, ['demo']);
  await run(here, ['user', 'create', 'nia', '--email', 'nia@example.com']);
  await run(here, ['token', 'create', '--actor', 'urn:li:corpuser:nia', '--name', 'left here']);
  const profile = (day: number): object => ({ timestampMillis: day * 86_400_000, rowCount: day });
  await propose(source, [
    ...[1, 2, 3].map((day) => proposal(ORDERS, 'datasetProfile', profile(20_000 + day))),
    proposal(GONE, 'datasetProperties', { name: 'gone', customProperties: { since: 'long' } }),
    proposal(GONE, 'status', { removed: true }),
    proposal(GONE, 'globalTags', { tags: [] }),
    proposal(BARE, 'datasetKey', { platform: 'urn:li:dataPlatform:hive', name: 'bare', origin: 'PROD' }),
    proposal(HELD, 'glossaryTermInfo', { definition: '', termSource: 'INTERNAL' }),
    proposal(HELD, 'status', { removed: false, lifecycleStage: 'urn:li:lifecycleStageType:IN_REVIEW' }),
    proposal('urn:li:corpuser:nia', 'corpUserSettings', { appearance: {} }),
    proposal('urn:li:structuredProperty:io.hearth.freshnessHours', 'status', { removed: true }),
    proposal('urn:li:dataset:(urn:li:dataPlatform:hive,hidden,PROD)', 'subTypes', { typeNames: [] }),
  ]);
  const write = 'mutation ($input: CreateSecretInput!) { createSecret(input: $input) }';
  await source.graphql(write, { input: { name: 'WAREHOUSE_PASSWORD', value: 'hush', description: '' } });
}

function proposal(urn: string, aspectName: string, value: object): object {
  return {
    entityType: urn.split(':')[2],
    entityUrn: urn,
    changeType: 'UPSERT',
    aspectName,
    aspect: { contentType: 'application/json', value: JSON.stringify(value) },
    systemMetadata: { lastObserved: 1_700_000_000_000, runId: 'run-7', pipelineName: 'nightly' },
  };
}

async function propose(server: TestServer, proposals: readonly object[]): Promise<void> {
  const { status, text } = await server.request('POST', '/aspects?action=ingestProposalBatch', { proposals });
  expect({ status, text }).toMatchObject({ status: 200 });
}

async function run(computer: Computer, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await computer.run(args);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/**
 * The proposals of a file without sequences and times of writes, and for built-in entities (`common`) without run ids. Without the
 * last run if it has no id: a derived aspect has one if the import derives it in one batch and reads it from the file in the next.
 */
function moved(text: string, common: ReadonlySet<string>): readonly string[] {
  const records: readonly Record<string, unknown>[] = JSON.parse(text);
  return records
    .map(({ systemMetadata, ...record }) => {
      const { aspectCreated: _c, aspectModified: _m, version: _v, ...run } = Object(systemMetadata);
      if (run['lastRunId'] === 'no-run-id-provided') delete run['lastRunId'];
      return JSON.stringify(
        common.has(keyOf(record)) ? record : { ...record, run: Object.entries(run).sort() },
      );
    })
    .sort();
}

function keyOf({ aspectName, entityUrn }: Record<string, unknown>): string {
  return JSON.stringify([entityUrn, aspectName]);
}

describe('colophon export and import', () => {
  it('move a catalog: an import is exported equally', async () => {
    const file = join(here.home, 'catalog.json');
    const common = new Set<string>(JSON.parse(await run(there, ['export'])).map(keyOf));
    const { code, stderr } = await here.run(['export', '--out', file]);
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/Wrote \d{4} proposals to /),
    });
    const exported = readFileSync(file, 'utf8');

    expect(await run(there, ['import', file])).toMatch(/^Imported \d{4} records\.\n$/);
    const [before, after] = [moved(exported, common), moved(await run(there, ['export']), common)];
    expect(before.filter((line) => !after.includes(line))).toEqual([]);
    expect(after).toHaveLength(before.length);

    for (const urn of [GONE, BARE, HELD, ORDERS, 'urn:li:corpuser:nia'])
      expect(exported.includes(urn), urn).toBe(true);
    expect(exported.match(/"aspectName":"datasetProfile"/g)).toHaveLength(12 * DAYS + 3);
    // DataHub's client reads a whole number without a decimal point as an integer.
    expect(/\{"double":\d+\.0\}/.test(exported)).toBe(true);
    for (const secret of [
      'hush',
      'WAREHOUSE_PASSWORD',
      'left here',
      'urn:li:dataHubUpgrade:',
      'corpUserCredentials',
    ]) {
      expect(exported.includes(secret), secret).toBe(false);
    }
    const status = await target.request(
      'GET',
      `/openapi/v3/entity/dataset/${encodeURIComponent(GONE)}/status`,
    );
    expect(status.json).toMatchObject({ value: { removed: true } });
  });

  it('write one proposal a line, definitions of properties first', async () => {
    const lines = (await run(here, ['export'])).trimEnd().split('\n');
    expect([lines[0], lines.at(-1)]).toEqual(['[', ']']);
    const names = lines
      .slice(1, -1)
      .map((line) => String(jsonAt(JSON.parse(line.replace(/,$/, '')), 'aspectName')));
    expect(names.lastIndexOf('propertyDefinition')).toBeLessThan(names.indexOf('structuredProperties'));
  });

  it('write the requested entities', async () => {
    const types = JSON.parse(await run(here, ['export', '--type', 'tag', 'domain']));
    expect(new Set(types.map((record: unknown) => jsonAt(record, 'entityType')))).toEqual(
      new Set(['tag', 'domain']),
    );
    const one = JSON.parse(await run(here, ['export', '--urn', ORDERS]));
    expect(new Set(one.map((record: unknown) => jsonAt(record, 'entityUrn')))).toEqual(new Set([ORDERS]));
    expect(one.filter((record: unknown) => jsonAt(record, 'aspectName') === 'datasetProfile')).toHaveLength(
      DAYS + 3,
    );
    expect(JSON.parse(await run(here, ['export', '--type', 'notebook']))).toEqual([]);
  });

  it.each([
    [['--type', 'datset'], 2, "There is no entity type 'datset'. Did you mean 'dataset'?"],
    [['--type', 'dataHubSecret'], 2, 'dataHubSecret is never exported: secrets are encrypted'],
    [['--type', 'tag', '--urn', 'urn:li:tag:x'], 2, '--type and --urn cannot be combined'],
    [['--urn', 'urn:li:tag:nowhere'], 1, 'There is no entity urn:li:tag:nowhere'],
    [['--out', '/nowhere/at/all.json'], 1, '/nowhere/at/all.json cannot be written: ENOENT'],
    [['--out', tmpdir()], 1, `${tmpdir()} cannot be written: it is a folder. Name another file with --out.`],
  ])('refuse to export %j', async (args, code, message) => {
    expect(await here.run(['export', ...args])).toMatchObject({
      code,
      stderr: expect.stringContaining(message),
    });
  });

  it('write only what the caller may read', async () => {
    const flags = ['--actor', 'urn:li:corpuser:nia', '--name', 'reads'];
    const token = String(jsonAt(await here.json(['token', 'create', ...flags]), 'token'));
    const records = JSON.parse(await run(here, ['export', '--token', token]));
    const types = new Set(records.map((record: unknown) => jsonAt(record, 'entityType')));
    expect([types.has('dataset'), types.has('dataHubPolicy')]).toEqual([true, false]);
  });

  it('leave no file of a failed export', async () => {
    const file = join(here.home, 'half.json');
    expect(await here.run(['export', '--urn', 'urn:li:tag:nowhere', '--out', file])).toMatchObject({
      code: 1,
    });
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
  });

  it('follows no symbolic link, and keeps the unfinished file private', async () => {
    const victim = join(here.home, 'victim');
    writeFileSync(victim, 'precious');
    symlinkSync(victim, join(here.home, 'linked.json.part'));
    expect((await here.run(['export', '--type', 'tag', '--out', 'linked.json'])).code).toBe(0);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(statSync(join(here.home, 'linked.json')).mode & 0o777).toBe(0o600);
  });
});

describe('colophon import', () => {
  const tag = (name: string, value: object): string =>
    JSON.stringify({
      ...proposal(`urn:li:tag:${name}`, 'tagProperties', {}),
      aspect: { json: value },
    });
  const write = (name: string, text: string): string => {
    const file = join(there.home, name);
    writeFileSync(file, text);
    return file;
  };
  const exists = async (urn: string): Promise<boolean> =>
    (await target.request('GET', `/openapi/v3/entity/tag/${encodeURIComponent(urn)}`)).status === 200;

  it('stops at a refused record, names it, and resumes from there', async () => {
    const file = write(
      'lines.jsonl',
      [tag('one', { name: 'One' }), tag('two', { nome: 'Two' }), tag('three', { name: 'Three' })].join('\n'),
    );
    const stopped = await there.run(['import', file]);
    expect(stopped).toMatchObject({ code: 1, stdout: '' });
    expect(stopped.stderr).toMatch(
      /lines\.jsonl:2: tagProperties of urn:li:tag:two: .*nome.* continue with --from-line 2/s,
    );
    expect([await exists('urn:li:tag:one'), await exists('urn:li:tag:three')]).toEqual([true, false]);

    expect(await there.run(['import', file, '--from-line', '3'])).toMatchObject({
      code: 0,
      stdout: 'Imported 1 record.\n',
    });
    expect(await exists('urn:li:tag:three')).toBe(true);
  });

  it('writes the rest with --keep-going, and fails nevertheless', async () => {
    const file = write(
      'rest.jsonl',
      [
        tag('four', { name: 'Four' }),
        'oops',
        '{}',
        tag('five', { name: 5 }),
        tag('six', { name: 'Six' }),
      ].join('\n'),
    );
    const { code, stdout, stderr } = await there.run(['import', file, '--keep-going', '--format', 'json']);
    expect([code, JSON.parse(stdout)]).toEqual([1, { written: 2, refused: 3 }]);
    // On a busy machine it prints its progress in between.
    expect(stderr.replaceAll(/^\d+ of \d+ records\n/gm, '')).toMatch(
      /:2: Malformed JSON.*\n.*:3: The record is not a change proposal.*\n.*:4: tagProperties of urn:li:tag:five: .*\n\{\n.*VALIDATION.*\n.*3 records of .* were refused/,
    );
    expect([await exists('urn:li:tag:four'), await exists('urn:li:tag:six')]).toEqual([true, true]);
  });

  it('writes definitions before values that precede them', async () => {
    const urn = 'urn:li:structuredProperty:moved.tier';
    const value = { properties: [{ propertyUrn: urn, values: [{ string: 'gold' }] }] };
    const definition = {
      qualifiedName: 'moved.tier',
      valueType: 'urn:li:dataType:datahub.string',
      entityTypes: ['urn:li:entityType:datahub.dataset'],
    };
    const records = [
      proposal(BARE, 'structuredProperties', value),
      proposal(urn, 'propertyDefinition', definition),
    ];
    const file = write('backwards.json', JSON.stringify(records));
    expect(await run(there, ['import', file, '--batch', '1'])).toBe('Imported 2 records.\n');
  });

  it('keeps built-in records and keys unchanged, reports them, and writes the rest', async () => {
    const date = { qualifiedName: 'datahub.date', displayName: 'Date', description: 'A specific day.' };
    const file = write(
      'built-in.jsonl',
      [
        JSON.stringify(proposal('urn:li:dataType:datahub.date', 'dataTypeInfo', date)),
        JSON.stringify(proposal('urn:li:tag:kept', 'tagKey', { name: 'other' })),
        tag('kept', { name: 'Kept' }),
      ].join('\n'),
    );
    const { code, stderr, stdout } = await there.run(['import', file]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Imported 3 records.\n' });
    expect(stderr).toContain('dataTypeInfo of urn:li:dataType:datahub.date was ignored');
    expect(stderr).toContain('tagKey of urn:li:tag:kept was ignored');
    expect(await exists('urn:li:tag:kept')).toBe(true);
  });

  it('writes types before definitions that precede them', async () => {
    const type = 'urn:li:dataType:imported.float';
    const types = [`urn:li:entityType:datahub.dataset`];
    const definition = { qualifiedName: 'imported.typed', valueType: type, entityTypes: types };
    const file = write(
      'types.jsonl',
      [
        JSON.stringify(
          proposal('urn:li:structuredProperty:imported.typed', 'propertyDefinition', definition),
        ),
        JSON.stringify(proposal(type, 'dataTypeInfo', { qualifiedName: 'imported.float' })),
      ].join('\n'),
    );
    expect(await run(there, ['import', file, '--from-line', '2'])).toBe('Imported 2 records.\n');
  });

  it('reads snapshots as DataHub writes them', async () => {
    const record = {
      auditHeader: null,
      proposedSnapshot: {
        'com.linkedin.pegasus2avro.metadata.snapshot.TagSnapshot': {
          urn: 'urn:li:tag:snapshot',
          aspects: [
            { 'com.linkedin.pegasus2avro.tag.TagProperties': { name: 'Snapshot', description: null } },
          ],
        },
      },
      proposedDelta: null,
      systemMetadata: { lastObserved: 1, runId: 'old' },
    };
    await run(there, ['import', write('mce.json', JSON.stringify([record], null, 4))]);
    const { json } = await target.request(
      'GET',
      '/openapi/v3/entity/tag/urn%3Ali%3Atag%3Asnapshot/tagProperties?systemMetadata=true',
    );
    expect(json).toMatchObject({ value: { name: 'Snapshot' }, systemMetadata: { runId: 'old' } });
  });

  it('reads standard input', async () => {
    const input = await run(here, ['export', '--type', 'tag']);
    const { code, stdout } = await there.run(['import', '-'], { input });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Imported \d+ records\.\n$/)]);
  });

  it.each([
    [['nothing.json'], 1, 'The file nothing.json cannot be read'],
    [['-', '--batch', '0'], 2, "--batch must be a whole number from 1 to 10000, not '0'."],
    [['-', '--from-line', 'x'], 2, '--from-line must be a whole number'],
  ])('refuses %j', async (args, code, message) => {
    expect(await there.run(['import', ...args])).toMatchObject({
      code,
      stderr: expect.stringContaining(message),
    });
  });

  it('reports where to resume if the server is unreachable', async () => {
    const file = write('gone.jsonl', `\n\n${tag('seven', { name: 'Seven' })}`);
    const { code, stderr } = await there.run([
      'import',
      file,
      '--server',
      'http://127.0.0.1:1',
      '--token',
      'x',
    ]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^colophon: No server answers at .* Continue with --from-line 3\./),
    ]);
  });

  it('refuses a truncated file before it writes any record', async () => {
    const file = write('cut.json', `[\n${tag('whole', { name: 'Whole' })},\n{"entityType":"tag",`);
    const { code, stderr } = await there.run(['import', file]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('The record on line 3 does not end')]);
    expect(await exists('urn:li:tag:whole')).toBe(false);
  });
});
