import type { AssetEdit, EditFailure } from '../../model/bulk-edit.ts';
import type { JobReport } from '../../model/maintenance/job-report.ts';
import type { GenerationKey } from '../../model/properties/property-generation.ts';
import type { Urn } from '../../model/urn.ts';
import type { Actor } from '../../auth/actor.ts';
import type { JsonObject } from '../../util/json.ts';

/** A bulk edit that is to be undone. */
export interface EditToUndo {
  /** Run that its writes belong to. */
  readonly runId: string;
  /** Cursor of the change feed from before its first write. */
  readonly since: string;
  /** Assets that it changed; fewer than it did if it ended with its process. */
  readonly changed: number;
  readonly isWholeCount: boolean;
}

/** A run, or an undo of one, to be undone aspect by aspect. */
export interface RunToUndo extends Pick<EditToUndo, 'runId' | 'since'> {
  readonly isByAspect: true;
}

/** Values that a deleted property took from assets. */
export interface ValuesToRestore extends GenerationKey {
  /** Cursor of the change feed from before the first was taken. */
  readonly since: string;
  /** Assets that had such a value, as far as it is known. */
  readonly changed: number;
}

/** A bulk edit that is ready to run. */
export interface BulkEditRequest {
  /** What was asked for, to be shown with the report. */
  readonly about: JsonObject;
  /** Empty for an edit that gives back what another or a deletion took: that finds its assets in the change feed, by page. */
  readonly assets: readonly AssetEdit[];
  readonly undoes?: EditToUndo | RunToUndo | ValuesToRestore;
  /** Run that the writes belong to, and a cursor of the change feed from before the first: what an undo needs. */
  readonly runId: string;
  readonly since: string;
  /** What is refused before anything runs, such as unreadable lines of a file. */
  readonly failures: readonly EditFailure[];
  /** Lines of a file by urn; empty for an edit without a file. */
  readonly lines: ReadonlyMap<string, number>;
  /** Only report what the edit would do. */
  readonly isTrial: boolean;
}

/** Number of assets that an edit is about; for one that gives back values an estimate, 0 if nothing is known. */
export function sizeOf({ assets, undoes }: Pick<BulkEditRequest, 'assets' | 'undoes'>): number {
  if (undoes === undefined) return assets.length;
  return 'changed' in undoes ? undoes.changed : 0;
}

/** Runs bulk edits as jobs, trials and edits one at a time each. Reports are visible in every process. */
export interface BulkEdits {
  /** Queues an edit with the rights of the actor, which are judged again for each batch. */
  start(actor: Actor, request: BulkEditRequest): Promise<JobReport>;
  /** The report of an edit or a trial; undefined when it is not kept. */
  report(id: number): Promise<JobReport | undefined>;
  /** Reports of the kept edits of a person, without trials, the newest first. */
  list(owner: Urn): Promise<readonly JobReport[]>;
  /** Asks the process that runs the edit to stop after the current batch. */
  stop(id: number, actor: Actor): Promise<void>;
}
