import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MaintainedCatalog } from '../../test/support/memory/maintained-catalog.ts';
import { parseUrn } from '../model/urn.ts';
import { UpgradeRecords } from './upgrade-records.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-update-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const recordsOf = ({ change, store }: MaintainedCatalog, version = '1') =>
  new UpgradeRecords({
    change,
    store,
    version,
    now: () => 5,
    actor: parseUrn('urn:li:corpuser:tester'),
  });

describe('a system update', () => {
  it('is recorded as in DataHub, once for each version', async () => {
    await using catalog = await MaintainedCatalog.open();
    await catalog.maintenance.startIfDue();
    const urn = parseUrn('urn:li:dataHubUpgrade:system-update');
    const read = async () => (await catalog.store.reader.entities([urn], undefined)).get(urn);
    const aspects = (await read())?.aspects;
    expect(aspects?.get('dataHubUpgradeRequest')?.value).toMatchObject({ version: '1' });
    expect(aspects?.get('dataHubUpgradeResult')?.value).toMatchObject({ state: 'SUCCEEDED' });
    const sequence = catalog.store.log.lastSequence();
    await catalog.maintenance.startIfDue();
    expect(catalog.store.log.lastSequence()).toBe(sequence);
    expect(await catalog.maintenance.report('system-update')).toBeUndefined();
  });

  it('refuses an unknown step', async () => {
    await using catalog = await MaintainedCatalog.open();
    await expect(catalog.maintenance.startSystemUpdate({ step: 'restore-indexes' })).rejects.toThrow(
      "Did you mean 'restore-indices'?",
    );
  });

  it('rebuilds the index at the start only if another version made it', async () => {
    {
      await using first = await MaintainedCatalog.open({ folder, documents: 'v1' });
      await first.define('team');
      await first.assign('a', 'team', 'red');
    }
    {
      await using second = await MaintainedCatalog.open({ folder, documents: 'v2', version: '2' });
      await second.maintenance.startIfDue();
      await second.finished('system-update');
      expect(await second.mappings('team')).toEqual(['active dataset 1']);
      expect(await second.doctor()).toMatchObject({
        missingInIndex: 0,
        onlyInIndex: 0,
        differentDocument: 0,
      });
      expect((await recordsOf(second).read('restore-indices')).state).toBe('SUCCEEDED');
      expect((await recordsOf(second).read('system-update')).version).toBe('2');
    }
    expect(readdirSync(join(folder, 'index')).sort()).toEqual(['2', 'current']);
    await using third = await MaintainedCatalog.open({ folder, documents: 'v2', version: '2' });
    await third.maintenance.startIfDue();
    // The one that the second process ran is the last one.
    expect(await third.maintenance.report('system-update')).toMatchObject({ id: 1, state: 'succeeded' });
  });

  it('resumes an interrupted step at the start', async () => {
    await using catalog = await MaintainedCatalog.open();
    await recordsOf(catalog).begin('restore-indices');
    await recordsOf(catalog).begin('clean-indices');
    await catalog.maintenance.startIfDue();
    const result = await catalog.finished('system-update');
    expect(result['steps']).toMatchObject([
      { id: 'apply-bootstrap', outcome: 'skipped' },
      { id: 'apply-default-policies', outcome: 'skipped' },
      { id: 'derive-aspects', outcome: 'skipped' },
      { id: 'clean-indices', outcome: 'skipped' },
      { id: 'restore-indices', outcome: 'done' },
      { id: 'move-columns', outcome: 'skipped' },
      { id: 'add-checksums', outcome: 'skipped' },
    ]);
    expect((await recordsOf(catalog).read('clean-indices')).state).toBe('ABORTED');
    await catalog.maintenance.startIfDue();
    expect(await catalog.maintenance.report('system-update')).toMatchObject({ id: 1 });
  });

  it('leaves the step IN_PROGRESS and the old index in place when the process ends', async () => {
    {
      await using catalog = await MaintainedCatalog.open({ folder });
      await catalog.define('team');
      for (let i = 0; i < 300; i++) await catalog.assign(`d${i}`, 'team', 'red');
      await catalog.maintenance.startSystemUpdate({ step: 'restore-indices' });
      while (((await catalog.maintenance.report('system-update'))?.done ?? 0) === 0) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    // The second one is unfinished.
    expect(readdirSync(join(folder, 'index')).sort()).toEqual(['1', '2', 'current']);
    await using next = await MaintainedCatalog.open({ folder });
    expect((await recordsOf(next).read('restore-indices')).state).toBe('IN_PROGRESS');
    await next.maintenance.startIfDue();
    await next.finished('system-update');
    expect(await next.mappings('team')).toEqual(['active dataset 300']);
  });
});

describe('a rebuild', () => {
  it('that is stopped is not resumed at the next start', async () => {
    await using catalog = await MaintainedCatalog.open();
    await catalog.define('team');
    const { id } = await catalog.maintenance.startSystemUpdate({ step: 'restore-indices' });
    // Before it has begun: the request waits for it.
    await catalog.maintenance.stop(id);
    await expect
      .poll(() => catalog.maintenance.report('system-update', id))
      .toMatchObject({ state: 'failed' });
    expect((await recordsOf(catalog).read('restore-indices')).state).not.toBe('IN_PROGRESS');
    await catalog.maintenance.startIfDue();
    expect((await catalog.maintenance.report('system-update'))?.id).toBe(id);
  });

  it('includes concurrent writes, deletions and redefinitions', async () => {
    await using catalog = await MaintainedCatalog.open();
    await catalog.define('team');
    for (let i = 0; i < 250; i++) await catalog.assign(`d${i}`, 'team', 'red');
    const { id } = await catalog.maintenance.startSystemUpdate({ step: 'restore-indices' });
    let written = 0;
    const hasEnded = async () =>
      ['succeeded', 'failed'].includes((await catalog.maintenance.report('system-update', id))?.state ?? '');
    while (!(await hasEnded())) {
      await catalog.define(`new${written}`);
      await catalog.assign(`n${written}`, `new${written}`, 'x');
      const gone = await catalog.assign(`d${written}`, 'team', 'blue');
      if (written % 3 === 0) await catalog.change.deleteEntity(gone, gone);
      written++;
      // The store in memory never yields to the event loop; real requests do.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await catalog.finished('system-update', id);
    expect(written).toBeGreaterThan(2);
    const clean = { missingInIndex: 0, onlyInIndex: 0, differentDocument: 0 };
    expect(await catalog.doctor()).toMatchObject(clean);
    expect(await catalog.mappings('team')).toEqual([`active dataset ${250 - Math.ceil(written / 3)}`]);
    for (let i = 0; i < written; i++) expect(await catalog.mappings(`new${i}`)).toEqual(['active dataset 1']);
  });
});
