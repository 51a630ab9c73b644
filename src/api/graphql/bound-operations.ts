import type { NeedDescription } from '../../operations/needs.ts';
import type { OperationDescription } from '../../operations/operation.ts';
import { RESOLVERS } from './resolvers/resolvers.ts';

/** Needs of the fields of a root type, in alphabetical order, from the operations that they are bound to. */
export function fieldNeeds(type: 'Query' | 'Mutation'): Readonly<Record<string, NeedDescription>> {
  const fields: Readonly<Record<string, { readonly operation: OperationDescription }>> = RESOLVERS[type];
  return Object.fromEntries(
    Object.entries(fields)
      .map(([field, { operation }]) => [field, operation.needs] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
