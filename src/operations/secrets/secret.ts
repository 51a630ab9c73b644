import * as v from 'valibot';
import type { SecretBox } from '../../auth/secret-box.ts';
import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { formatUrn, type Urn } from '../../model/urn.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import { given } from '../../util/given.ts';
import type { JsonObject } from '../../util/json.ts';

/** Type and aspect of secrets. */
export const SECRET = { entityType: 'dataHubSecret', valueAspect: 'dataHubSecretValue' } as const;

/** Members of a secret. */
export const SECRET_SHAPE = { name: v.string(), value: v.string(), description: v.nullish(v.string()) };

/** The urn of the secret with this name; throws INVALID_REQUEST for an empty name. */
export function secretUrn(name: string): Urn {
  if (name.trim() === '')
    throw invalidRequest("A secret needs a name: 'name' is empty.", 'name', because('NAME_MISSING'));
  return formatUrn(SECRET.entityType, name);
}

/** The aspect of a secret with its encrypted value. */
export function sealed(
  urn: Urn,
  { name, value, description }: v.InferOutput<v.ObjectSchema<typeof SECRET_SHAPE, undefined>>,
  box: SecretBox,
): JsonObject {
  return { name, value: box.seal(value, urn), ...given({ description }) };
}

/** The stored aspects of secrets that exist, with encrypted values. */
export async function storedSecrets(
  urns: readonly Urn[],
  reader: SystemReader,
): Promise<ReadonlyMap<Urn, JsonObject>> {
  const found = await reader.entities(urns, [SECRET.valueAspect]);
  return new Map(
    [...found].flatMap(([urn, { aspects }]) => {
      const value = aspects.get(SECRET.valueAspect)?.value;
      return value === undefined ? [] : [[urn, value] as const];
    }),
  );
}
