import type { EntityReference } from '../../model/entity-reference.ts';
import type { GraphqlContext } from './graphql-context.ts';

/** Message for a missing privilege, in DataHub's words. */
const UNAUTHORIZED = 'Unauthorized to perform this action. Please contact your DataHub administrator.';

/** Arguments of a field that takes only `input`. */
export interface Input<T> {
  readonly input: T;
}

/** Arguments of a field that changes the entity `urn`. */
export interface UrnAndInput<T> extends Input<T> {
  readonly urn: string;
}

/** Throws FORBIDDEN unless the caller has the privilege on every entity. */
export async function requireEdit(
  privilege: string,
  entities: readonly EntityReference[],
  { catalog }: GraphqlContext,
): Promise<void> {
  for (const { urn } of entities) await catalog.requireEntityPrivilege(privilege, urn, UNAUTHORIZED);
}

/** Throws FORBIDDEN unless the caller has at least one of the platform privileges. */
export function requireOneOf(privileges: readonly string[], { catalog }: GraphqlContext): void {
  catalog.requirePrivilege(privileges, UNAUTHORIZED);
}
