import { createHash } from 'node:crypto';
import { formatUrn, type Urn } from '../../model/urn.ts';
import { requireEntities } from '../assets.ts';
import { defineOperation } from '../operation.ts';
import { readAspect } from '../stored.ts';
import {
  EDIT_RELATIONSHIP,
  RELATIONSHIP_INFO,
  relationshipMembers,
  relationshipUpdate,
} from './er-relationship.ts';
import { objectOf } from '../shapes.ts';

/**
 * Creates the join relationship of two datasets. Its urn is derived from their urns and the name, as in DataHub, so
 * an existing one with these is updated. NOT_FOUND unless both datasets exist. Returns the relationship.
 */
export const createErRelationship = defineOperation({
  name: 'createErRelationship',
  effect: 'write',
  summary: 'Creates the join relationship of two datasets, or replaces the one with this name.',
  input: (types) => objectOf(relationshipMembers(types)),
  needs: { on: ({ source, destination }) => [source, destination], anyOf: EDIT_RELATIONSHIP },
  run: async (input, work) => {
    const { name, source, destination } = input;
    await requireEntities([source, destination], work);
    const urn = relationshipUrn(name, source.urn, destination.urn);
    const stored = await readAspect(urn, RELATIONSHIP_INFO, work);
    await work.ingest(relationshipUpdate(urn, input, stored, work));
    return work.references.to(urn);
  },
});

/** DataHub's urn of a relationship: a hash of the name and both datasets, regardless of direction. */
function relationshipUrn(name: string, source: Urn, destination: Urn): Urn {
  const [low, high] = [source, destination].toSorted();
  const key = `{"Destination":"${low ?? ''}","ERModelRelationName":"${name}","Source":"${high ?? ''}"}`;
  return formatUrn('erModelRelationship', createHash('md5').update(key).digest('hex'));
}
