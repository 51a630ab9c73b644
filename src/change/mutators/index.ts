import { assignmentStamps } from './assignment-stamps.ts';
import type { Mutator } from './mutator.ts';
import { namespacedUrns } from './namespaced-urns.ts';

/** Every mutator, in the order in which they run, before the rules are checked. */
export const MUTATORS: readonly Mutator[] = [namespacedUrns, assignmentStamps];
