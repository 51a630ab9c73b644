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
import { guardOfHeld, type HeldWrites } from './held-writes.ts';
import { JudgedRights } from './judged-rights.ts';
import { refuseProtected, requireKnown } from './unwritable.ts';
import { because } from '../../refusals.ts';
import { checkRemovals, checkUndoing, checkWrites, judgeEach } from './write-checks.ts';
import type { WriteCheckParts } from './write.ts';

/** Options of a write. */
export interface WriteOptions extends Pick<IngestGuard, 'isTrial' | 'noteKept'> {
  /** What the server records about the write, in the same commit; needs no right. */
  readonly records?: readonly MetadataChangeProposal[];
}

/** The writes of one actor; each checks the privileges on everything that it changes. */
export interface WriteAccess {
  ingest(proposals: readonly MetadataChangeProposal[], options?: WriteOptions): Promise<IngestResult>;
  /** Whether the actor has the rights for each of the writes. The rules of values are not considered. */
  mayIngestEach(proposals: readonly MetadataChangeProposal[]): Promise<readonly boolean[]>;
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
  /** Keeps the writes instead of making them. Absent: they are made, unless the actor may only propose. */
  readonly held?: HeldWrites | undefined;
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
  if (parts.held !== undefined || actor.restriction?.proposeOnly === true) return heldWrites(parts);
  return {
    ingest: async (proposals, { records = [], ...options } = {}) => {
      attempt(proposals.map(auditedWrite));
      refuseProtected(proposals);
      const all = records.length === 0 ? proposals : [...proposals, ...records];
      if (isUnlimited) return change.ingest(actor.urn, all, options);
      const affected = new JudgedRights(parts);
      let existing: ReadonlySet<Urn> | undefined;
      for (let attempt = 1; ; attempt++) {
        const checked = await checkWrites(proposals, parts, existing);
        requireKnown(proposals, scope);
        try {
          const existed = checked.existed.union(new Set(records.map(({ urn }) => urn)));
          return await change.ingest(actor.urn, all, { ...checked, ...options, existed, viewer, affected });
        } catch (error) {
          // A concurrent write created or deleted an entity, so other rights are required.
          if (!(error instanceof ExistenceChangedError) || attempt === ATTEMPTS) throw error;
          ({ existing } = error);
        }
      }
    },
    mayIngestEach: async (proposals) => {
      if (isUnlimited) return proposals.map(() => true);
      const { isLimited, may } = await judgeEach(proposals, parts);
      if (!isLimited) return may;
      const tried: boolean[] = [];
      for (const [i, proposal] of proposals.entries())
        tried.push(may[i] === true && (await isPermitted(proposal, parts)));
      return tried;
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

/** Whether no right on properties or tags is missing for the write. */
async function isPermitted(proposal: MetadataChangeProposal, parts: WriteAccessParts): Promise<boolean> {
  const { actor, change, scope } = parts;
  try {
    const checked = await checkWrites([proposal], parts);
    await change.ingest(actor.urn, [proposal], { ...checked, viewer: scope.viewer, isTrial: true });
    return true;
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return error.code !== 'FORBIDDEN';
  }
}

/** Writes that are judged and kept for a proposal; of an actor who may only propose, those without one are refused. */
function heldWrites(parts: WriteAccessParts): WriteAccess {
  const { actor, attempt, change, held } = parts;
  const refuse = (): never => {
    throw cannotPropose('delete entities, points or runs');
  };
  return {
    ingest: async (proposals, { isTrial = false, noteKept } = {}) => {
      attempt(proposals.map(auditedWrite));
      refuseProtected(proposals);
      requireKnown(proposals, parts.scope);
      if (held === undefined) throw cannotPropose('write this');
      const guard = await guardOfHeld(proposals, parts);
      const tried = await change.ingest(actor.urn, proposals, {
        ...guard,
        ...(noteKept && { noteKept }),
        isTrial: true,
      });
      if (!isTrial) held.keep(proposals, tried);
      return tried;
    },
    mayIngestEach: (proposals) => Promise.resolve(proposals.map(() => false)),
    deleteEntity: refuse,
    deletePoints: refuse,
    rollBackRun: refuse,
  };
}

/** The refusal of what cannot become a proposal. */
export function cannotPropose(what: string): CatalogError {
  return new CatalogError(
    'FORBIDDEN',
    `Proposals cannot ${what}. Use a token that is not propose-only, or ask somebody who may do it.`,
    because('PROPOSE_ONLY'),
  );
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
