import { requireEntities } from '../assets.ts';
import { defineOperation } from '../operation.ts';
import { readAspect, requireExisting } from '../stored.ts';
import {
  EDIT_RELATIONSHIP,
  RELATIONSHIP_INFO,
  relationshipMembers,
  relationshipUpdate,
} from './er-relationship.ts';
import { EDIT_STORED_DATASETS } from './stored-datasets.ts';
import { objectOf } from '../shapes.ts';

/** Changes a join relationship. NOT_FOUND unless the relationship and both datasets exist. */
export const updateErRelationship = defineOperation({
  name: 'updateErRelationship',
  effect: 'write',
  summary: 'Changes the join relationship of two datasets.',
  input: (types) => objectOf({ ...relationshipMembers(types), urn: types.entityOf('erModelRelationship') }),
  needs: [
    EDIT_STORED_DATASETS,
    { on: ({ source, destination }) => [source, destination], anyOf: EDIT_RELATIONSHIP },
  ],
  run: async ({ urn: relationship, ...input }, work) => {
    const missing = (urn: string) => `Relationship ${urn} does not exist. Create it first.`;
    await requireExisting([relationship], missing, work);
    await requireEntities([input.source, input.destination], work);
    const stored = await readAspect(relationship.urn, RELATIONSHIP_INFO, work);
    await work.ingest(relationshipUpdate(relationship.urn, input, stored, work));
  },
});
