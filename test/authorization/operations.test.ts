import { describe, expect, it } from 'vitest';
import { readDeclaredRequests } from '../../scripts/declared-requests.ts';
import { ASPECT_RIGHTS, GUARDED_ASPECTS, TYPE_RIGHTS } from '../../src/auth/writes/write-rights.ts';
import { readBootstrap, readDefaultPolicies } from '../../src/config/read-bootstrap.ts';
import { isPrivilege } from '../../src/model/access/privileges.ts';
import { parseBootstrap } from '../../src/system-update/bootstrap.ts';
import { policyProblems } from '../../src/model/access/check-policy.ts';
import { REGISTRY } from '../support/memory/reading-catalog.ts';

describe('what requests need', () => {
  it('names privileges that exist, on entity types and aspects that exist', async () => {
    const { queries, mutations, paths, actions } = await readDeclaredRequests();
    const needs = [queries, mutations, ...Object.values(paths), ...Object.values(actions)].flatMap((of) =>
      Object.values(of).map((declared) => declared.needs),
    );
    expect(needs.length).toBeGreaterThan(350);
    const names = [
      ...needs.flatMap((need) => ('anyOf' in need ? need.anyOf : [])),
      ...Object.values(TYPE_RIGHTS).flatMap(({ create, update, remove, read = [] }) => [
        ...create,
        ...update,
        ...remove,
        ...read,
      ]),
      ...Object.values(ASPECT_RIGHTS).flat(2),
      ...Object.values(GUARDED_ASPECTS).flat(),
    ];
    expect([...new Set(names)].filter((name) => !isPrivilege(name))).toEqual([]);
    expect(Object.keys(TYPE_RIGHTS).filter((type) => !REGISTRY.entities.has(type))).toEqual([]);
    const aspects = [...Object.keys(ASPECT_RIGHTS), ...Object.keys(GUARDED_ASPECTS)];
    expect(aspects.filter((aspect) => !REGISTRY.aspects.has(aspect))).toEqual([]);
  });
});

describe('the policies of a new catalog', () => {
  it('are valid, and name roles that a new catalog has', () => {
    const policies = parseBootstrap(readDefaultPolicies());
    const roles = new Set(
      readBootstrap()
        .flatMap(parseBootstrap)
        .map(({ urn }) => String(urn)),
    );
    for (const { aspects } of policies) {
      const info = aspects['dataHubPolicyInfo'] ?? {};
      expect(policyProblems(info, REGISTRY)).toEqual([]);
      const named = JSON.stringify(info).match(/urn:li:dataHubRole:\w+/g) ?? [];
      expect(named.filter((role) => !roles.has(role))).toEqual([]);
    }
    expect(policies.length).toBe(14);
  });
});
