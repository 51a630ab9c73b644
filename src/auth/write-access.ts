import { CatalogError } from '../errors.ts';
import type { MetadataChange } from '../change/metadata-change.ts';
import { ExistenceChangedError } from '../change/unless-existence-changed.ts';
import type { Scope } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import type { MetadataQuery } from '../query/metadata-query.ts';
import type { Catalog } from './catalog.ts';
import { refuseProtected } from './refuse-protected.ts';
import { requireKnown } from './seen-properties.ts';
import { checkRemovals, checkUndoing, checkWrites } from './write-checks.ts';
import type { WriteCheckParts } from './write-checks.ts';

/** What changes the catalog. */
export type WriteAccess = Pick<Catalog, 'ingest' | 'deleteEntity' | 'deletePoints' | 'rollBackRun'>;

/** What the door for changes opens upon, and how it checks. */
export interface WriteAccessParts extends WriteCheckParts {
  readonly change: MetadataChange;
  readonly query: MetadataQuery;
}

/** How often a write is looked at anew because others created or deleted its entities meanwhile. */
const ATTEMPTS = 5;

/** Rows of a run whose rights are looked at together. */
const PAGE = 1_000;

/** Opens the write path for one actor: each change needs a right on what it changes. */
export function openWrites(parts: WriteAccessParts): WriteAccess {
  const { actor, authorizer, change } = parts;
  const isUnlimited = authorizer.isUnlimited(actor);
  const scope = authorizer.scopeOf(actor);
  return {
    ingest: async (proposals) => {
      refuseProtected(proposals);
      if (isUnlimited) return change.ingest(actor.urn, proposals);
      let existing: ReadonlySet<Urn> | undefined;
      for (let attempt = 1; ; attempt++) {
        const checked = await checkWrites(proposals, parts, existing);
        requireKnown(proposals, scope);
        try {
          return await change.ingest(actor.urn, proposals, checked);
        } catch (error) {
          // Somebody was faster, and other rights are needed now.
          if (!(error instanceof ExistenceChangedError) || attempt === ATTEMPTS) throw error;
          ({ existing } = error);
        }
      }
    },
    deleteEntity: async (urn) => {
      if (!isUnlimited) await checkRemovals([urn], parts);
      requireKnown([{ urn }], scope);
      if (scope.seesEveryProperty) return change.deleteEntity(actor.urn, urn);
      // How many rows went would tell of writes of what is hidden: what the actor saw is counted.
      const seen = (await parts.query.getEntities([urn], undefined, scope)).get(urn)?.values() ?? [];
      const rows = [...seen].filter(({ sequence }) => sequence > 0).length;
      return { ...(await change.deleteEntity(actor.urn, urn)), rows };
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

/** Throws FORBIDDEN unless the actor may undo everything that the run left behind, as far as it sees that. */
async function checkRun(runId: string, scope: Scope, parts: WriteAccessParts): Promise<void> {
  await checkUndoing(await parts.query.runPoints(runId, scope), parts);
  for (let start = 0; ; start += PAGE) {
    const rows = await parts.query.runRows(runId, { start, count: PAGE }, scope);
    const rights = await checkUndoing(rows, parts);
    if (rights !== undefined) {
      throw new CatalogError(
        'FORBIDDEN',
        `${parts.actor.urn} is unauthorized to roll back runs that assigned structured properties: that needs ` +
          'rights on every property. Nothing was changed.',
      );
    }
    if (rows.length < PAGE) return;
  }
}
