import * as v from 'valibot';
import type { AuditStamp } from '../../model/aspect.ts';
import type { ChangeEvent } from '../../model/timeline/timeline.ts';
import { notNegative } from '../../util/not-negative.ts';
import { checkLength } from '../list-limits.ts';
import { defineRead } from '../operation.ts';
import { NUMBER, URN, objectOf } from '../shapes.ts';

type ChangeType =
  | 'CREATED'
  | 'TITLE_CHANGED'
  | 'TEXT_CHANGED'
  | 'PARENT_CHANGED'
  | 'RELATED_DOCUMENTS_CHANGED'
  | 'RELATED_ASSETS_CHANGED'
  | 'STATE_CHANGED'
  | 'DELETED';

/** A change of a document. */
export interface DocumentChange {
  readonly changeType: ChangeType;
  readonly event: ChangeEvent;
  readonly stamp: AuditStamp;
}

const LOOK_BACK_MS = 30 * 86_400_000;

/** The last changes of a document within a time range, newest first; none if it does not exist. */
export const listDocumentChanges = defineRead({
  name: 'listDocumentChanges',
  summary: 'Lists the changes of a document in a time range, newest first.',
  input: () =>
    objectOf({
      document: URN,
      /** Epoch ms, inclusive; default: 30 days before `to`. */
      from: v.nullish(NUMBER),
      /** Epoch ms, inclusive; default: now. */
      to: v.nullish(NUMBER),
      /** Maximum number of changes. */
      limit: NUMBER,
    }),
  about: ({ document }) => [document],
  limits: ({ limit }, settings) => checkLength('limit', notNegative('limit', limit), settings),
  isLong: true,
  run: async (
    { document, from, to, limit },
    { query, scope, settings },
  ): Promise<readonly DocumentChange[]> => {
    const until = to ?? settings.now();
    const categories = ['LIFECYCLE', 'DOCUMENTATION', 'PARENT', 'RELATED_ENTITIES'] as const;
    const range = { from: from ?? until - LOOK_BACK_MS, to: until };
    const transactions = (await query.timeline({ urn: document, categories, ...range }, scope)) ?? [];
    const changes = transactions.toReversed().flatMap(({ events, stamp }) =>
      events.flatMap((event) => {
        const changeType = typeOf(event);
        return changeType === undefined ? [] : [{ changeType, event, stamp }];
      }),
    );
    return changes.slice(0, limit);
  },
});

/** Undefined for changes of aspects that other entities have, too, such as links. */
function typeOf({ category, operation, parameters }: ChangeEvent): ChangeType | undefined {
  switch (category) {
    case 'LIFECYCLE':
      return ({ ADD: 'CREATED', MODIFY: 'STATE_CHANGED', REMOVE: 'DELETED' } as const)[operation];
    case 'PARENT':
      return 'PARENT_CHANGED';
    case 'RELATED_ENTITIES':
      return 'assetUrn' in parameters ? 'RELATED_ASSETS_CHANGED' : 'RELATED_DOCUMENTS_CHANGED';
    case 'DOCUMENTATION':
      if ('newTitle' in parameters) return 'TITLE_CHANGED';
      return 'newContent' in parameters ? 'TEXT_CHANGED' : undefined;
    default:
      return undefined;
  }
}
