import type { JsonObject } from '../../util/json.ts';
import { texts } from '../../util/json/json-members.ts';
import type { Urn } from '../urn.ts';
import { fieldUrnOf, pairFields, type FieldPair, type SchemaField } from './field-pairs.ts';
import { pairByKey } from './pair-by-key.ts';
import type { AspectDiffer, ChangeEvent, VersionStep } from './timeline.ts';

/**
 * Differ for columns and primary keys. Removed columns, changed types and changed keys are breaking (MAJOR), added and
 * renamed columns MINOR.
 */
export const technicalSchema: AspectDiffer = (urn, before, after) => [
  ...pairFields(before, after).flatMap((pair) => structureOf(urn, pair)),
  ...primaryKeys(urn, before, after),
];

type Modification = 'RENAME' | 'TYPE_CHANGE' | 'OTHER';

const BREAKING = 'A backwards incompatible change due to';
const COMPATIBLE = 'A forwards & backwards compatible change due to';

function structureOf(urn: Urn, { before, after, types, isRenamed }: FieldPair): readonly ChangeEvent[] {
  if (before === undefined) {
    if (after === undefined) return [];
    return [
      event(urn, after, 'ADD', 'OTHER', 'MINOR', `${COMPATIBLE} the newly added field '${after.name}'.`),
    ];
  }
  if (after === undefined) {
    return [
      event(urn, before, 'REMOVE', 'OTHER', 'MAJOR', `${BREAKING} removal of field: '${before.name}'.`),
    ];
  }
  if (isRenamed) {
    const text = `${COMPATIBLE} renaming of the field '${before.name} to ${after.name}'.`;
    return [event(urn, before, 'MODIFY', 'RENAME', 'MINOR', text)];
  }
  const [was, is] = types;
  if (was === is) return [];
  const text = `${BREAKING} native datatype of the field '${after.name}' changed from '${was}' to '${is}'.`;
  return [event(urn, before, 'MODIFY', 'TYPE_CHANGE', 'MAJOR', text)];
}

function primaryKeys(urn: Urn, before: JsonObject | undefined, after: JsonObject): readonly ChangeEvent[] {
  const keysOf = (value: JsonObject | undefined): { readonly key: string }[] =>
    [...new Set(texts(value?.['primaryKeys']))].map((key) => ({ key }));
  return pairByKey(keysOf(before), keysOf(after)).flatMap(({ before: was, after: is }) => {
    const key = was?.key ?? is?.key ?? '';
    if (was !== undefined && is !== undefined) return [];
    const text = `${BREAKING} ${was ? 'removal' : 'addition'} of the primary key field '${key}'`;
    return [event(urn, { path: key, value: {} }, 'MODIFY', 'OTHER', 'MAJOR', text)];
  });
}

function event(
  entityUrn: Urn,
  { path, value }: Pick<SchemaField, 'path' | 'value'>,
  operation: ChangeEvent['operation'],
  modificationCategory: Modification,
  step: VersionStep,
  description: string,
): ChangeEvent {
  const fieldUrn = fieldUrnOf(entityUrn, path);
  return {
    entityUrn,
    category: 'TECHNICAL_SCHEMA',
    operation,
    modifier: fieldUrn,
    step,
    description,
    parameters: { fieldPath: path, fieldUrn, nullable: value['nullable'] === true, modificationCategory },
  };
}
