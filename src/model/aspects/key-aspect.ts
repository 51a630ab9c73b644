import { invalidRequest } from '../../errors.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { validateAspect } from './aspect-schema.ts';
import type { EntitySpec, FieldType } from '../entity-registry.ts';
import { urnParts, type Urn } from '../urn.ts';
import { STRUCTURED_PROPERTY } from '../structured-property.ts';
import { because } from '../../refusals.ts';

/**
 * Value of the key aspect: the parts of the urn, assigned to the key's fields in order. Throws INVALID_REQUEST if the
 * number of parts is wrong or a part is invalid for its field, such as an unknown fabric.
 */
export function keyAspectValue(spec: EntitySpec, urn: Urn): JsonObject {
  const { key } = urnParts(urn);
  const { record, name } = spec.keyAspect;
  if (key.length !== record.fields.size) {
    throw invalidRequest(
      `Failed to convert urn to entity key: urns parts and key fields do not have same length: ${urn} has ` +
        `${key.length}, a ${spec.name} needs ${record.fields.size}: ${[...record.fields.keys()].join(', ')}`,
      undefined,
      because('URN_INVALID'),
    );
  }
  const value: Record<string, JsonValue> = {};
  let part = 0;
  for (const field of record.fields.values()) value[field.name] = fromText(field.type, key[part++] ?? '');
  const [violation] = validateAspect(spec.keyAspect, value);
  if (violation !== undefined) {
    throw invalidRequest(
      `Invalid urn!: ${urn} (${name}${violation.path}: ${violation.message})`,
      undefined,
      because('URN_INVALID'),
    );
  }
  return value;
}

function fromText(type: FieldType, text: string): JsonValue {
  switch (type.kind) {
    case 'int':
    case 'long':
    case 'float':
    case 'double':
      return text.trim() === '' ? text : Number(text);
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : text;
    default:
      return text;
  }
}

/**
 * Whether deleting the aspect deletes its entity: the key of any entity, and the definition of a structured property.
 */
export function isEntityItself({ keyAspect, name }: EntitySpec, aspectName: string): boolean {
  if (aspectName === keyAspect.name) return true;
  return name === STRUCTURED_PROPERTY.entityType && aspectName === STRUCTURED_PROPERTY.definitionAspect;
}
