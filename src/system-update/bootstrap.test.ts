import { describe, expect, it } from 'vitest';
import { MaintainedCatalog } from '../../test/support/memory/maintained-catalog.ts';
import { readBuiltInEntities } from '../composition/built-in-entities.ts';
import { readRegistry } from '../config/read-registry.ts';
import { deletionOf, upsertOf } from '../model/proposal-builders.ts';
import { loadRegistry } from '../model/registry/load-registry.ts';
import { parseUrn } from '../model/urn.ts';
import { bootstrap, dueEntities } from './bootstrap.ts';

const { entities } = readBuiltInEntities(loadRegistry(readRegistry(undefined)));
const ROOT = parseUrn('urn:li:corpuser:datahub');
const [ZERO, ADMINS] = ['0', 'admin-platform-policy'].map((id) => parseUrn(`urn:li:dataHubPolicy:${id}`));
const READER = parseUrn('urn:li:dataHubRole:Reader');
const DATE = parseUrn('urn:li:dataType:datahub.date');
const OWNER = parseUrn('urn:li:ownershipType:__system__technical_owner');

/** In a catalog of an earlier version, which anyone with the privilege could change. */
describe('built-in entities', () => {
  it('are restored at the start, and permitted changes are kept', async () => {
    await using catalog = await MaintainedCatalog.open();
    const { change, store } = catalog;
    const actor = parseUrn('urn:li:corpuser:__datahub_system');
    const parts = { store, change, actor };
    await bootstrap(entities, parts);
    expect(await dueEntities(entities, parts)).toEqual([]);
    if (ZERO === undefined || ADMINS === undefined) throw new Error('no policies');
    const read = async (urn: typeof ROOT) =>
      (await store.reader.entities([urn], undefined)).get(urn)?.aspects;
    const policy = (await read(ADMINS))?.get('dataHubPolicyInfo')?.value;
    const info = { active: true, displayName: 'Operator' };
    await change.ingest(actor, [
      deletionOf(ZERO, 'dataHubPolicyKey'),
      upsertOf(ADMINS, 'dataHubPolicyInfo', { ...policy, state: 'INACTIVE' }),
      upsertOf(READER, 'dataHubRoleInfo', { name: 'Guest', description: '', editable: true }),
      deletionOf(DATE, 'dataTypeInfo'),
      upsertOf(OWNER, 'ownershipTypeInfo', {
        ...(await read(OWNER))?.get('ownershipTypeInfo')?.value,
        name: 'Engineer',
      }),
      upsertOf(OWNER, 'status', { removed: true }),
      upsertOf(ROOT, 'corpUserInfo', info),
      upsertOf(ROOT, 'status', { removed: true }),
      upsertOf(ROOT, 'corpUserStatus', { status: 'SUSPENDED', lastModified: { time: 1, actor } }),
    ]);
    expect(await bootstrap(entities, parts)).toBe(6);
    expect((await read(ZERO))?.has('dataHubPolicyInfo')).toBe(true);
    expect((await read(ADMINS))?.get('dataHubPolicyInfo')?.value).toEqual(policy);
    expect((await read(READER))?.get('dataHubRoleInfo')?.value).toMatchObject({ name: 'Reader' });
    expect((await read(DATE))?.has('dataTypeInfo')).toBe(true);
    expect((await read(OWNER))?.get('ownershipTypeInfo')?.value['name']).toBe('Engineer');
    const root = await read(ROOT);
    expect(root?.get('corpUserInfo')?.value).toEqual({ ...info, system: true });
    expect(root?.get('corpUserStatus')?.value['status']).toBe('ACTIVE');
    for (const urn of [OWNER, ROOT])
      expect((await read(urn))?.get('status')?.value).toEqual({ removed: false });
    expect(await bootstrap(entities, parts)).toBe(0);
  });
});
