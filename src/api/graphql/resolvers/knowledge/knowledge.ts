import type { EntityReference, EntityReferences } from '../../../../model/entity-reference.ts';
import { urnParts } from '../../../../model/urn.ts';
import { PARENT_DOCUMENT } from '../../../../operations/documents/document.ts';
import { object, objects, texts } from '../../../../util/json/json-members.ts';
import type { JsonObject } from '../../../../util/json.ts';
import { ofType } from '../../presenters/associations.ts';
import { auditStamp, auditStampOrNever, resolvedAuditStamp } from '../../presenters/stamps.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { changeHistory } from './document-history.ts';
import { details, fromAspect } from '../fields/aspect-field.ts';
import { parents } from '../fields/parents.ts';

/** Fields of `Document`. */
export const DOCUMENT = {
  settings: fromAspect('documentSettings', (value) => ({
    showInGlobalContext: value['showInGlobalContext'] !== false,
  })),
  changeHistory,
  parentDocuments: parents('documents', 'document', () => PARENT_DOCUMENT),
  subType: fromAspect('subTypes', (value) => texts(value['typeNames'])[0]),
  info: details('documentInfo', { name: 'title' }, (value, references) => {
    const parent = references.find(object(value['parentDocument'])?.['document']);
    return {
      created: resolvedAuditStamp(value['created'], references),
      lastModified: resolvedAuditStamp(value['lastModified'], references),
      relatedAssets: linked(value['relatedAssets'], 'asset', references),
      relatedDocuments: linked(value['relatedDocuments'], 'document', references),
      parentDocument: parent && { document: parent },
    };
  }),
} satisfies Partial<Resolvers['Document']>;

/** Fields of `QueryEntity`. */
export const QUERY_ENTITY = {
  properties: details('queryProperties', {}, (value, references) => ({
    statement: object(value['statement']),
    created: auditStampOrNever(value['created']),
    lastModified: auditStampOrNever(value['lastModified']),
    createdOn: resolvedAuditStamp(value['created'], references) ?? auditStampOrNever(undefined),
    origin: references.find(value['origin']),
  })),
  subjects: fromAspect('querySubjects', (value, references) =>
    objects(value['subjects']).flatMap((subject) => querySubject(subject, references)),
  ),
} satisfies Partial<Resolvers['QueryEntity']>;

const relationshipEdits = fromAspect('editableERModelRelationshipProperties', (value) => value);

/** Fields of `ERModelRelationship`. */
export const ER_MODEL_RELATIONSHIP = {
  properties: details('erModelRelationshipProperties', {}, (value, references) => ({
    source: references.find(value['source']),
    destination: references.find(value['destination']),
    cardinality: value['cardinality'] ?? 'N_N',
    createdTime: auditStamp(value['created'])?.time,
    createdActor: references.find(auditStamp(value['created'])?.actor),
  })),
  editableProperties: relationshipEdits,
} satisfies Partial<Resolvers['ERModelRelationship']>;

function linked(list: unknown, member: string, references: EntityReferences): readonly object[] {
  return objects(list).flatMap((link) => {
    const entity = references.find(link[member]);
    return entity === undefined ? [] : [{ [member]: entity }];
  });
}

/** Dataset of a query subject, with the column if the subject is one; empty for other subjects. */
function querySubject({ entity }: JsonObject, references: EntityReferences): readonly object[] {
  const named = references.find(entity);
  const schemaField = ofType('schemaField', named);
  const dataset: EntityReference | undefined = schemaField
    ? references.find(urnParts(schemaField.urn).key[0])
    : named;
  return dataset?.entityType === 'dataset' ? [{ dataset, schemaField }] : [];
}
