import { isJsonObject, type JsonObject } from '../../util/json.ts';

/** Owner and ownership type, joined by a space. */
export function typedOwner(owner: string, ownershipType: string): string {
  return `${owner} ${ownershipType}`;
}

/** All owners of the aspect `ownership` that have a `typeUrn`, as `typedOwner`. */
export function typedOwners({ owners }: JsonObject): readonly string[] {
  if (!Array.isArray(owners)) return [];
  return owners
    .filter(isJsonObject)
    .flatMap(({ owner, typeUrn }: JsonObject) =>
      typeof owner === 'string' && typeof typeUrn === 'string' ? [typedOwner(owner, typeUrn)] : [],
    );
}
