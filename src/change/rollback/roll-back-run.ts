import { CatalogError, invalidRequest } from '../../errors.ts';
import { ASSERTION } from '../../model/assertion.ts';
import { DEFAULT_RUN_ID } from '../../model/aspect.ts';
import { isDerived } from '../../model/aspects/server-aspects.ts';
import type { Scope } from '../../model/scope.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { visibleAssignments } from '../../model/visibility/visible-assignments.ts';
import type { RunRow } from '../../store/run-rows.ts';
import { commitJudged } from '../affected-rights.ts';
import type { ChangeParts } from '../change-parts.ts';
import { requiredAmong } from '../properties/required-properties.ts';
import { renewRunSummary } from '../renew-run-summary.ts';
import {
  decideRollback,
  affectsOthers,
  rehearseRollback,
  type RollbackInput,
  type RollbackItem,
} from './decide-rollback.ts';
import { RULED_ASPECTS } from './revert-aspect.ts';
import type { RollbackGuard, RollbackReport, RollbackRequest } from './rollback-report.ts';
import { writerOf } from './run-of.ts';
import { withPatterns } from '../../util/patterns.ts';
import { because } from '../../refusals.ts';

/** Rows rolled back per commit. */
const PAGE = 500;
/** Maximum rows listed in a report. */
const LISTED = 100;
/** Attempts without progress, because of concurrent writes to every row of a page, before giving up. */
const TRIES = 20;

/**
 * Rolls back an ingestion run page by page. Changes nothing if a rule forbids restoring a former version. Committed
 * pages stay rolled back if a later one fails for another reason.
 */
export async function rollBackRun(
  parts: ChangeParts,
  actor: Urn,
  request: RollbackRequest,
  scope: Scope,
  guard: RollbackGuard = {},
): Promise<RollbackReport> {
  if (request.runId === DEFAULT_RUN_ID) {
    throw invalidRequest(
      `${DEFAULT_RUN_ID} is the run id of all writes without a run, so it cannot be rolled back.`,
      undefined,
      because('RUN_NOT_REVERSIBLE'),
    );
  }
  const report = await survey(parts, request, scope);
  if (request.dryRun) return report;
  const undo = new RunUndo(parts, actor, request, scope, guard);
  await undo.run();
  return { ...report, sequence: undo.sequence };
}

async function survey(
  { store }: ChangeParts,
  { runId, hard }: RollbackRequest,
  scope: Scope,
): Promise<RollbackReport> {
  const urns = new Set<Urn>();
  const unsafe = new Set<Urn>();
  const listed: RunRow[] = [];
  let [aspects, entities, aspectsAffected] = [0, 0, 0];
  for (let start = 0; ; start += PAGE) {
    const rows = await store.runs.rows(runId, { start, count: PAGE }, scope);
    for (const row of rows) {
      urns.add(row.urn);
      if (row.aspectName !== undefined) aspects++;
      if (listed.length < LISTED && (hard || row.aspectName !== undefined)) listed.push(row);
    }
    const created = rows.filter(({ aspectName }) => aspectName === undefined).map(({ urn }) => urn);
    entities += created.length;
    for (const [urn, { rows: latest }] of await store.reader.rows(created)) {
      const others = [...latest.values()].filter((row) => {
        const isAssignments = row.aspect.aspectName === STRUCTURED_PROPERTY.assignmentAspect;
        const seen = isAssignments ? visibleAssignments(row, scope) : row.aspect;
        if (seen === undefined || seen.aspectName === 'status' || isDerived(seen)) return false;
        return seen.systemMetadata.runId !== runId;
      });
      aspectsAffected += others.length;
      if (others.length > 0) unsafe.add(urn);
    }
    if (rows.length < PAGE) break;
  }
  return {
    entitiesAffected: urns.size,
    entitiesDeleted: entities,
    aspectsReverted: hard ? aspects + entities : aspects,
    aspectsAffected,
    unsafeEntities: [...unsafe],
    rows: listed,
    sequence: undefined,
  };
}

/** Performs the writes of a rollback. */
class RunUndo {
  sequence: Sequence | undefined;
  readonly #parts: ChangeParts;
  readonly #actor: Urn;
  readonly #request: RollbackRequest;
  readonly #scope: Scope;
  readonly #guard: RollbackGuard;

  constructor(parts: ChangeParts, actor: Urn, request: RollbackRequest, scope: Scope, guard: RollbackGuard) {
    this.#guard = guard;
    this.#parts = parts;
    this.#actor = actor;
    this.#request = request;
    this.#scope = scope;
  }

  async run(): Promise<void> {
    const { runs } = this.#parts.store;
    const { runId } = this.#request;
    const points = await runs.pointAspects(runId, this.#scope);
    await this.#guard.judge?.(points);
    await this.#rehearse();
    for (let start = 0; start < points.length; start += PAGE) {
      const page = points.slice(start, start + PAGE);
      await this.#commit(page.map((key) => ({ kind: 'points', ...key })));
      for (const { aspectName, urn } of page) {
        if (aspectName === ASSERTION.runAspect) await this.#renewSummary(urn);
      }
    }
    // Rolled-back rows no longer belong to the run, so the next page is always the first.
    for (let tries = 0; tries < TRIES; tries++) {
      const rows = await runs.rows(runId, { start: 0, count: PAGE }, this.#scope);
      if (rows.length === 0) return;
      await this.#guard.judge?.(rows);
      const outdated = await this.#commit(await Promise.all(rows.map((row) => this.#item(row))));
      if (outdated < rows.length) tries = 0;
    }
    throw new CatalogError(
      'CONFLICT',
      `Run ${runId} was only partly rolled back: the remaining rows are being written to, or their entity type or aspect is unknown. Try again.`,
      because('CATALOG_BUSY'),
    );
  }

  async #renewSummary(urn: Urn): Promise<void> {
    this.sequence = (await renewRunSummary(this.#parts, this.#actor, urn)) ?? this.sequence;
  }

  /** Throws, before any page is undone, if the rules forbid restoring a former version. */
  async #rehearse(): Promise<void> {
    const { runs } = this.#parts.store;
    for (let start = 0; ; start += PAGE) {
      const rows = await runs.rows(this.#request.runId, { start, count: PAGE }, this.#scope);
      const ruled = rows.filter(
        ({ aspectName = '' }) => RULED_ASPECTS.includes(aspectName) || affectsOthers(aspectName),
      );
      const items = await Promise.all(ruled.map((row) => this.#item(row)));
      const deleted = new Set(
        this.#request.hard ? rows.flatMap((row) => (row.aspectName === undefined ? row.urn : [])) : [],
      );
      // Of removals only some: whether another is allowed depends on what is undone before it.
      const rehearsed = items.filter(
        (item) =>
          item.kind === 'aspect' &&
          (item.former !== undefined ||
            item.aspectName === STRUCTURED_PROPERTY.assignmentAspect ||
            (affectsOthers(item.aspectName) && !deleted.has(item.urn))),
      );
      if (rehearsed.length > 0)
        await commitJudged(this.#guard.affected, () =>
          withPatterns(() => this.#parts.store.commit(rehearseRollback(this.#input(rehearsed)))),
        );
      if (rows.length < PAGE) return;
    }
  }

  #input(items: readonly RollbackItem[]): RollbackInput {
    const { isStrict, now, registry, ruled, settings } = this.#parts;
    const { hard, runId } = this.#request;
    const { affected } = this.#guard;
    const stamp = { time: now(), actor: this.#actor };
    return {
      runId,
      hard,
      items,
      stamp,
      registry,
      settings,
      affected,
      isStrict: isStrict?.() ?? false,
      required: requiredAmong(ruled?.()),
    };
  }

  async #item({ urn, aspectName }: RunRow): Promise<RollbackItem> {
    if (aspectName === undefined) return { kind: 'entity', urn };
    const { reader } = this.#parts.store;
    const latest = await reader.version({ urn, aspectName }, 0);
    const former = (await reader.history({ urn, aspectName })).find(
      ({ row }) => writerOf(row.aspect.systemMetadata) !== this.#request.runId,
    );
    return { kind: 'aspect', urn, aspectName, former, sequence: latest?.aspect.sequence ?? 0 };
  }

  async #commit(items: readonly RollbackItem[]): Promise<number> {
    const { follow, noteCommit, noteWarning, originOf, store } = this.#parts;
    const committed = await commitJudged(this.#guard.affected, () =>
      withPatterns(() => store.commit(decideRollback(this.#input(items)), originOf?.(this.#actor))),
    );
    const { outdated, warnings } = committed.result;
    for (const { message, kind, data } of warnings) noteWarning?.(message, { kind, data });
    noteCommit?.(committed.sequence);
    if (committed.commit !== undefined) await follow(committed.commit);
    this.sequence = committed.sequence;
    return outdated;
  }
}
