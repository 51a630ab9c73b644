import { CatalogError } from '../errors.ts';
import type { MetadataChange } from '../change/metadata-change.ts';
import { ExistenceChangedError } from '../change/unless-existence-changed.ts';
import type { Scope } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import type { MetadataQuery } from '../query/metadata-query.ts';
import type { Catalog } from './catalog.ts';
import { NOTHING_GRANTED } from './permit.ts';
import { refuseProtected } from './refuse-protected.ts';
import { requireKnown } from './seen-properties.ts';
import { checkRemovals, checkUndoing, checkWrites } from './write-checks.ts';
import type { WriteCheckParts } from './write.ts';

/** Write operations of the catalog. */
export type WriteAccess = Pick<Catalog, 'ingest' | 'deleteEntity' | 'deletePoints' | 'rollBackRun'>;

/** Dependencies of {@link openWrites}. */
export interface WriteAccessParts extends Omit<WriteCheckParts, 'permit'> {
  readonly change: MetadataChange;
  readonly query: MetadataQuery;
}

/** Attempts to check and write when concurrent writes create or delete the same entities. */
const ATTEMPTS = 5;

/** Rows of a run that are checked together. */
const PAGE = 1_000;

/** Creates the write operations of one actor; each checks the privileges on everything that it changes. */
export function openWrites(given: WriteAccessParts): WriteAccess {
  const parts = { ...given, permit: NOTHING_GRANTED };
  const { actor, authorizer, change } = parts;
  const isUnlimited = authorizer.isUnlimited(actor);
  const scope = authorizer.scopeOf(actor);
  const { viewer } = scope;
  return {
    ingest: async (proposals, permit = parts.permit) => {
      refuseProtected(proposals);
      if (isUnlimited) return change.ingest(actor.urn, proposals);
      let existing: ReadonlySet<Urn> | undefined;
      for (let attempt = 1; ; attempt++) {
        const checked = await checkWrites(proposals, { ...parts, permit }, existing);
        requireKnown(proposals, scope);
        try {
          return await change.ingest(actor.urn, proposals, { ...checked, viewer });
        } catch (error) {
          // A concurrent write created or deleted an entity, so other rights are required.
          if (!(error instanceof ExistenceChangedError) || attempt === ATTEMPTS) throw error;
          ({ existing } = error);
        }
      }
    },
    deleteEntity: async (urn, permit = parts.permit) => {
      if (!isUnlimited) await checkRemovals([urn], { ...parts, permit });
      requireKnown([{ urn }], scope);
      if (scope.seesEveryProperty) return change.deleteEntity(actor.urn, urn, { viewer });
      // Counts only rows that the actor sees: the real number would reveal hidden values.
      const seen = (await parts.query.getEntities([urn], undefined, scope)).get(urn)?.values() ?? [];
      const rows = [...seen].filter(({ sequence }) => sequence > 0).length;
      return { ...(await change.deleteEntity(actor.urn, urn, { viewer })), rows };
    },
    deletePoints: async (deletion) => {
      const { urn, aspectName } = deletion;
      if (!isUnlimited) await checkWrites([{ urn, aspectName, changeType: 'DELETE' }], parts);
      return change.deletePoints(actor.urn, deletion);
    },
    rollBackRun: async (request) => {
      if (!isUnlimited) await checkRun(request.runId, scope, parts);
      return change.rollBackRun(actor.urn, request, scope);
    },
  };
}

/** Throws FORBIDDEN unless the actor may undo all visible rows and points of the run. */
async function checkRun(
  runId: string,
  scope: Scope,
  parts: WriteCheckParts & Pick<WriteAccessParts, 'query'>,
): Promise<void> {
  await checkUndoing(await parts.query.runPoints(runId, scope), parts);
  for (let start = 0; ; start += PAGE) {
    const rows = await parts.query.runRows(runId, { start, count: PAGE }, scope);
    const rights = await checkUndoing(rows, parts);
    if (rights !== undefined) {
      throw new CatalogError(
        'FORBIDDEN',
        `${parts.actor.urn} is unauthorized to roll back runs that assigned structured properties: this requires ` +
          'rights on every property. Nothing was changed.',
      );
    }
    if (rows.length < PAGE) return;
  }
}
