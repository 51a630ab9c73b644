import { assertionTargets } from './assertion-targets.ts';
import { assignmentStamps } from './assignment-stamps.ts';
import { domainLists } from './domain-lists.ts';
import { fieldsOnce } from './fields-once.ts';
import { keptWordSearch } from './kept-word-search.ts';
import { latestVersions } from './latest-versions.ts';
import type { Mutator } from './mutator.ts';
import { namespacedUrns } from './namespaced-urns.ts';
import { numberValues } from './number-values.ts';
import { ownerTypes } from './owner-types.ts';
import { rootUser } from './root-user.ts';

/** All mutators, in execution order. They run before the validators. */
export const MUTATORS: readonly Mutator[] = [
  namespacedUrns,
  numberValues,
  keptWordSearch,
  assignmentStamps,
  domainLists,
  ownerTypes,
  latestVersions,
  rootUser,
  assertionTargets,
  fieldsOnce,
];
