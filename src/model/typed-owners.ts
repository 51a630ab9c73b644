import { isJsonObject } from '../util/json.ts';
import type { JsonObject } from '../util/json.ts';

/** Who owns an entity, and in which way, in one text. */
export function typedOwner(owner: string, ownershipType: string): string {
  return `${owner} ${ownershipType}`;
}

/** Every owner in the aspect `ownership` that has a type. */
export function typedOwners({ owners }: JsonObject): readonly string[] {
  if (!Array.isArray(owners)) return [];
  return owners
    .filter(isJsonObject)
    .flatMap(({ owner, typeUrn }: JsonObject) =>
      typeof owner === 'string' && typeof typeUrn === 'string' ? [typedOwner(owner, typeUrn)] : [],
    );
}
