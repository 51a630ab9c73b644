import type { JsonObject, JsonValue } from '../../util/json.ts';
import { isJsonObject } from '../../util/json.ts';
import { elementDiffer, objectsIn, textIn } from './timeline-elements.ts';
import type { Element } from './timeline-elements.ts';
import type { AspectDiffer, ChangeEvent } from './timeline.ts';
import type { Urn } from '../urn.ts';

/** Differ for columns and primary keys. Removed columns and changed types are breaking (MAJOR), added columns MINOR. */
export const technicalSchema: AspectDiffer = (urn, before, after) => [
  ...columns(urn, before, after).map((event) => withColumn(urn, event)),
  ...primaryKeys(urn, before, after),
];

const columns: AspectDiffer = elementDiffer(
  (value) =>
    objectsIn(value, 'fields').map((field): Element => {
      const fieldPath = textIn(field, 'fieldPath');
      const nullable = String(field['nullable'] === true);
      return {
        ...{ key: fieldPath, modifier: fieldPath, parameters: { fieldPath, nullable } },
        content: { native: textIn(field, 'nativeDataType'), type: field['type'] ?? null },
      };
    }),
  {
    category: 'TECHNICAL_SCHEMA',
    added: ({ key }) => `A forwards & backwards compatible change due to the newly added field '${key}'.`,
    removed: ({ key }) => `A backwards incompatible change due to removal of field: '${key}'.`,
    changed: (before, after) =>
      `A backwards incompatible change due to native datatype of the field '${after.key}' changed from ` +
      `'${nativeType(before)}' to '${nativeType(after)}'.`,
    step: (operation) => (operation === 'ADD' ? 'MINOR' : 'MAJOR'),
  },
);

/** Differ for column descriptions in a list member of an aspect. */
export function columnDocumentation(list: string): AspectDiffer {
  const differ = elementDiffer(
    (value) =>
      objectsIn(value, list).flatMap((field): Element[] => {
        const fieldPath = textIn(field, 'fieldPath');
        const description = textIn(field, 'description');
        if (description === '') return [];
        return [
          {
            key: fieldPath,
            modifier: fieldPath,
            parameters: { fieldPath, description },
            content: description,
          },
        ];
      }),
    {
      category: 'DOCUMENTATION',
      added: ({ key, parameters }, urn) =>
        `The description '${parameters['description']}' for the field '${key}' of '${urn}' has been added.`,
      removed: ({ key, parameters }, urn) =>
        `The description '${parameters['description']}' for the field '${key}' of '${urn}' has been removed.`,
      changed: (before, after, urn) =>
        `The description for the field '${after.key}' of '${urn}' has been changed from ` +
        `'${before.parameters['description']}' to '${after.parameters['description']}'.`,
    },
  );
  return (urn, before, after) => differ(urn, before, after).map((event) => withColumn(urn, event));
}

function withColumn(urn: Urn, event: ChangeEvent): ChangeEvent {
  const fieldUrn = `urn:li:schemaField:(${urn},${event.parameters['fieldPath'] ?? ''})`;
  return { ...event, modifier: fieldUrn, parameters: { ...event.parameters, fieldUrn } };
}

function primaryKeys(urn: Urn, before: JsonObject | undefined, after: JsonObject): readonly ChangeEvent[] {
  const old = keysOf(before?.['primaryKeys']);
  const current = keysOf(after['primaryKeys']);
  if (before === undefined || old === current) return [];
  return [
    {
      ...{ entityUrn: urn, category: 'TECHNICAL_SCHEMA', operation: 'MODIFY', modifier: urn, step: 'MAJOR' },
      parameters: {},
      description: `A backwards incompatible change due to a primary key constraint change from '${old}' to '${current}'.`,
    },
  ];
}

function keysOf(value: JsonValue | undefined): string {
  return Array.isArray(value) ? value.join(', ') : '';
}

function nativeType({ content }: Element): string {
  return isJsonObject(content) ? textIn(content, 'native') : '';
}
