import * as v from 'valibot';
import { creationOf, upsertOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { CHOSEN_ID } from '../chosen-id.ts';
import { createEntity } from '../create-once.ts';
import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { readAspect } from '../stored.ts';
import { FORM_INFO, FORM_TYPES, MANAGES_FORMS, promptInput, storedPrompt } from './form.ts';
import { objectOf } from '../shapes.ts';

/**
 * Creates a form, owned by the caller, or replaces the one with this id, for tools that declare forms.
 * INVALID_REQUEST if a form with this id is hidden from the caller. Returns a reference to it.
 */
export const createForm = defineOperation({
  name: 'createForm',
  effect: 'write',
  summary: 'Creates a form that you own, or replaces the one with this id.',
  input: (types) =>
    objectOf({
      /** Default: random. */
      id: v.nullish(CHOSEN_ID),
      name: v.string(),
      description: v.nullish(v.string()),
      type: v.nullish(v.picklist(FORM_TYPES), 'COMPLETION'),
      prompts: v.nullish(list(promptInput(types)), []),
      actors: v.nullish(
        objectOf({
          owners: v.nullish(v.boolean()),
          users: v.nullish(list(types.entityOf('corpuser'))),
          groups: v.nullish(list(types.entityOf('corpGroup'))),
        }),
      ),
    }),
  needs: MANAGES_FORMS,
  run: async ({ id, name, description, type, prompts, actors }, work) => {
    const urn = formatUrn('form', id ?? work.settings.newId());
    const info = {
      name,
      ...given({ description }),
      type,
      prompts: prompts.map((prompt) => storedPrompt(prompt, work)),
      actors: {
        owners: actors?.owners ?? true,
        ...given({ users: actors?.users?.map((user) => user.urn) }),
        ...given({ groups: actors?.groups?.map((group) => group.urn) }),
      },
    };
    const stored = await readAspect(urn, FORM_INFO, work);
    if (stored === undefined) await createEntity(urn, 'form', [creationOf(urn, FORM_INFO, info)], work);
    else await work.ingest([upsertOf(urn, FORM_INFO, info)]);
    return work.references.to(urn);
  },
});
