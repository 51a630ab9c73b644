import * as v from 'valibot';
import { patchOf, put } from '../../model/proposal-builders.ts';
import { text } from '../../util/json/json-members.ts';
import { requireEntities } from '../assets.ts';
import { defineOperation } from '../operation.ts';
import { requireFreeName } from '../sibling-names.ts';
import { NAMES } from './described-places.ts';
import { NAME_NEED } from './name-need.ts';
import { requirePlace } from './stored-texts.ts';
import { objectOf } from '../shapes.ts';

/** Changes the name of an entity; CONFLICT if it must be unique within its parent and is not. */
export const updateName = defineOperation({
  name: 'updateName',
  effect: 'write',
  summary: 'Changes the name of an entity.',
  input: (types) => objectOf({ urn: types.entity(), name: v.string() }),
  needs: NAME_NEED,
  run: async ({ urn: entity, name }, work) => {
    await requireEntities([entity], work);
    const { place, stored } = await requirePlace('name', NAMES, entity, work);
    const parent = text(stored?.['parentDomain']) ?? text(stored?.['parentNode']);
    await requireFreeName(entity, name, parent, work);
    const operations = [put([place.member], name)];
    // The name of a business attribute is also its field path.
    if (entity.entityType === 'businessAttribute') operations.push(put(['fieldPath'], name));
    await work.ingest([patchOf(entity.urn, place.aspectName, operations)]);
  },
});
