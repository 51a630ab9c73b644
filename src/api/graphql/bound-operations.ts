import { MUTATION_NEEDS } from '../../auth/operations.ts';
import type { Need } from '../../auth/operations.ts';
import { RESOLVERS } from './resolvers/resolvers.ts';
import { isBound } from './bind-operation.ts';

/** Needs of the fields of `Mutation`, in alphabetical order; from the operations that they are bound to. */
export function mutationNeeds(): Readonly<Record<string, Need>> {
  const bound = Object.entries(RESOLVERS.Mutation).flatMap(([field, resolver]) =>
    isBound(resolver) ? [[field, resolver.operation.needs] as const] : [],
  );
  const all: readonly (readonly [string, Need])[] = [...Object.entries(MUTATION_NEEDS), ...bound];
  return Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}
