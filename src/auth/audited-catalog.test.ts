import { describe, expect, it } from 'vitest';
import { REGISTRY } from '../../test/support/memory/http-server.ts';
import { MemoryCatalog } from '../../test/support/memory/memory-catalog.ts';
import { CatalogError } from '../errors.ts';
import { parseUrn } from '../model/urn.ts';
import { ROOT_ACTOR } from './actor.ts';
import type { AuditRecord } from './audit-log.ts';
import { auditedCatalog } from './audited-catalog.ts';
import { RefusedGrants } from './privilege-checks.ts';
import { Permit } from './permit.ts';

const DATASET = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,a,PROD)');
const PROPERTY = parseUrn('urn:li:structuredProperty:p');

/** A catalog whose operations all fail with the given error, and the audit records of those failures. */
function failingCatalog(error: Error) {
  const records: AuditRecord[] = [];
  const catalog = new MemoryCatalog(REGISTRY, { urn: ROOT_ACTOR, tokenId: undefined });
  const fail = (): never => {
    throw error;
  };
  const reject = (): Promise<never> => Promise.reject(error);
  Object.assign(catalog, {
    ingest: reject,
    deleteEntity: reject,
    getEntities: reject,
    planProperties: reject,
  });
  Object.assign(catalog, { requirePrivilege: fail, search: reject });
  Object.assign(catalog, { requireEntityPrivilege: reject });
  const accounts = {
    ...{ removeUser: reject, removeGroup: reject },
    ...{ removeServiceAccount: reject, removeGroupMembers: reject },
  };
  Object.defineProperty(catalog, 'accounts', { value: accounts, configurable: true });
  const policies = { grantedPrivileges: reject, explain: reject };
  Object.defineProperty(catalog, 'policies', { value: policies, configurable: true });
  return { catalog: auditedCatalog(catalog, { record: (record) => records.push(record) }), records };
}

const FORBIDDEN = new CatalogError('FORBIDDEN', 'No.');

describe('the audited catalog', () => {
  it('records denials with the affected entities and aspects, without values', async () => {
    const { catalog, records } = failingCatalog(FORBIDDEN);
    const proposal = {
      urn: DATASET,
      aspectName: 'status',
      changeType: 'UPSERT',
      value: { secret: 's' },
    } as const;
    await expect(catalog.ingest([proposal, { ...proposal, changeType: 'DELETE' }])).rejects.toBe(FORBIDDEN);
    await expect(catalog.deleteEntity(DATASET)).rejects.toBe(FORBIDDEN);
    await expect(catalog.getEntities([DATASET], ['status'])).rejects.toBe(FORBIDDEN);
    const definition = { urn: PROPERTY, propertyDefinition: { secret: 's' } };
    const plan = { definitions: [definition], deletions: [{ urn: DATASET, hard: true }] };
    await expect(catalog.planProperties(plan)).rejects.toBe(FORBIDDEN);
    const about = records.map((record) => ('aspects' in record ? record.aspects : []));
    expect(about).toEqual([
      [
        { urn: DATASET, aspectName: 'status', changeType: 'UPSERT' },
        { urn: DATASET, aspectName: 'status', changeType: 'DELETE' },
      ],
      [{ urn: DATASET, changeType: 'DELETE' }],
      [{ urn: DATASET, changeType: 'READ' }],
      [
        { urn: PROPERTY, changeType: 'UPSERT' },
        { urn: DATASET, changeType: 'DELETE' },
      ],
    ]);
    expect(JSON.stringify(records)).not.toContain('secret');
  });

  it('records denied deletions as deletions, and questions about privileges as reads', async () => {
    const { catalog, records } = failingCatalog(FORBIDDEN);
    const DENIED = 'No.';
    const PERMIT = new Permit();
    await expect(catalog.requireEntityPrivilege('DELETE_ENTITY', DATASET, DENIED)).rejects.toBe(FORBIDDEN);
    await expect(catalog.requireEntityPrivilege('EDIT_ENTITY', DATASET, DENIED)).rejects.toBe(FORBIDDEN);
    await expect(catalog.accounts.removeUser(DATASET, PERMIT)).rejects.toBe(FORBIDDEN);
    await expect(catalog.accounts.removeGroup(DATASET, PERMIT)).rejects.toBe(FORBIDDEN);
    await expect(catalog.accounts.removeServiceAccount(DATASET, PERMIT)).rejects.toBe(FORBIDDEN);
    await expect(catalog.accounts.removeGroupMembers(DATASET, [], PERMIT)).rejects.toBe(FORBIDDEN);
    await expect(catalog.policies.grantedPrivileges(DATASET)).rejects.toBe(FORBIDDEN);
    await expect(
      catalog.policies.explain({ actor: DATASET, privilege: 'EDIT_ENTITY', resource: { urn: PROPERTY } }),
    ).rejects.toBe(FORBIDDEN);
    expect(
      records.map((record) =>
        'aspects' in record ? record.aspects.map(({ changeType }) => changeType) : [],
      ),
    ).toEqual([['DELETE'], ['UPSERT'], ['DELETE'], ['DELETE'], ['DELETE'], ['UPSERT'], ['READ'], []]);
  });

  it('records a refused operation by what it needed and by its effect', async () => {
    const { catalog, records } = failingCatalog(FORBIDDEN);
    const grants = [{ privilege: 'MANAGE_TAGS' }, { privilege: 'DELETE_ENTITY', urn: DATASET }];
    const refused = new RefusedGrants('No.', grants, 'delete');
    Object.assign(catalog, { permit: () => Promise.reject(refused) });
    await expect(
      catalog.permit([[{ privilege: 'EDIT_ENTITY', urn: PROPERTY }]], 'No.', 'write'),
    ).rejects.toBe(refused);
    expect(records).toEqual([
      {
        kind: 'denied',
        actor: ROOT_ACTOR,
        privilege: 'MANAGE_TAGS or DELETE_ENTITY',
        aspects: [{ urn: DATASET, changeType: 'DELETE' }],
      },
    ]);
  });

  it('records the required privilege', () => {
    const { catalog, records } = failingCatalog(FORBIDDEN);
    expect(() => catalog.requirePrivilege('MANAGE_TAGS', 'No.')).toThrow(FORBIDDEN);
    expect(records).toEqual([{ kind: 'denied', actor: ROOT_ACTOR, privilege: 'MANAGE_TAGS', aspects: [] }]);
  });

  it('records neither other failures nor successes', async () => {
    const invalid = new CatalogError('INVALID_REQUEST', 'No.');
    const { catalog, records } = failingCatalog(invalid);
    await expect(catalog.deleteEntity(DATASET)).rejects.toBe(invalid);
    expect(await catalog.existing([DATASET])).toEqual(new Set());
    expect(catalog.actor.urn).toBe(ROOT_ACTOR);
    expect(records).toEqual([]);
  });
});
