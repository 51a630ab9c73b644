import { entityTypeOf } from '../../../urls/urn.ts';
import type { Right } from '../../../shared/rights/right.ts';
import type { StoredEntity } from '../../../shared/entities/use-entity.ts';

/**
 * Entity types with an editable description, each with the aspect that the entity must already have; '' if an edit creates
 * it.
 */
const EDITABLE: ReadonlyMap<string, string> = new Map([
  ...[
    'chart',
    'container',
    'corpGroup',
    'corpuser',
    'dashboard',
    'dataFlow',
    'dataJob',
    'dataset',
    'notebook',
    'erModelRelationship',
    'mlFeature',
    'mlFeatureTable',
    'mlModel',
    'mlModelGroup',
    'mlPrimaryKey',
  ].map((type) => [type, ''] as const),
  ['application', 'applicationProperties'],
  ['businessAttribute', 'businessAttributeInfo'],
  ['dataProduct', 'dataProductProperties'],
  ['domain', 'domainProperties'],
  ['glossaryNode', 'glossaryNodeInfo'],
  ['glossaryTerm', 'glossaryTermInfo'],
  ['tag', 'tagProperties'],
]);

/** The right to edit an entity's description; refused if its type has no editable description. */
export function descriptionRight({ urn, aspects }: StoredEntity, right: Right): Right {
  const type = entityTypeOf(urn);
  const needed = EDITABLE.get(type);
  if (needed === undefined) return refused('Descriptions of this entity type cannot be edited here.');
  if (needed !== '' && !aspects.has(needed))
    return refused('This cannot have a description yet: a source must write its other details first.');
  return right;
}

function refused(reason: string): Right {
  return { state: 'refused', reason };
}
