import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { requireType } from '../../auth/rights.ts';
import { GROUP_TYPE } from '../../auth/accounts/user-state.ts';
import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { creationOf, upsertOf } from '../../model/proposal-builders.ts';
import { formatUrn, urnKey } from '../../model/urn.ts';
import { CHOSEN_ID, filledText } from '../chosen-id.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';

/** Creates an empty group, whose urn ends in `id`; INVALID_REQUEST if it exists. Returns its urn. */
export const createGroup = defineProtected({
  name: 'createGroup',
  effect: 'write',
  summary: 'Creates a group without members.',
  input: () =>
    objectOf({
      id: v.nullish(CHOSEN_ID),
      name: filledText('name', 'Give the group a name.'),
      description: v.nullish(v.string()),
    }),
  needs: platform('MANAGE_USERS_AND_GROUPS'),
  denial: NAMING_PRIVILEGES,
  run: async ({ id, name, description }, { actor, rights, services, settings }) => {
    const { change, reader } = services;
    requireType(rights, GROUP_TYPE);
    const group = formatUrn(GROUP_TYPE, id ?? settings.newId());
    if ((await reader.entities([group], [])).has(group)) {
      throw invalidRequest(
        `This Group already exists! ${group} is taken: choose another id.`,
        undefined,
        because('NAME_TAKEN', { name: urnKey(group) }),
      );
    }
    const created = { time: settings.now(), actor: actor.urn };
    const info = {
      displayName: name,
      description: description ?? '',
      admins: [],
      members: [],
      groups: [],
      created,
    };
    await change.ingest(actor.urn, [
      creationOf(group, 'corpGroupInfo', info),
      upsertOf(group, 'origin', { type: 'NATIVE' }),
    ]);
    return group;
  },
});
