import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ended } from '../../support/bulk-edits.ts';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor } from '../../support/test-actors.ts';

const PATH = '/api/colophon/v1/plans';
const RED = [{ string: 'red' }];
const OPTIONS = { allowedValues: [{ string: 'red' }, { string: 'blue' }] };

let count = 0;
let root: TestServer;
let catalog: ReturnType<typeof clientOf>;
/** A new dataset, and three properties with a value on it, of which the first two are its only ones. */
let asset: string;
let names: readonly [string, string, string];

beforeAll(async () => {
  root = await startServer();
  catalog = clientOf(root);
});
afterAll(() => root.stop());
beforeEach(async () => {
  names = [`a${count}`, `b${count}`, `c${count}`];
  asset = datasetUrn(`d${count++}`);
  for (const name of names.slice(0, 2)) await catalog.define(name, OPTIONS);
  await catalog.dataset(asset);
  await catalog.assign(asset, { [names[0]]: RED, [names[1]]: RED });
});

const defined = (name: string, options: object = OPTIONS) => ({
  urn: propertyUrn(name),
  propertyDefinition: definition(name, options),
});

/** Applies changes and returns the sequence of the commit. */
async function apply(body: object): Promise<number> {
  const { json, status, text } = await root.request('POST', `${PATH}/apply`, body);
  expect(status, text).toBe(200);
  return json.commit;
}

function undo(commit: unknown, dryRun = false, server = root): Promise<Answer> {
  return server.request('POST', `${PATH}/undo`, { commit, dryRun });
}

async function valueOf(urn: string, aspect: string) {
  const { json, status } = await root.request('GET', aspectPath(urn, aspect, 'v3'));
  return status === 404 ? undefined : json.value;
}

/** Waits for the restored values. */
async function restored({ json, status, text }: Answer): Promise<void> {
  expect(status, text).toBe(200);
  for (const { edit } of json.values) expect((await ended(root, edit)).result).toMatchObject({ failed: 0 });
}

describe('undoing an applied plan', () => {
  it('restores a soft-deleted property as active, with its values', async () => {
    const [, b] = names;
    const status = await root.request('POST', aspectPath(propertyUrn(b), 'status'), { removed: true });
    expect(status.status, status.text).toBe(200);
    const commit = await apply({ deletions: [{ urn: propertyUrn(b), hard: true }] });
    await restored(await undo(commit));
    expect(await valueOf(propertyUrn(b), 'status')).toEqual({ removed: false });
    expect(await catalog.values(asset)).toMatchObject({ [b]: RED });
  });

  it('restores changed, broken and deleted definitions with values, and deletes created ones', async () => {
    const [a, b, c] = names;
    const before = await valueOf(propertyUrn(a), 'propertyDefinition');
    const commit = await apply({
      definitions: [
        { ...defined(a, { type: 'number', version: '20260101000000' }) },
        { ...defined(c), structuredPropertySettings: { isHidden: true } },
      ],
      deletions: [{ urn: propertyUrn(b), hard: true }],
    });
    expect(await catalog.values(asset)).toEqual({});
    const trial = await undo(commit, true);
    expect(trial.json).toMatchObject({
      commit,
      created: { actor: 'urn:li:corpuser:datahub' },
      kept: [],
      values: [{ urn: propertyUrn(a) }, { urn: propertyUrn(b) }],
    });
    const undone = [
      { urn: propertyUrn(a), was: 'changed' },
      { urn: propertyUrn(b), was: 'deleted' },
      { urn: propertyUrn(c), was: 'created' },
    ];
    expect(new Set(trial.json.undone)).toEqual(new Set(undone));
    expect(await valueOf(propertyUrn(b), 'propertyDefinition')).toBeUndefined();
    await restored(await undo(commit));
    expect(await valueOf(propertyUrn(a), 'propertyDefinition')).toMatchObject({
      ...before,
      version: expect.stringMatching(/^20\d{12}$/),
    });
    expect(await valueOf(propertyUrn(c), 'propertyDefinition')).toBeUndefined();
    expect(await catalog.values(asset)).toEqual({ [a]: RED, [b]: RED });
    const again = await undo(commit);
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('It was changed later.')]);
  });

  it.each([{ type: 'number' }, { type: 'string' }])(
    'undoes the change of a version: to %o',
    async (options) => {
      const [a] = names;
      await apply({ definitions: [defined(a, { type: 'number', version: '20260101000000' })] });
      const commit = await apply({ definitions: [defined(a, { ...options, version: '20260101000001' })] });
      await restored(await undo(commit));
      expect(await valueOf(propertyUrn(a), 'propertyDefinition')).toMatchObject({
        valueType: 'urn:li:dataType:datahub.number',
        version: expect.stringMatching(/^20(?!260101000000)\d{12}$/),
      });
    },
  );

  it('undoes compatible changes, settings and a soft deletion', async () => {
    const [a, b] = names;
    const commit = await apply({
      definitions: [
        {
          ...defined(a, { allowedValues: [...OPTIONS.allowedValues, { string: 'green' }] }),
          structuredPropertySettings: { isHidden: true },
        },
      ],
      deletions: [{ urn: propertyUrn(b) }],
    });
    const refused = await undo(commit);
    expect(refused.json).toMatchObject({
      undone: [{ urn: propertyUrn(b), was: 'changed' }],
      kept: [{ urn: propertyUrn(a), reason: expect.stringContaining('1 assets have values') }],
    });
    expect(await catalog.values(asset)).toEqual({ [a]: RED, [b]: RED });
    await catalog.assign(asset, {});
    expect((await undo(commit)).json).toMatchObject({ undone: [{ urn: propertyUrn(a), was: 'changed' }] });
    expect((await valueOf(propertyUrn(a), 'propertyDefinition')).allowedValues).toHaveLength(2);
    expect(await valueOf(propertyUrn(a), 'structuredPropertySettings')).toBeUndefined();
  });

  it('keeps definitions that were changed since, and created ones that now have values', async () => {
    const [a, b, c] = names;
    const commit = await apply({
      definitions: [{ ...defined(a), structuredPropertySettings: { isHidden: true } }, { ...defined(c) }],
      deletions: [{ urn: propertyUrn(b), hard: true }],
    });
    await root.request('POST', aspectPath(propertyUrn(a), 'structuredPropertySettings'), { isHidden: false });
    await catalog.define(b);
    await catalog.assign(asset, { [c]: RED });
    const { status, text } = await undo(commit);
    expect(status).toBe(409);
    expect(text).toContain(`${propertyUrn(a)}: It was changed later.`);
    expect(text).toContain(`${propertyUrn(b)}: It was defined again later.`);
    expect(text).toContain(`${propertyUrn(c)}: 1 assets have values that this would remove.`);
    expect(await catalog.values(asset)).toMatchObject({ [c]: RED });
  });

  it('names the problem of the request, and needs the right to apply plans', async () => {
    const commit = await apply({ definitions: [defined(names[2])] });
    expect((await undo('last')).text).toContain('the number of a commit');
    expect((await undo(1_000_000_000)).status).toBe(410);
    await catalog.dataset('other');
    const other = await undo(commit + 1);
    expect([other.status, other.text]).toEqual([404, expect.stringContaining('did not apply a plan')]);
    expect((await undo(commit, false, await addActor(root, 'reader', { roles: ['Reader'] }))).status).toBe(
      403,
    );
    const same = await root.request('POST', `${PATH}/apply`, { definitions: [defined(names[2])] });
    expect(same.json).not.toHaveProperty('commit');
  });
});

describe('colophon undo --plan', () => {
  it('undoes an applied plan', async () => {
    using computer = new Computer(root);
    const [a] = names;
    writeFileSync(
      join(computer.home, 'p.yaml'),
      `- {id: ${a}, type: number, entity_types: [dataset], version: 20260101000000}\n`,
    );
    const applied = await computer.run(['properties', 'apply', '-f', 'p.yaml']);
    const number = /colophon undo --plan (\d+)/.exec(applied.stderr)?.[1] ?? '';
    const shown = await computer.run(['undo', '--plan', number, '--dry-run']);
    expect(shown.stdout, shown.stderr).toContain(`${propertyUrn(a)}, which was changed`);
    const done = await computer.run(['undo', '--plan', number, '--yes']);
    expect(done.stdout, done.stderr).toContain('1 changed');
    expect(await catalog.values(asset)).toMatchObject({ [a]: RED });
  });
});
