import { isDeepStrictEqual } from 'node:util';
import { keyAspectValue } from '../../model/aspects/key-aspect.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Validator } from '../rules.ts';
import { because } from '../../refusals.ts';

/** A written key aspect must equal the one derived from the urn. */
export const keyMatchesUrn: Validator = {
  name: 'keyMatchesUrn',
  aspects: undefined,
  check: ({ aspect, entity, urn, after }) => {
    if (aspect !== entity.keyAspect || after === undefined) return [];
    const expected = keyAspectValue(entity, urn);
    if (isDeepStrictEqual(stated(after), expected)) return [];
    const message = `${aspect.name} does not match the urn ${urn}. Send ${JSON.stringify(expected)}, or leave the key out.`;
    return [{ message, ...because('ASPECT_INVALID') }];
  },
};

function stated(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== null && member !== undefined),
  );
}
