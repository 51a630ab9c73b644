import type { EntityReference, EntityReferences } from '../../../../model/entity-reference.ts';
import { urnParts } from '../../../../model/urn.ts';
import { PARENT_DOCUMENT } from '../../../../operations/documents/document.ts';
import { objects, texts } from '../../../../util/json/json-members.ts';
import type { JsonObject } from '../../../../util/json.ts';
import { ofType } from '../../presenters/associations.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { changeHistory } from './document-history.ts';
import { fromAspect, stored } from '../fields/aspect-field.ts';
import { parents } from '../fields/parents.ts';

/** Fields of `Document`. */
export const DOCUMENT = {
  settings: fromAspect('documentSettings', (value) => ({
    showInGlobalContext: value['showInGlobalContext'] !== false,
  })),
  changeHistory,
  parentDocuments: parents('documents', 'document', () => PARENT_DOCUMENT),
  subType: fromAspect('subTypes', (value) => texts(value['typeNames'])[0]),
} satisfies Partial<Resolvers['Document']>;

/** Fields of `DocumentContent` that are not stored. */
export const DOCUMENT_CONTENT = {
  semanticText: () => null,
} satisfies Partial<Resolvers['DocumentContent']>;

/** Fields of `QueryEntity`. */
export const QUERY_ENTITY = {
  subjects: fromAspect('querySubjects', (value, references) =>
    objects(value['subjects']).flatMap((subject) => querySubject(subject, references)),
  ),
} satisfies Partial<Resolvers['QueryEntity']>;

/** Fields of `ERModelRelationshipProperties` that are not members of the aspect. */
export const ER_MODEL_RELATIONSHIP_PROPERTIES = {
  cardinality: ({ value }) => stored(value['cardinality'] ?? 'N_N'),
} satisfies Partial<Resolvers['ERModelRelationshipProperties']>;

/** Dataset of a query subject, with the column if the subject is one; empty for other subjects. */
function querySubject({ entity }: JsonObject, references: EntityReferences): readonly object[] {
  const named = references.find(entity);
  const schemaField = ofType('schemaField', named);
  const dataset: EntityReference | undefined = schemaField
    ? references.find(urnParts(schemaField.urn).key[0])
    : named;
  return dataset?.entityType === 'dataset' ? [{ dataset, schemaField }] : [];
}
