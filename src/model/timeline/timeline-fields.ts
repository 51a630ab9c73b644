import type { JsonObject } from '../../util/json.ts';
import type { Urn } from '../urn.ts';
import { fieldUrnOf, pairFields, type SchemaField } from './field-pairs.ts';
import { pairByKey } from './pair-by-key.ts';
import {
  elementDiffer,
  objectIn,
  objectsIn,
  textElement,
  textIn,
  type ElementDiffer,
} from './timeline-elements.ts';
import { tags, terms } from './timeline-labels.ts';
import type { AspectDiffer, ChangeEvent } from './timeline.ts';

/** Differ for the descriptions of columns in the schema. */
export const fieldDocumentation: AspectDiffer = (urn, before, after) =>
  schemaDetails(urn, before, after, schemaDescription, (field) => field);

/** Differ for the tags of columns in the schema. */
export const fieldTags: AspectDiffer = (urn, before, after) =>
  schemaDetails(urn, before, after, () => tags, partOf('globalTags'));

/** Differ for the descriptions of columns that users wrote. */
export const editableFieldDocumentation = editableDetails(editableDescription, (field) => field);

/** Differ for the tags of columns that users set. */
export const editableFieldTags = editableDetails(() => tags, partOf('globalTags'));

/** Differ for the glossary terms of columns that users set. */
export const editableFieldTerms = editableDetails(() => terms, partOf('glossaryTerms'));

type Field = Pick<SchemaField, 'path' | 'value'>;
type DifferOf = (path: string) => ElementDiffer;
type PartOf = (field: JsonObject | undefined) => JsonObject | undefined;

function partOf(member: string): PartOf {
  return (field) => objectIn(field, member);
}

function schemaDetails(
  urn: Urn,
  before: JsonObject | undefined,
  after: JsonObject,
  ...detail: readonly [DifferOf, PartOf]
): readonly ChangeEvent[] {
  return pairFields(before, after).flatMap((pair) =>
    pair.isDescribedElsewhere ? [] : detailsOf(urn, pair.before, pair.after, ...detail),
  );
}

function editableDetails(...detail: readonly [DifferOf, PartOf]): AspectDiffer {
  const fieldsOf = (value: JsonObject): readonly (Field & { readonly key: string })[] =>
    objectsIn(value, 'editableSchemaFieldInfo').map((field) => {
      const path = textIn(field, 'fieldPath');
      return { key: path, path, value: field };
    });
  return (urn, before, after) =>
    pairByKey(fieldsOf(before ?? {}), fieldsOf(after)).flatMap((pair) =>
      detailsOf(urn, pair.before, pair.after, ...detail),
    );
}

/** Changes of a detail of a column. They have the column as entity and the dataset in their parameters. */
function detailsOf(
  urn: Urn,
  before: Field | undefined,
  after: Field | undefined,
  differOf: DifferOf,
  part: PartOf,
): readonly ChangeEvent[] {
  const fieldPath = after?.path ?? before?.path ?? '';
  const differ = differOf(before?.path ?? fieldPath);
  return differ(fieldUrnOf(urn, fieldPath), part(before?.value), part(after?.value)).map((change) => ({
    ...change,
    parameters: { ...change.parameters, fieldPath, parentUrn: urn },
  }));
}

function schemaDescription(path: string): ElementDiffer {
  return elementDiffer(textElement('description'), {
    category: 'DOCUMENTATION',
    added: ({ content }) => `The description '${content}' for the field '${path}' has been added.`,
    removed: ({ content }) => `The description '${content}' for the field '${path}' has been removed.`,
    changed: (was, is) =>
      `The description for the field '${path}' has been changed from '${was.content}' to '${is.content}'.`,
    changedStep: 'PATCH',
    formerParameter: 'previousDescription',
  });
}

function editableDescription(path: string): ElementDiffer {
  const start = (about: string): string => `Documentation for the field '${path}' of '${about}'`;
  return elementDiffer(textElement('description', path), {
    category: 'DOCUMENTATION',
    added: ({ content }, about) => `${start(about)} has been added: '${content}'`,
    removed: ({ content }, about) => `${start(about)} has been removed: '${content}'`,
    changed: (was, is, about) => `${start(about)} has been updated from '${was.content}' to '${is.content}'.`,
    changedStep: 'PATCH',
    formerParameter: 'previousDescription',
  });
}
