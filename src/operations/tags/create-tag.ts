import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { creationOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { CHOSEN_ID } from '../chosen-id.ts';
import { createEntity } from '../create-once.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { TAG_INFO } from './tag.ts';
import { objectOf } from '../shapes.ts';

/** Creates a tag, owned by the caller; INVALID_REQUEST if it exists. Returns its urn. */
export const createTag = defineOperation({
  name: 'createTag',
  effect: 'write',
  summary: 'Creates a tag that you own.',
  input: () => objectOf({ id: v.nullish(CHOSEN_ID), name: v.string(), description: v.nullish(v.string()) }),
  needs: platform('CREATE_TAGS', 'MANAGE_TAGS'),
  run: async ({ id, name, description }, work) => {
    if (name.trim() === '')
      throw invalidRequest("A tag needs a name: 'name' is empty.", 'name', because('NAME_MISSING'));
    const urn = formatUrn('tag', id ?? work.settings.newId());
    const creation = creationOf(urn, TAG_INFO, { name, ...given({ description }) });
    await createEntity(urn, 'Tag', [creation], work);
    return urn;
  },
});
