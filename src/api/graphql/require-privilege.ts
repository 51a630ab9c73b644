import type { GraphqlContext } from './graphql-context.ts';

/** Message for a missing privilege, in DataHub's words. */
const UNAUTHORIZED = 'Unauthorized to perform this action. Please contact your DataHub administrator.';

/** Throws FORBIDDEN unless the caller has at least one of the platform privileges. */
export function requireOneOf(privileges: readonly string[], { catalog }: GraphqlContext): void {
  catalog.requirePrivilege(privileges, UNAUTHORIZED);
}
