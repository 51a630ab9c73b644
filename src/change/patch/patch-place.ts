import type { AspectSpec, FieldType } from '../../model/entity-registry.ts';
import type { PatchTemplate, PatchView } from './patch-templates.ts';

/** Schema type and key view of a position in an aspect. */
export interface Place {
  /** Undefined where the schema defines no type. */
  readonly type: FieldType | undefined;
  readonly view: PatchView | undefined;
}

/** Place of the whole aspect. Keys named by the patch override those of the aspect's template. */
export function rootPlace(
  spec: AspectSpec,
  template: PatchTemplate | undefined,
  arrayPrimaryKeys: Readonly<Record<string, readonly string[]>> = {},
): Place {
  const members = new Map(template?.members);
  for (const [name, keys] of Object.entries(arrayPrimaryKeys)) {
    const below = members.get(name)?.members;
    members.set(name, { keys, ...(below !== undefined && { members: below }) });
  }
  return { type: { kind: 'record', record: spec.record }, view: { members } };
}

/** Place of a member of the object at a place. */
export function memberPlace({ type, view }: Place, name: string): Place {
  return { type: memberType(type, name), view: view?.members?.get(name) };
}

/** Place of the elements of the array at a place. */
export function elementPlace({ type, view }: Place): Place {
  const elementType = type?.kind === 'array' && view?.rows === undefined ? type.items : undefined;
  return { type: elementType, view: view?.members && { members: view.members } };
}

/** Type of a member of a record, a map or a union. */
export function memberType(type: FieldType | undefined, name: string): FieldType | undefined {
  switch (type?.kind) {
    case 'record':
      return type.record.fields.get(name)?.type;
    case 'map':
      return type.values;
    case 'union':
      return type.members.find((member) => member.key === name)?.type;
    default:
      return undefined;
  }
}
