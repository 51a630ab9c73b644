import { entityTypeLabel, entityTypeWord } from '../../../api/names/entity-type-label.ts';

/** A built-in value type of structured properties. */
export interface ValueType {
  readonly urn: string;
  /** Name in definition files. */
  readonly name: string;
  readonly label: string;
  readonly help: string;
}

const PREFIX = 'urn:li:dataType:';

/** The built-in value types. */
export const VALUE_TYPES: readonly ValueType[] = [
  { urn: `${PREFIX}datahub.string`, name: 'string', label: 'Text', help: 'A short text without formatting' },
  {
    urn: `${PREFIX}datahub.rich_text`,
    name: 'rich_text',
    label: 'Rich text',
    help: 'A longer text in Markdown',
  },
  { urn: `${PREFIX}datahub.number`, name: 'number', label: 'Number', help: 'A whole or decimal number' },
  { urn: `${PREFIX}datahub.date`, name: 'date', label: 'Date', help: 'A date, such as 2026-01-31' },
  {
    urn: `${PREFIX}datahub.urn`,
    name: 'urn',
    label: 'Entity',
    help: 'A person, group or other entity of the catalog',
  },
];

/** Display name of a value type; the name in its urn if it is not built in. */
export function valueTypeLabel(urn: string): string {
  return VALUE_TYPES.find((type) => type.urn === urn)?.label ?? urn.replace(PREFIX, '');
}

/** Whether values of this type are numbers. */
export function isNumberType(urn: string): boolean {
  return urn === `${PREFIX}datahub.number`;
}

/** Whether values of this type are dates. */
export function isDateType(urn: string): boolean {
  return urn === `${PREFIX}datahub.date`;
}

/** Whether values of this type refer to entities. */
export function isUrnType(urn: string): boolean {
  return urn === `${PREFIX}datahub.urn`;
}

/** Whether values of this type are texts, with or without Markdown. */
export function isTextType(urn: string): boolean {
  return urn === `${PREFIX}datahub.string` || urn === `${PREFIX}datahub.rich_text`;
}

/** Name of an entity type in its urn: `dataset`. */
export function entityTypeName(urn: string): string {
  return urn.replace('urn:li:entityType:', '').replace(/^datahub\./, '');
}

/** Noun for an entity type within a sentence, from its name or urn: `task`. */
export function entityTypeNoun(type: string): string {
  return entityTypeWord(entityTypeName(type));
}

/** Entity types as a list, from their names or urns: `Dataset, Task`. Empty for none. */
export function entityTypesText(types: readonly string[]): string {
  return types.map((type) => entityTypeLabel(entityTypeName(type))).join(', ');
}

/** Name of a platform in its urn. */
export function platformName(urn: string): string {
  return urn.replace('urn:li:dataPlatform:', '');
}
