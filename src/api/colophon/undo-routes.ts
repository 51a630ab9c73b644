import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import { undoDeletion } from '../../operations/undo/undo-deletion.ts';
import { FLAG, URN, objectOf } from '../../operations/shapes.ts';
import { ownRoute, type OwnRoute } from './own-route.ts';

/** Body of a request to undo a deletion. */
export const UNDO_BODY = v.pipe(
  objectOf({ urn: URN, dryRun: v.nullish(FLAG, false) }),
  v.transform(({ dryRun: isTrial, urn }) => ({ urn, isTrial })),
);

/** Codes that say that there is nothing that the caller may undo. */
const NONE: ReadonlySet<CatalogError['code']> = new Set(['NOT_FOUND', 'FORBIDDEN', 'CONFLICT']);

/** Undoing what was deleted for good. */
export const UNDO_ROUTES: readonly OwnRoute[] = [
  ownRoute({
    method: 'POST',
    path: '/undo',
    operation: undoDeletion,
    summary: 'Bring back what the last hard deletion of an entity, or of aspects of it, has deleted',
    parameters: [
      {
        name: 'orNone',
        in: 'query',
        schema: { type: 'boolean', default: false },
        description: 'With a dry run: answer {} when there is nothing that you may undo',
      },
    ],
    body: UNDO_BODY,
    answer: async ({ body, query, requester }) => {
      const mayBeNone = query.flag('orNone', false) && body.isTrial;
      const answer = await requester.run(undoDeletion, body).catch((error: unknown) => {
        if (mayBeNone && error instanceof CatalogError && NONE.has(error.code)) return undefined;
        throw error;
      });
      if (answer === undefined) return {};
      const { deletion, ...undone } = answer;
      const { created, sequence } = deletion;
      return { ...undone, deletion: { sequence, time: created.time, actor: created.actor } };
    },
  }),
];
