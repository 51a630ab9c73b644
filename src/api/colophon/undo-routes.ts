import * as v from 'valibot';
import { undoDeletion } from '../../operations/undo/undo-deletion.ts';
import { FLAG, URN, objectOf } from './body-shapes.ts';
import { ownRoute } from './own-route.ts';
import type { OwnRoute } from './own-route.ts';

/** Body of a request to undo a deletion. */
export const UNDO_BODY = v.pipe(
  objectOf({ urn: URN, dryRun: v.nullish(FLAG, false) }),
  v.transform(({ dryRun: isTrial, urn }) => ({ urn, isTrial })),
);

/** Undoing what was deleted for good. */
export const UNDO_ROUTES: readonly OwnRoute[] = [
  ownRoute({
    ...{ method: 'POST', path: '/undo', operation: undoDeletion },
    summary: 'Bring back what the last hard deletion of an entity, or of aspects of it, has deleted',
    body: UNDO_BODY,
    answer: async ({ body, requester }) => {
      const { deletion, ...undone } = await requester.run(undoDeletion, body);
      const { created, sequence } = deletion;
      return { ...undone, deletion: { sequence, time: created.time, actor: created.actor } };
    },
  }),
];
