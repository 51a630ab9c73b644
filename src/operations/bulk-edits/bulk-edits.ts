import type { AssetEdit, EditFailure } from '../../model/bulk-edit.ts';
import type { JobReport } from '../../model/maintenance/job-report.ts';
import type { GenerationKey } from '../../model/properties/property-generation.ts';
import type { ProposedDefinition } from '../../model/plan.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import type { Actor } from '../../auth/actor.ts';
import type { JsonObject } from '../../util/json.ts';

/** A bulk edit to undo. */
export interface EditToUndo {
  /** Run that its writes belong to. */
  readonly runId: string;
  /** Cursor of the change feed before its first write. */
  readonly since: string;
  /** Number of assets that it changed; too low if its process ended during the edit. */
  readonly changed: number;
  readonly isWholeCount: boolean;
  /** The definition that it wrote, which is undone before the values. */
  readonly redefined?: { readonly urn: Urn; readonly commit: Sequence };
}

/** A run, or the undo of a run, to undo aspect by aspect. */
export interface RunToUndo extends Pick<EditToUndo, 'runId' | 'since'> {
  readonly isByAspect: true;
  /** What a plan has shown; absent: everything is undone. */
  readonly planned?: PlannedReversals;
}

/** The reversals of a run that a plan has shown. */
export interface PlannedReversals {
  /** Last commit of the change log that it read. */
  readonly upTo: Sequence;
  /** Digests of the reversals: see `reversalDigest`. */
  readonly digests: ReadonlySet<string>;
}

/** Values that assets lost with a deleted property. */
export interface ValuesToRestore extends GenerationKey {
  /** Cursor of the change feed before the first value was removed. */
  readonly since: string;
  /** Number of assets that had such a value; an estimate. */
  readonly changed: number;
}

/** A bulk edit that is ready to run. */
export interface BulkEditRequest {
  /** The request, shown with the report. */
  readonly about: JsonObject;
  /** Empty for an edit that restores values: it finds its assets in the change feed, by page. */
  readonly assets: readonly AssetEdit[];
  /** Definition to write after all assets were changed; only if none is refused. */
  readonly redefines?: ProposedDefinition;
  readonly undoes?: EditToUndo | RunToUndo | ValuesToRestore;
  /**
   * Run that the writes belong to. With `since`, a cursor of the change feed before the first write, it identifies
   * the edit for an undo.
   */
  readonly runId: string;
  readonly since: string;
  /** Refusals found before the edit runs, such as unreadable lines of a file. */
  readonly failures: readonly EditFailure[];
  /** Lines of a file by urn; empty for an edit without a file. */
  readonly lines: ReadonlyMap<string, number>;
  /** True for a dry run, which only reports what the edit would do. */
  readonly isTrial: boolean;
  /** True for a dry run that is judged as a proposal of the changes. */
  readonly isProposed?: boolean;
  /** True for the dry run of a plan: its report has what it read of each asset. */
  readonly keepsPlan?: true;
}

/** Number of assets of an edit; for one that restores values an estimate, 0 if unknown. */
export function sizeOf({ assets, undoes }: Pick<BulkEditRequest, 'assets' | 'undoes'>): number {
  if (undoes === undefined) return assets.length;
  return 'changed' in undoes ? undoes.changed : 0;
}

/** Runs bulk edits as jobs: one dry run and one edit at a time. Reports are visible in every process. */
export interface BulkEdits {
  /** Queues an edit with the rights of the actor, which are checked again for each batch. */
  start(actor: Actor, request: BulkEditRequest): Promise<JobReport>;
  /** Keeps the report of an edit that was carried out at once. */
  keep(actor: Actor, request: BulkEditRequest, result: JsonObject): Promise<JobReport>;
  /** The report of an edit or a dry run; undefined if it is no longer kept. */
  report(id: number): Promise<JobReport | undefined>;
  /** Reports of the kept edits of a user, without dry runs, newest first. */
  list(owner: Urn): Promise<readonly JobReport[]>;
  /** Asks the process that runs the edit to stop after the current batch. */
  stop(id: number, actor: Actor): Promise<void>;
}
