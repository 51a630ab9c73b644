import type { JsonObject } from '../../util/json.ts';
import type { Validator } from '../rules.ts';
import { because } from '../../refusals.ts';

/** A list of an aspect, and its maximum number of elements. */
interface BoundedList {
  readonly member: string;
  readonly most: number;
}

/**
 * Lists that people read as a whole, and that are written and indexed as a whole. Lists that grow with the data, such
 * as columns, upstreams and values, are only limited by the request size.
 */
export const BOUNDED_LISTS: Readonly<Record<string, readonly BoundedList[]>> = {
  access: [{ member: 'roles', most: 10_000 }],
  applications: [{ member: 'applications', most: 1_000 }],
  domains: [
    { member: 'domains', most: 1_000 },
    { member: 'domainAssociations', most: 1_000 },
  ],
  globalTags: [{ member: 'tags', most: 10_000 }],
  glossaryTerms: [{ member: 'terms', most: 10_000 }],
  institutionalMemory: [{ member: 'elements', most: 10_000 }],
  ownership: [{ member: 'owners', most: 10_000 }],
  siblings: [{ member: 'siblings', most: 1_000 }],
  propertyDefinition: [
    { member: 'allowedValues', most: 10_000 },
    { member: 'entityTypes', most: 1_000 },
  ],
  structuredPropertyDisplay: [{ member: 'valueColors', most: 10_000 }],
  structuredPropertyRules: [{ member: 'deprecatedValues', most: 10_000 }],
};

/** Limits the length of lists. A stored list above its limit may shrink. */
export const listLengths: Validator = {
  name: 'listLengths',
  aspects: Object.keys(BOUNDED_LISTS),
  *check({ after, aspect, before }) {
    for (const { member, most } of BOUNDED_LISTS[aspect.name] ?? []) {
      const length = lengthOf(after, member);
      if (length <= most || length <= lengthOf(before, member)) continue;
      const message = `${member} of ${aspect.name} has ${length} elements, but at most ${most} are allowed. Leave some out.`;
      yield { message, field: member, ...because('LIST_TOO_LONG', { size: length, most }) };
    }
  },
};

function lengthOf(value: JsonObject | undefined, member: string): number {
  const list = value?.[member];
  return Array.isArray(list) ? list.length : 0;
}
