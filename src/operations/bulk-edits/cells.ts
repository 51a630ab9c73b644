import type { Aspect, EntityAspects } from '../../model/aspect.ts';
import { ASSET_FIELDS, LABEL_FIELDS, type AssetEdit, type EditField } from '../../model/bulk-edit.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { objects, text, texts } from '../../util/json/json-members.ts';
import { ownershipTypeOf } from '../owners/stored-owners.ts';
import { ASSIGNMENTS } from '../structured-properties/assignments.ts';
import { TAGS, TERMS } from '../tags/stored-labels.ts';
import { DEPRECATION, deprecationTexts } from './fields/deprecation.ts';
import { labelHolder, labelKind } from './fields/column-labels.ts';
import { COLUMN_EDITS, columnOf } from './fields/columns.ts';
import { descriptionIn, descriptionPlace } from './fields/description.ts';

/** Separates an owner from its ownership type. */
const AS = ' as ';

/** Aspects of the fields that label an asset. */
export const LABEL_ASPECTS = {
  tags: TAGS.aspectName,
  terms: TERMS.aspectName,
  owners: 'ownership',
  domain: 'domains',
} as const;

export function isLabelField(field: string): field is (typeof LABEL_FIELDS)[number] {
  return LABEL_FIELDS.some((label) => label === field);
}

/** Whether the field is not a structured property. */
export function isAssetField(field: string): field is (typeof ASSET_FIELDS)[number] {
  return ASSET_FIELDS.some((one) => one === field);
}

/** Whether the field is one text, or one deprecation, rather than a list of values. */
export function isTextField(field: string): field is 'description' | 'deprecation' {
  return isAssetField(field) && !isLabelField(field);
}

/** The entity and the aspect that hold a field of an asset. */
export interface FieldPlace {
  readonly holder: Urn;
  readonly aspectName: string;
}

/** Where the field of the asset is stored; undefined if its type has no such field. */
export function placeOf(field: EditField, urn: Urn): FieldPlace | undefined {
  if (field === 'description') return descriptionPlace(urn);
  if (field === 'deprecation') return { holder: urn, aspectName: DEPRECATION };
  const column = labelKind(field) && columnOf(urn);
  if (column !== undefined) return { holder: column.dataset, aspectName: COLUMN_EDITS };
  return { holder: urn, aspectName: isLabelField(field) ? LABEL_ASPECTS[field] : ASSIGNMENTS };
}

/** The entities and aspects to read for fields of assets. */
export function placesOf(assets: readonly { readonly urn: Urn; readonly fields: readonly EditField[] }[]): {
  readonly holders: readonly Urn[];
  readonly aspectNames: readonly string[];
} {
  const places = assets.flatMap(({ fields, urn }) => fields.flatMap((field) => placeOf(field, urn) ?? []));
  return {
    holders: [...new Set(places.map(({ holder }) => holder))],
    aspectNames: [...new Set(places.map(({ aspectName }) => aspectName))],
  };
}

/** The values of a field of an asset as texts, without duplicates, in stored order. */
export function cellOf(
  field: EditField,
  urn: Urn,
  stored: ReadonlyMap<Urn, EntityAspects>,
): readonly string[] {
  const place = placeOf(field, urn);
  return place === undefined ? [] : cellIn(field, urn, stored.get(place.holder)?.get(place.aspectName));
}

/** The values of a field of an asset in its aspect as texts, without duplicates, in stored order. */
export function cellIn(
  field: EditField,
  urn: Urn,
  aspect: Pick<Aspect, 'value'> | undefined,
): readonly string[] {
  if (field === 'domain') return [...new Set(texts(aspect?.value['domains']))];
  if (field === 'deprecation') return deprecationTexts(aspect);
  if (field === 'description') {
    const place = descriptionPlace(urn);
    return place === undefined ? [] : descriptionIn(place, aspect);
  }
  return [...new Set(elementsIn(field, urn, aspect).flatMap((element) => elementTexts(field, element)))];
}

/**
 * The elements of the aspect's list that hold the values of the field; for a deprecation the aspect itself. Domains and
 * descriptions are not elements.
 */
export function elementsIn(
  field: EditField,
  urn: Urn,
  aspect: Pick<Aspect, 'value'> | undefined,
): readonly JsonObject[] {
  const value = aspect?.value;
  const kind = labelKind(field);
  if (kind !== undefined) return objects(labelHolder(kind, urn, aspect)?.[kind.list]);
  switch (field) {
    case 'owners':
      return objects(value?.['owners']);
    case 'domain':
    case 'description':
      return [];
    case 'deprecation':
      return objects([value]);
    default:
      return objects(value?.['properties'])
        .filter(({ propertyUrn }) => propertyUrn === field)
        .slice(0, 1);
  }
}

/** The values of the field that an element holds, as texts: one, or those of a structured property. */
export function elementTexts(field: EditField, element: JsonObject): readonly string[] {
  const kind = labelKind(field);
  if (kind !== undefined) return texts([element[kind.key]]);
  return field === 'owners' ? [ownerText(element)] : objects(element['values']).map(valueText);
}

/** An owner with its ownership type, as a text. */
export function ownerText(owner: JsonObject): string {
  return `${text(owner['owner']) ?? ''}${AS}${ownershipTypeOf(owner)}`;
}

/** An owner and its ownership type, if the text names one. */
export function splitOwner(text: string): {
  readonly owner: string;
  readonly ownershipType: string | undefined;
} {
  const end = text.lastIndexOf(`${AS}urn:li:ownershipType:`);
  if (end < 0) return { owner: text, ownershipType: undefined };
  return { owner: text.slice(0, end), ownershipType: text.slice(end + AS.length) };
}

function valueText({ double, string }: JsonObject): string {
  return typeof double === 'number' ? String(double) : (text(string) ?? '');
}

/** The values of a field after the edit. */
export function edited(before: readonly string[], edit: AssetEdit['edits'][number]): readonly string[] {
  const { field, values } = edit;
  switch (edit.action) {
    case 'set':
      return [...new Set(values)];
    case 'add':
      return [...new Set([...before, ...values])];
    case 'remove': {
      const gone = new Set(values);
      // An owner without an ownership type is removed with every type.
      return before.filter(
        (value) => !gone.has(value) && !(field === 'owners' && gone.has(splitOwner(value).owner)),
      );
    }
    case 'clear':
      return [];
    case 'replace': {
      const replaced = new Set(values.slice(0, -1));
      return [...new Set(before.map((value) => (replaced.has(value) ? (values.at(-1) ?? value) : value)))];
    }
    case 'restore': {
      if (isRestoredWhole(field)) return sameValues(before, edit.written) ? values : before;
      const [restored, written] = [new Set(values), new Set(edit.written)];
      const left = before.filter((value) => restored.has(value) || !written.has(value));
      return [...new Set([...left, ...values.filter((value) => !written.has(value))])];
    }
  }
}

/** Whether an undo restores all values of the field or none; tags, terms and owners are restored one by one. */
export function isRestoredWhole(field: EditField): boolean {
  return field === 'domain' || !isLabelField(field);
}

/** Whether both have the same values, in any order. */
export function sameValues(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  const others = new Set(other);
  return one.every((value) => others.has(value));
}
