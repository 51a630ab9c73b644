import type { EntityAspects } from '../../model/aspect.ts';
import type { EditField, FieldEdit } from '../../model/bulk-edit.ts';
import { LABEL_FIELDS } from '../../model/bulk-edit.ts';
import type { JsonObject } from '../../util/json.ts';
import { objects, text } from '../../util/json/json-members.ts';
import { ownershipTypeOf } from '../owners/stored-owners.ts';
import { ASSIGNMENTS } from '../structured-properties/assignments.ts';
import { TAGS, TERMS } from '../tags/stored-labels.ts';

/** Separates an owner from its ownership type. */
export const AS = ' as ';

/** Aspects of the fields that are not structured properties. */
export const LABEL_ASPECTS = {
  tags: TAGS.aspectName,
  terms: TERMS.aspectName,
  owners: 'ownership',
  domain: 'domains',
} as const;

export function isLabelField(field: string): field is (typeof LABEL_FIELDS)[number] {
  return LABEL_FIELDS.some((label) => label === field);
}

/** The aspect that holds the field. */
export function aspectOf(field: EditField): string {
  return isLabelField(field) ? LABEL_ASPECTS[field] : ASSIGNMENTS;
}

/** The values of a field of an asset, as texts, each once and in stored order. */
export function cellOf(field: EditField, aspects: EntityAspects | undefined): readonly string[] {
  const value = aspects?.get(aspectOf(field))?.value;
  return value === undefined ? [] : [...new Set(textsOf(field, value))];
}

function textsOf(field: EditField, value: JsonObject): readonly string[] {
  switch (field) {
    case 'tags':
    case 'terms': {
      const { key, list } = field === 'tags' ? TAGS : TERMS;
      return objects(value[list]).flatMap((one) => text(one[key]) ?? []);
    }
    case 'owners':
      return objects(value['owners']).map(ownerText);
    case 'domain':
      return Array.isArray(value['domains'])
        ? value['domains'].flatMap((urn) => (typeof urn === 'string' ? [urn] : []))
        : [];
    default: {
      const own = objects(value['properties']).find(({ propertyUrn }) => propertyUrn === field);
      return objects(own?.['values']).map(valueText);
    }
  }
}

/** An owner with its ownership type, as a text. */
export function ownerText(owner: JsonObject): string {
  return `${text(owner['owner']) ?? ''}${AS}${ownershipTypeOf(owner)}`;
}

function valueText({ double, string }: JsonObject): string {
  return typeof double === 'number' ? String(double) : (text(string) ?? '');
}

/** The values of a field after the edit. */
export function edited(before: readonly string[], { action, field, values }: FieldEdit): readonly string[] {
  switch (action) {
    case 'set':
      return [...new Set(values)];
    case 'add':
      return [...new Set([...before, ...values])];
    case 'remove':
      // An owner without an ownership type is removed with every type.
      return before.filter(
        (value) =>
          !values.some((gone) => value === gone || (field === 'owners' && value.startsWith(gone + AS))),
      );
    case 'clear':
      return [];
  }
}

/** Whether both have the same values, in any order. */
export function sameValues(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value) => other.includes(value));
}
