import * as v from 'valibot';
import { VIEW } from '../../model/access/personal.ts';
import { patchOf, put, putGiven } from '../../model/proposal-builders.ts';
import { defineProtected } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import {
  DEFINITION,
  NEEDS_OF_STORED,
  checkDefinition,
  requireView,
  requireWholeToken,
} from './stored-view.ts';
import { objectOf } from '../shapes.ts';

/** Changes the name, description and definition of a view. */
export const updateView = defineProtected({
  name: 'updateView',
  effect: 'write',
  summary: 'Changes the name, description and definition of a view.',
  input: (types) =>
    objectOf({
      urn: types.entityOf(VIEW.entityType),
      name: v.nullish(v.string()),
      description: v.nullish(v.string()),
      definition: v.optional(DEFINITION),
    }),
  about: ({ urn }) => [urn.urn],
  limits: ({ definition }) => checkDefinition(definition),
  needs: NEEDS_OF_STORED,
  run: async ({ urn: view, ...changes }, work) => {
    await requireView(view, work);
    requireWholeToken(work);
    const operations = [...putGiven(changes), put(['lastModified'], { ...stampNow(work) })];
    await work.services.change.ingest(work.actor.urn, [patchOf(view.urn, VIEW.infoAspect, operations)]);
    return view;
  },
});
