import type { GrantingPolicy, Holders } from '../../auth/policies/policy-holders.ts';
import type { Urn } from '../../model/urn.ts';
import { inChunks } from '../../util/concurrency/in-chunks.ts';
import type { ProtectedWork } from '../work.ts';

/** A granting policy with those of its actors that the caller may see. */
export interface ShownPolicy extends GrantingPolicy {
  /** Whether it names more actors of one kind than the maximum that is read. */
  readonly hasMore: boolean;
}

/** Maximum actors of one kind that are read from each policy. */
const MOST_NAMED = 100;

/** The policies with only those of their actors that the caller may see. */
export async function withSeenActors(
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
export async function existing(
  urns: readonly Urn[],
  { query, scope, settings: { pageSize } }: ProtectedWork,
): Promise<ReadonlySet<Urn>> {
  const found = new Set<Urn>();
  for await (const part of inChunks([...new Set(urns)], pageSize)) {
    for (const urn of await query.existing(part, scope)) found.add(urn);
  }
  return found;
}
