import * as v from 'valibot';
import type { EntityReference } from '../../model/entity-reference.ts';
import { creatorOf, isPersonal } from '../../model/access/personal.ts';
import { isJsonObject } from '../../util/json.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Need } from '../needs.ts';

/** Shape of the entity types and filter of a view, as the aspect holds them. */
export const DEFINITION = v.custom<JsonObject>(isJsonObject);

/** Platform privilege for creating global views and for changing those of others. */
export const MANAGE_VIEWS = 'MANAGE_GLOBAL_VIEWS';

/** Everybody changes their own views. Personal views of others do not exist for the caller. */
export const NEEDS_OF_STORED: Need<{ readonly view: EntityReference }> = {
  anyOf: [MANAGE_VIEWS],
  clauses: async ({ view }, { catalog }) => {
    const info = await catalog.views.info(view.urn);
    const isOfAnother = info !== undefined && !isPersonal(info) && creatorOf(info) !== catalog.actor.urn;
    return isOfAnother ? [[{ privilege: MANAGE_VIEWS }]] : [];
  },
};
