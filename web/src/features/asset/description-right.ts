import { plainReason } from '../../api/reason.ts';
import { entityTypeOf } from '../../urls/urn.ts';
import type { Right } from '../rights/right.ts';
import type { StoredEntity } from './use-entity.ts';

/**
 * Entity types whose descriptions people edit, with the aspect that the entity must have for it; '' where an edit creates
 * the aspect.
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

/** The right to edit the description, where the type of the entity has one that people edit. */
export function descriptionRight({ urn, aspects }: StoredEntity, right: Right): Right {
  const type = entityTypeOf(urn);
  const needed = EDITABLE.get(type);
  if (needed === undefined) return refused('Descriptions of this type are not edited here.');
  if (needed !== '' && !aspects.has(needed))
    return refused(`The entity has no aspect ${needed} to describe it in.`);
  return right;
}

function refused(reason: string): Right {
  return { state: 'refused', reason: plainReason(reason) };
}
