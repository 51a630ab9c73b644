import { CatalogError } from '../../errors.ts';
import type {
  DeleteEntityResult,
  DeletedPoints,
  IngestGuard,
  IngestResult,
  MetadataChange,
} from '../../change/metadata-change.ts';
import type { JudgeUndoing, RollbackReport, RollbackRequest } from '../../change/rollback/rollback-report.ts';
import { ExistenceChangedError } from '../../change/unless-changed.ts';
import type { AspectKey } from '../../model/aspect.ts';
import type { AuditedAspect } from '../../model/access/audit-event.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Scope } from '../../model/scope.ts';
import type { Urn } from '../../model/urn.ts';
import type { MetadataQuery } from '../../query/metadata-query.ts';
import type { PointWindow } from '../../store/point-scan.ts';
import { JudgedRights } from './judged-rights.ts';
import { refuseProtected, requireKnown } from './unwritable.ts';
import { checkRemovals, checkUndoing, checkWrites } from './write-checks.ts';
import type { WriteCheckParts } from './write.ts';

/** The writes of one actor; each checks the privileges on everything that it changes. */
export interface WriteAccess {
  ingest(
    proposals: readonly MetadataChangeProposal[],
    options?: Pick<IngestGuard, 'isTrial' | 'noteKept'>,
  ): Promise<IngestResult>;
  deleteEntity(urn: Urn): Promise<DeleteEntityResult>;
  /** Deletes the points of a timeseries aspect in a time window. */
  deletePoints(deletion: AspectKey & PointWindow): Promise<DeletedPoints>;
  /** Rolls back a run, or only reports what a rollback would do. */
  rollBackRun(request: RollbackRequest): Promise<RollbackReport>;
}

/** Dependencies of {@link openWrites}. */
export interface WriteAccessParts extends WriteCheckParts {
  readonly change: MetadataChange;
  readonly query: MetadataQuery;
  readonly scope: Scope;
  /** Called with the aspects of a write, before it is checked. */
  readonly attempt: (writes: readonly AuditedAspect[]) => void;
}

/** Attempts to check and write when concurrent writes create or delete the same entities. */
const ATTEMPTS = 20;

/** Rows of a run that are checked together. */
const PAGE = 1_000;

/** Creates the writes of one actor. Writes covered by the operation's grants need no other privilege. */
export function openWrites(parts: WriteAccessParts): WriteAccess {
  const { actor, attempt, authorizer, change, scope } = parts;
  const isUnlimited = authorizer.isUnlimited(actor);
  const { viewer } = scope;
  return {
    ingest: async (proposals, options = {}) => {
      attempt(proposals.map(auditedWrite));
      refuseProtected(proposals);
      if (isUnlimited) return change.ingest(actor.urn, proposals, options);
      const affected = new JudgedRights(parts);
      let existing: ReadonlySet<Urn> | undefined;
      for (let attempt = 1; ; attempt++) {
        const checked = await checkWrites(proposals, parts, existing);
        requireKnown(proposals, scope);
        try {
          return await change.ingest(actor.urn, proposals, { ...checked, ...options, viewer, affected });
        } catch (error) {
          // A concurrent write created or deleted an entity, so other rights are required.
          if (!(error instanceof ExistenceChangedError) || attempt === ATTEMPTS) throw error;
          ({ existing } = error);
        }
      }
    },
    deleteEntity: async (urn) => {
      attempt([{ urn, changeType: 'DELETE' }]);
      if (!isUnlimited) await checkRemovals([urn], parts);
      requireKnown([{ urn }], scope);
      if (scope.seesEveryProperty) return change.deleteEntity(actor.urn, urn, { viewer });
      // Counts only rows that the actor sees: the real number would reveal hidden values.
      const seen = (await parts.query.getEntities([urn], undefined, scope)).get(urn)?.values() ?? [];
      const rows = [...seen].filter(({ sequence }) => sequence > 0).length;
      return { ...(await change.deleteEntity(actor.urn, urn, { viewer })), rows };
    },
    deletePoints: async (deletion) => {
      const { urn, aspectName } = deletion;
      attempt([{ urn, aspectName, changeType: 'DELETE' }]);
      if (!isUnlimited) await checkWrites([{ urn, aspectName, changeType: 'DELETE' }], parts);
      return change.deletePoints(actor.urn, deletion);
    },
    rollBackRun: async (request) => {
      if (isUnlimited) return change.rollBackRun(actor.urn, request, scope);
      const judge = await checkRun(request.runId, scope, parts);
      return change.rollBackRun(actor.urn, request, scope, { judge, affected: new JudgedRights(parts) });
    },
  };
}

function auditedWrite({ urn, aspectName, changeType }: MetadataChangeProposal): AuditedAspect {
  return { urn, aspectName, changeType: changeType === 'DELETE' ? 'DELETE' : 'UPSERT' };
}

/**
 * Throws FORBIDDEN unless the actor may undo all visible rows and points of the run. Returns the check for rows that
 * the run gains afterwards; the others are not checked again, since undoing a row can remove rights of the actor.
 */
async function checkRun(
  runId: string,
  scope: Scope,
  parts: WriteCheckParts & Pick<WriteAccessParts, 'query'>,
): Promise<JudgeUndoing> {
  const checked = new Set<string>();
  const judge: JudgeUndoing = async (rows) => {
    const added = rows
      .map(({ urn, aspectName }) => ({ urn, aspectName, key: `${aspectName ?? ''} ${urn}` }))
      .filter(({ key }) => !checked.has(key));
    const reason = await checkUndoing(added, parts);
    if (reason !== undefined) {
      const denial = `${parts.actor.urn} is unauthorized to roll back`;
      throw new CatalogError('FORBIDDEN', `${denial} ${reason} Nothing was changed.`);
    }
    for (const { key } of added) checked.add(key);
  };
  await judge(await parts.query.runPoints(runId, scope));
  for (let start = 0; ; start += PAGE) {
    const rows = await parts.query.runRows(runId, { start, count: PAGE }, scope);
    await judge(rows);
    if (rows.length < PAGE) return judge;
  }
}
