import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edit } from '../../support/bulk-edits.ts';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { until } from '../../support/until.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  withToken,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';

const PATH = '/api/colophon/v1/bulk-edits';
const NAMES = ['a', 'b', 'c'];
const URNS = NAMES.map((name) => datasetUrn(name));
const [A = '', B = '', C = ''] = URNS;
const PII = 'urn:li:tag:pii';

let root: TestServer;
let catalog: ReturnType<typeof clientOf>;
/** Reads everything but the property `salary`, and edits properties and tags of A only. */
let steward: TestServer;

beforeAll(async () => {
  root = await startServer();
  catalog = clientOf(root);
  await catalog.define('team', { allowedValues: [{ string: 'red' }, { string: 'blue' }] });
  await catalog.define('days', { type: 'number', cardinality: 'MULTIPLE' });
  await catalog.define('salary');
  for (const name of NAMES) await catalog.dataset(name);
  await writeAspect(root, PII, 'tagProperties', { name: 'pii' });
  await writeAspect(root, 'urn:li:glossaryTerm:money', 'glossaryTermInfo', {
    definition: '',
    termSource: 'INTERNAL',
  });
  await writeAspect(root, 'urn:li:domain:sales', 'domainProperties', { name: 'Sales' });
  await hideEverything(root);
  steward = await addActor(root, 'steward');
  await writePolicy(root, 'see', {
    privileges: ['VIEW_ENTITY_PAGE'],
    actors: { users: [userUrn('steward')] },
    resources: {
      allResources: true,
      privilegeConstraints: matching('URN', [propertyUrn('salary')], 'NOT_EQUALS'),
    },
  });
  await writePolicy(root, 'edit a', {
    privileges: ['EDIT_ENTITY_PROPERTIES', 'EDIT_ENTITY_TAGS'],
    actors: { users: [userUrn('steward')] },
    resources: { filter: matching('URN', [A]) },
  });
});
afterAll(() => root.stop());

async function aspect(urn: string, name: string) {
  const { json, status } = await root.request('GET', aspectPath(urn, name, 'v3'));
  return status === 404 ? undefined : json.value;
}

describe('a bulk edit', () => {
  it('previews its changes, applies them, and then has nothing to change', async () => {
    await catalog.assign(A, { team: [{ string: 'red' }] });
    const changes = [
      { field: 'team', action: 'set', values: ['red'] },
      { field: propertyUrn('days'), action: 'add', values: [30, '2.50'] },
    ];
    const trial = await edit(root, { urns: [A, B], changes, dryRun: true });
    expect(trial).toMatchObject({ kind: 'bulk-edit-trial', state: 'succeeded', done: 2, total: 2 });
    expect(trial.result).toMatchObject({ isTrial: true, changed: 2, unchanged: 0, failed: 0, left: 0 });
    expect(trial.result.changes).toEqual([
      { urn: A, cells: [{ field: 'days', before: [], after: ['30', '2.5'] }] },
      {
        urn: B,
        cells: [
          { field: 'team', before: [], after: ['red'] },
          { field: 'days', before: [], after: ['30', '2.5'] },
        ],
      },
    ]);
    expect(await catalog.values(B)).toEqual({});
    const done = await edit(root, { urns: [A, B], changes });
    expect(done.result).toMatchObject({ isTrial: false, changed: 2, changes: trial.result.changes });
    expect(await catalog.values(B)).toEqual({
      team: [{ string: 'red' }],
      days: [{ double: 30 }, { double: 2.5 }],
    });
    expect((await edit(root, { urns: [A, B], changes })).result).toMatchObject({ changed: 0, unchanged: 2 });
    await edit(root, { urns: [B], changes: [{ field: 'days', action: 'remove', values: [30] }] });
    await edit(root, { urns: [B], changes: [{ field: 'team', action: 'clear' }] });
    expect(await catalog.values(B)).toEqual({ days: [{ double: 2.5 }] });
  });

  it('changes labels of all matches of a search', async () => {
    const search = {
      types: ['DATASET'],
      query: '*',
      orFilters: [{ and: [{ field: 'urn', values: [A, C] }] }],
    };
    const owner = 'urn:li:corpuser:datahub';
    const changes = [
      { field: 'tags', action: 'add', values: [PII] },
      { field: 'terms', action: 'set', values: ['urn:li:glossaryTerm:money'] },
      { field: 'owners', action: 'add', values: [owner] },
      { field: 'domain', action: 'set', values: ['urn:li:domain:sales'] },
    ];
    expect((await edit(root, { search, changes })).result).toMatchObject({ changed: 2, failed: 0 });
    for (const urn of [A, C]) {
      expect(await aspect(urn, 'globalTags')).toMatchObject({ tags: [{ tag: PII }] });
      expect(await aspect(urn, 'glossaryTerms')).toMatchObject({
        terms: [{ urn: 'urn:li:glossaryTerm:money' }],
      });
      expect(await aspect(urn, 'ownership')).toMatchObject({ owners: [{ owner, type: 'NONE' }] });
      expect(await aspect(urn, 'domains')).toMatchObject({ domains: ['urn:li:domain:sales'] });
    }
    expect(await aspect(B, 'globalTags')).toBeUndefined();
    const undo = [
      { field: 'tags', action: 'remove', values: [PII] },
      { field: 'owners', action: 'remove', values: [owner] },
      { field: 'domain', action: 'clear' },
    ];
    expect((await edit(root, { search, changes: undo })).result).toMatchObject({ changed: 2 });
    expect(await aspect(A, 'ownership')).toMatchObject({ owners: [] });
    expect(await aspect(A, 'domains')).toMatchObject({ domains: [] });
  });

  it('checks the rights of its owner on each asset, and names every failure', async () => {
    const missing = datasetUrn('none');
    const changes = [
      { field: 'days', action: 'set', values: [7] },
      { field: 'tags', action: 'add', values: [PII] },
    ];
    const { result } = await edit(steward, { urns: [A, B, missing], changes });
    expect(result).toMatchObject({ changed: 1, unchanged: 0, failed: 2, failureCount: 3 });
    expect(result.failures).toEqual([
      expect.objectContaining({
        urn: missing,
        code: 'NOT_FOUND',
        kind: 'ENTITY_MISSING',
        data: { entityType: 'dataset', name: 'none' },
      }),
      ...[
        ['days', 'EDIT_ENTITY_PROPERTIES'],
        ['tags', 'EDIT_ENTITY_TAGS'],
      ].map(([field, privilege]) => ({
        urn: B,
        field,
        code: 'FORBIDDEN',
        kind: 'PRIVILEGE_MISSING',
        data: { privilege },
        message: expect.stringContaining(`needs the privilege ${privilege}`),
      })),
    ]);
    expect(await catalog.values(A)).toMatchObject({ days: [{ double: 7 }] });
    const by = encodeURIComponent(userUrn('steward'));
    await until('the refusal is in the audit log', async () => {
      const { json } = await root.request('GET', `/api/colophon/v1/audit?actor=${by}`);
      return json.events.some(
        ({ entityUrn, kind }: Record<string, unknown>) => kind === 'denied' && entityUrn === B,
      );
    });
  });

  it('changes the others when the model refuses one, as a whole', async () => {
    await writeAspect(root, 'urn:li:corpGroup:crew', 'corpGroupInfo', {
      displayName: 'crew',
      admins: [],
      members: [],
      groups: [],
    });
    const urns = [...URNS, 'urn:li:corpGroup:crew'];
    const changes = [
      { field: 'team', action: 'set', values: ['blue'] },
      { field: 'tags', action: 'add', values: [PII] },
    ];
    const trial = await edit(root, { urns, changes, dryRun: true });
    expect(trial.result).toMatchObject({ changed: 3, failed: 1 });
    const { result } = await edit(root, { urns, changes });
    expect(result).toMatchObject({ changed: 3, failed: 1, failures: trial.result.failures });
    expect(result.failures).toEqual([
      expect.objectContaining({
        urn: 'urn:li:corpGroup:crew',
        field: 'team',
        code: 'VALIDATION',
        kind: 'PROPERTY_NOT_FOR_TYPE',
      }),
    ]);
    expect(await aspect('urn:li:corpGroup:crew', 'globalTags')).toBeUndefined();
  });

  it('treats a hidden property as missing', async () => {
    await catalog.assign(C, { salary: [{ string: 'high' }] });
    const answers = await Promise.all(
      ['salary', 'nothing'].map((field) =>
        steward.request('POST', PATH, { urns: [C], changes: [{ field, action: 'set', values: ['x'] }] }),
      ),
    );
    const [hidden, unknown] = answers.map(({ status, text }) => `${status} ${text}`);
    expect(hidden).toBe(unknown?.replaceAll('nothing', 'salary'));
    expect(hidden).toContain('400 ');
    const { text } = await steward.request('POST', '/api/colophon/v1/exports/csv', {
      search: { types: ['DATASET'] },
      columns: ['salary'],
    });
    expect(text).toContain("There is no structured property 'salary'");
  });

  it.each([
    [{ urns: [], changes: [{ field: 'tags', action: 'clear' }] }, 'The selection is empty'],
    [
      { search: { query: 'zzzz' }, changes: [{ field: 'tags', action: 'clear' }] },
      'nothing matches the search',
    ],
    [{ urns: [A], changes: [] }, "'changes' is empty"],
    [
      { urns: [A], search: {}, changes: [] },
      "2 of 'urns', 'search', 'lineage', 'definition', 'csv', 'undo', 'plan', 'run' and 'valuesOf'",
    ],
    [
      { urns: [A], changes: [{ field: 'team', action: 'set', values: ['green'] }] },
      "cannot be 'green'. Allowed values: red, blue.",
    ],
    [
      { urns: [A], changes: [{ field: 'days', action: 'set', values: ['soon'] }] },
      "'days' cannot be 'soon'. Send a decimal number",
    ],
    [
      { urns: [A], changes: [{ field: 'team', action: 'set', values: ['red', 'blue'] }] },
      "'team' takes one value, not 2",
    ],
    [
      { urns: [A], changes: [{ field: 'tags', action: 'add', values: ['urn:li:tag:none'] }] },
      "'tags' cannot have urn:li:tag:none: it does not exist",
    ],
    [{ urns: [A], changes: [{ field: 'tags', action: 'add', values: [A] }] }, 'Pass the urn of a tag'],
    [{ urns: [A], changes: [{ field: 'tags', action: 'add' }] }, "'tags' has no values to add"],
    [{ urns: [A], changes: [{ field: 'tags', action: 'mix' }] }, 'one of set, add, remove, clear'],
    [
      {
        urns: [A],
        changes: [
          { field: 'tags', action: 'clear' },
          { field: 'tags', action: 'clear' },
        ],
      },
      "names 'tags' twice",
    ],
    [{ urns: Array.from({ length: 10_001 }, () => A), changes: [] }, 'more than 10000'],
  ])('refuses bad input: %#', async (body, message) => {
    const { status, text } = await root.request('POST', PATH, body);
    expect([400, 404], text).toContain(status);
    expect(JSON.parse(text).message ?? text).toContain(message);
  });
});

describe('the edits of a user', () => {
  it('are visible to that user only', async () => {
    const { id } = await edit(steward, {
      urns: [A],
      changes: [{ field: 'days', action: 'set', values: [8] }],
    });
    const listed = (await steward.request('GET', PATH)).json.edits;
    expect(listed[0]).toMatchObject({ id, owner: userUrn('steward'), result: { changed: 1 } });
    expect(listed[0].result.about).toEqual({
      urns: 1,
      changes: [{ field: 'days', action: 'set', values: ['8'] }],
    });
    expect(listed[0].result.changes).toBeUndefined();
    const { result } = (await steward.request('GET', `${PATH}/${id}`)).json;
    expect(result.about).toEqual({ ...listed[0].result.about, assets: [A] });
    const others = (await root.request('GET', PATH)).json.edits;
    expect(others.map((one: { id: number }) => one.id)).not.toContain(id);
    for (const [method, path] of [
      ['GET', `${PATH}/${id}`],
      ['POST', `${PATH}/${id}/stop`],
    ] as const) {
      expect((await root.request(method, path)).status).toBe(404);
    }
    expect((await root.request('GET', `${PATH}/x`)).status).toBe(400);
  });

  it('are visible to and stopped by a restricted token only if it started them', async () => {
    const admin = await addActor(root, 'admin', { roles: ['Admin'] });
    const other = await edit(admin, {
      urns: [B],
      changes: [{ field: 'salary', action: 'set', values: ['low'] }],
    });
    for (const restriction of [{ readOnly: true }, { properties: [propertyUrn('team')] }]) {
      const narrow = await withToken(root, userUrn('admin'), restriction);
      const own = await edit(narrow, {
        urns: [B],
        changes: [{ field: 'team', action: 'set', values: ['red'] }],
        dryRun: true,
      });
      expect(own.state).toBe('succeeded');
      expect((await narrow.request('GET', PATH)).json.edits).toEqual([]);
      expect((await narrow.request('GET', `${PATH}/${other.id}`)).status).toBe(404);
      expect((await narrow.request('POST', `${PATH}/${other.id}/stop`)).status).toBe(404);
      expect((await admin.request('GET', `${PATH}/${own.id}`)).status).toBe(200);
    }
  });
});

describe('a table', () => {
  const csv = async (columns: readonly string[], server = root) => {
    const search = { types: ['dataset'], orFilters: [{ and: [{ field: 'urn', values: URNS }] }] };
    const { json, status, text } = await server.request('POST', '/api/colophon/v1/exports/csv', {
      search,
      columns,
    });
    expect(status, text).toBe(200);
    return json;
  };

  it('exports the matches of a search, and imports without changes', async () => {
    await catalog.define('note', { cardinality: 'MULTIPLE' });
    await catalog.assign(A, { note: [{ string: '=1+1' }, { string: 'a|b, "c"' }, { string: ' x\ny ' }] });
    await catalog.assign(B, { note: [{ string: '@home' }], days: [{ double: -5 }] });
    const columns = ['note', 'days', 'tags', 'owners', 'domain', 'terms'];
    const table = await csv(columns);
    expect(table.rows).toBe(3);
    const lines = table.csv.split('\n');
    expect(lines[0]).toBe('"urn","name","type","note","days","tags","owners","domain","terms"');
    expect(table.csv).toContain(`"${B}","b","dataset","'@home","-5","`);
    expect(table.csv).toContain(`"'=1+1|a\\|b, ""c""|\\ x\ny\\ "`);
    const { result } = await edit(root, { csv: table.csv });
    expect(result).toMatchObject({ changed: 0, unchanged: 3, failed: 0, about: { rows: 3 } });
  });

  it('quotes all cells, and round-trips urns and names with semicolons', async () => {
    const urn = datasetUrn('x;=1+1;y');
    await writeAspect(root, urn, 'datasetProperties', { name: 'n;\u2028=1+1;\u00a0-2' });
    await catalog.assign(urn, { note: [{ string: '\v=1' }, { string: 'a;\u00a0=1' }] });
    const search = { types: ['dataset'], orFilters: [{ and: [{ field: 'urn', values: [urn] }] }] };
    const { json } = await root.request('POST', '/api/colophon/v1/exports/csv', {
      search,
      columns: ['note'],
    });
    const [, ...cells] = /^"urn","name","type","note"\n"(.*)","(.*)","(.*)","(.*)"\n$/su.exec(json.csv) ?? [];
    expect(cells).toEqual([urn, 'n;\u2028\\=1+1;\u00a0\\-2', 'dataset', '\\\v=1|a;\u00a0\\=1']);
    const { result } = await edit(root, { csv: json.csv });
    expect(result).toMatchObject({ changed: 0, unchanged: 1, failed: 0 });
  });

  it('is previewed: changed cells, and unknown or refused rows', async () => {
    await catalog.assign(A, { days: [{ double: 1 }] });
    await catalog.assign(B, { days: [{ double: 2 }], team: [{ string: 'red' }] });
    const text = [
      'urn;team;structuredProperties.days',
      `${A};red;1|2`,
      `${B};;2`,
      `${datasetUrn('none')};red;`,
      `${C};"green";x`,
      'nonsense;red;1',
      `${A};blue;1`,
      `${C};red`,
    ].join('\r\n');
    const { result } = await edit(root, { csv: `\uFEFF${text}`, dryRun: true });
    expect(result.about).toEqual({ rows: 7, fields: ['team', 'days'] });
    expect(result.changes).toEqual([
      {
        urn: A,
        cells: [
          { field: 'team', before: [], after: ['red'] },
          { field: 'days', before: ['1'], after: ['1', '2'] },
        ],
      },
      { urn: B, cells: [{ field: 'team', before: ['red'], after: [] }] },
    ]);
    const failures: Record<string, unknown>[] = result.failures;
    expect(failures.map(({ field, line, urn }) => [line, urn, field])).toEqual([
      [5, C, 'team'],
      [5, C, 'days'],
      [6, 'nonsense', undefined],
      [7, A, undefined],
      [8, C, undefined],
      [4, datasetUrn('none'), undefined],
    ]);
    expect(result).toMatchObject({ changed: 2, unchanged: 0, failed: 5 });
    expect(await catalog.values(A)).toEqual({ days: [{ double: 1 }] });
    await edit(root, { csv: text });
    expect(await catalog.values(A)).toEqual({
      team: [{ string: 'red' }],
      days: [{ double: 1 }, { double: 2 }],
    });
    expect(await catalog.values(B)).toEqual({ days: [{ double: 2 }] });
  });

  it.each([
    ['', 'The file is empty'],
    ['name,team\nx,red', "no column 'urn'"],
    ['urn,name\nx,red', 'no column to change'],
    ['urn,colour\nx,red', "There is no structured property 'colour'"],
    ['urn,team,team\nx,red,red', "the column 'team' twice"],
    ['urn,team\nx,"red\ny,blue', 'The file is not CSV'],
    ['urn,team\n', 'The selection is empty'],
  ])('that is invalid is refused: %j', async (text, message) => {
    const { json, status } = await root.request('POST', PATH, { csv: text });
    expect([status, json.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('shows only values that its reader may see', async () => {
    await catalog.assign(C, { salary: [{ string: 'high' }], team: [{ string: 'red' }] });
    const { csv: text } = await csv(['team', 'tags'], steward);
    expect(text).toContain('red');
    expect(text).not.toContain('high');
  });
});

it('an empty list of allowed values restricts nothing', async () => {
  await catalog.define('open', { allowedValues: [] });
  await catalog.dataset('d');
  const changes = [{ field: 'open', action: 'set', values: ['x'] }];
  const { result } = await edit(root, { urns: [datasetUrn('d')], changes });
  expect(result).toMatchObject({ failures: [] });
  expect(await catalog.values(datasetUrn('d'))).toEqual({ open: [{ string: 'x' }] });
  const { data } = await root.graphql(
    `{ structuredProperty(urn: "${propertyUrn('open')}") { definition { allowedValues { description } } } }`,
  );
  expect(data.structuredProperty.definition.allowedValues).toBeNull();
});
