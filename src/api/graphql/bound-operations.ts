import type { Declaration } from '../../operations/operation.ts';
import { RESOLVERS } from './resolvers/resolvers.ts';

/** Operations and needed privileges of the fields of a root type, in alphabetical order. */
export function declaredFields(type: 'Query' | 'Mutation'): Readonly<Record<string, Declaration>> {
  const fields: Readonly<Record<string, { readonly declared: Declaration }>> = RESOLVERS[type];
  return Object.fromEntries(
    Object.entries(fields)
      .map(([field, { declared }]) => [field, declared] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
