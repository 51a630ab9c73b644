import type { NeedDescription } from '../../operations/needs.ts';
import { RESOLVERS } from './resolvers/resolvers.ts';

/** Needs of the fields of `Mutation`, in alphabetical order, from the operations that they are bound to. */
export function mutationNeeds(): Readonly<Record<string, NeedDescription>> {
  return Object.fromEntries(
    Object.entries(RESOLVERS.Mutation)
      .map(([field, { operation }]) => [field, operation.needs] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
