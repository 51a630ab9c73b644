import * as v from 'valibot';
import { VIEW } from '../../model/access/personal.ts';
import { creationOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { DEFINITION, MANAGE_VIEWS, checkDefinition, requireWholeToken } from './stored-view.ts';
import { objectOf } from '../shapes.ts';

/** Creates a personal or global view. */
export const createView = defineProtected({
  name: 'createView',
  effect: 'write',
  summary: 'Creates a personal or global view.',
  input: () =>
    objectOf({
      name: v.string(),
      description: v.nullish(v.string()),
      type: v.picklist(['PERSONAL', 'GLOBAL']),
      definition: DEFINITION,
    }),
  limits: ({ definition }) => checkDefinition(definition),
  needs: {
    anyOf: [MANAGE_VIEWS],
    clauses: ({ type }) => (type === 'GLOBAL' ? [[{ privilege: MANAGE_VIEWS }]] : []),
    documented: TOKEN,
  },
  run: async ({ description, ...members }, work) => {
    requireWholeToken(work);
    const view = work.references.to(formatUrn(VIEW.entityType, work.settings.newId()));
    const stamp = { ...stampNow(work) };
    const info = { ...members, ...given({ description }), created: stamp, lastModified: stamp };
    await work.services.change.ingest(work.actor.urn, [creationOf(view.urn, VIEW.infoAspect, info)]);
    return view;
  },
});
