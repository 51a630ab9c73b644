import { entityTypeOf } from '../../../urls/urn.ts';
import type { Right } from '../../../shared/rights/right.ts';
import type { StoredEntity } from '../../../shared/entities/use-entity.ts';

/** Entity types whose description is apart from what sources write. A change of it can be proposed. */
const APART = new Set([
  'chart',
  'container',
  'dashboard',
  'dataFlow',
  'dataJob',
  'dataset',
  'erModelRelationship',
  'mlFeature',
  'mlFeatureTable',
  'mlModel',
  'mlModelGroup',
  'mlPrimaryKey',
  'notebook',
]);

/** Other entity types with an editable description, each with the aspect that the entity must already have; '' if an edit creates it. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['application', 'applicationProperties'],
  ['businessAttribute', 'businessAttributeInfo'],
  ['corpGroup', ''],
  ['corpuser', ''],
  ['dataProduct', 'dataProductProperties'],
  ['domain', 'domainProperties'],
  ['glossaryNode', 'glossaryNodeInfo'],
  ['glossaryTerm', 'glossaryTermInfo'],
  ['tag', 'tagProperties'],
]);

/** The right to edit an entity's description; refused if its type has no editable description. */
export function descriptionRight({ urn, aspects }: StoredEntity, right: Right): Right {
  const type = entityTypeOf(urn);
  const needed = APART.has(type) ? '' : OTHERS.get(type);
  if (needed === undefined) return refused('Descriptions of this entity type cannot be edited here.');
  if (needed !== '' && !aspects.has(needed))
    return refused('This cannot have a description yet: a source must write its other details first.');
  return right;
}

/** Whether a change of an entity's description can be proposed. */
export function isDescriptionProposable({ urn }: StoredEntity): boolean {
  return APART.has(entityTypeOf(urn));
}

function refused(reason: string): Right {
  return { state: 'refused', reason };
}
