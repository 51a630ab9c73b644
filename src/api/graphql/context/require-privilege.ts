import { UNAUTHORIZED } from '../../../auth/rights.ts';
import type { GraphqlContext } from './graphql-context.ts';

/** Throws FORBIDDEN unless the caller has at least one of the platform privileges. */
export function requireOneOf(privileges: readonly string[], { catalog }: GraphqlContext): void {
  catalog.requirePrivilege(privileges, UNAUTHORIZED);
}
