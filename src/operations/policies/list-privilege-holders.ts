import * as v from 'valibot';
import type { GrantingPolicy, Holders } from '../../auth/policies/policy-holders.ts';
import { CatalogError, invalidRequest } from '../../errors.ts';
import { entityPrivileges, currentPrivilegeName } from '../../model/access/privileges.ts';
import type { Urn } from '../../model/urn.ts';
import { notNegative } from '../../util/not-negative.ts';
import { inChunks } from '../../util/concurrency/in-chunks.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { NUMBER, TEXT, described, objectOf } from '../shapes.ts';
import { DEFAULT_COUNT } from '../search/find-entities.ts';
import type { ProtectedWork } from '../work.ts';
import { MANAGE_POLICIES, requireEntityPrivilege } from './privileges-of.ts';
import { because } from '../../refusals.ts';

/** A granting policy with those of its actors that the caller may see. */
interface ShownPolicy extends GrantingPolicy {
  /** Whether it names more actors of one kind than the maximum that is read. */
  readonly hasMore: boolean;
}

/** Maximum policies in a response. */
const MOST_POLICIES = 100;

/** Maximum actors of one kind that are read from each policy. */
const MOST_NAMED = 100;

/**
 * Lists who has privileges on an entity: one page of the active policies that grant them, in urn order, with their
 * actors. Throws NOT_FOUND for an entity that does not exist or is hidden from the caller. Omits policies and actors
 * that are hidden from the caller.
 */
export const listPrivilegeHolders = defineProtected({
  name: 'listPrivilegeHolders',
  effect: 'read',
  summary: 'Lists who holds privileges on an entity, by granting policy.',
  input: (types) =>
    objectOf({
      resourceUrn: described('Urn of the entity.', types.entity()),
      privilege: v.nullish(described('Name of a privilege on entities; default: all of them.', TEXT)),
      start: v.nullish(described('Number of results to skip; default: 0.', NUMBER), 0),
      count: v.nullish(
        described(`Maximum number of results; default: ${DEFAULT_COUNT}.`, NUMBER),
        DEFAULT_COUNT,
      ),
    }),
  limits: ({ count, privilege, start }) => {
    if (typeof privilege === 'string') requireEntityPrivilege(privilege);
    notNegative('start', start);
    if (notNegative('count', count) <= MOST_POLICIES) return;
    throw invalidRequest(
      `count must be at most ${MOST_POLICIES}, not ${count}. Read further pages with start.`,
      'count',
      because('INPUT_TOO_LARGE', { name: 'count', most: MOST_POLICIES }),
    );
  },
  about: ({ resourceUrn }) => [resourceUrn.urn],
  isLong: true,
  needs: platform(MANAGE_POLICIES),
  run: async ({ resourceUrn: { entityType, urn }, privilege, start, count }, work) => {
    if (!(await work.query.existing([urn], work.scope)).has(urn)) {
      throw new CatalogError(
        'NOT_FOUND',
        `resourceUrn: ${urn} does not exist, or you may not see it. Pass the urn of an entity that a search finds.`,
      );
    }
    const asked =
      typeof privilege !== 'string' ? entityPrivileges(entityType) : [currentPrivilegeName(privilege)];
    const granting = await work.services.authorizer.grantingPolicies(urn, asked);
    const seen = await existing(
      granting.map(({ policy }) => policy),
      work,
    );
    const shown = granting.filter(({ policy }) => seen.has(policy));
    const policies = await withSeenActors(shown.slice(start, start + count), work);
    return { start, count: policies.length, total: shown.length, policies };
  },
});

async function withSeenActors(
  policies: readonly GrantingPolicy[],
  work: ProtectedWork,
): Promise<readonly ShownPolicy[]> {
  const named = policies.flatMap(({ holders }) => kindsOf(holders).flatMap(first));
  const seen = await existing(named, work);
  const visible = (urns: readonly Urn[]): readonly Urn[] => first(urns).filter((urn) => seen.has(urn));
  return policies.map((policy) => {
    const { groups, owners, roles, users, ...all } = policy.holders;
    const shown = { users: visible(users), groups: visible(groups), roles: visible(roles) };
    return {
      ...policy,
      holders: { ...all, ...shown, owners: owners && visible(owners) },
      hasMore: kindsOf(policy.holders).some(({ length }) => length > MOST_NAMED),
    };
  });
}

function kindsOf({ groups, owners = [], roles, users }: Holders): readonly (readonly Urn[])[] {
  return [users, groups, roles, owners];
}

function first(urns: readonly Urn[]): readonly Urn[] {
  return urns.slice(0, MOST_NAMED);
}

/** The entities that exist and that the caller may see, looked up in batches within the limit of urns. */
async function existing(
  urns: readonly Urn[],
  { query, scope, settings: { pageSize } }: ProtectedWork,
): Promise<ReadonlySet<Urn>> {
  const found = new Set<Urn>();
  for await (const part of inChunks([...new Set(urns)], pageSize)) {
    for (const urn of await query.existing(part, scope)) found.add(urn);
  }
  return found;
}
