import type { Owner } from './entity-facts.ts';

/** Display name of an ownership type; of a type without one, the name in its urn. */
export function ownershipName(nameOf: (urn: string) => string, { typeUrn }: Owner): string {
  return nameOf(typeUrn)
    .replace(/^__system__/, '')
    .replaceAll('_', ' ');
}
