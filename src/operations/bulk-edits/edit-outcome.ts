import type { CellChange, EditFailure } from '../../model/bulk-edit.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import { sequenceOf } from '../../query/changes/cursor.ts';
import type { JsonObject } from '../../util/json.ts';
import { sizeOf, type BulkEditRequest } from './bulk-edits.ts';
import { shorten } from '../../util/printable.ts';
import { MOST_PLANNED, digestOf, type PlannedAsset } from './planned-edit.ts';
import { fieldName } from './read-edits.ts';

/** Maximum numbers of changed assets and of failures that a report lists; all are counted. */
const MOST_CHANGES = 200;
const MOST_FAILURES = 1_000;
/** Maximum characters of a value in a report. */
const LONGEST_REPORTED = 1_000;

/** A changed asset in a report. */
export interface ReportedChange {
  readonly urn: Urn;
  readonly cells: readonly (Pick<CellChange, 'before' | 'after'> & { readonly field: string })[];
}

/** Accumulates the results of a bulk edit. */
export class Outcome {
  isStopped = false;
  /** Commit that wrote the definition of the request, or all changes of a plan. */
  commit: Sequence | undefined;
  readonly #request: BulkEditRequest;
  readonly #changes: ReportedChange[] = [];
  /** What the dry run read of the assets that it would change, up to one more than a plan has. */
  readonly #planned: PlannedAsset[] = [];
  readonly #failures: EditFailure[];
  readonly #failed: Set<string>;
  #failureCount: number;
  #changed = 0;
  #unchanged = 0;
  #tried = 0;
  /** Last commit of the change log that the undo of a run has read. */
  #read: Sequence;

  constructor(request: BulkEditRequest) {
    this.#request = request;
    this.#read = sequenceOf(request.undoes?.since);
    this.#failures = request.failures.slice(0, MOST_FAILURES);
    this.#failureCount = request.failures.length;
    this.#failed = new Set(request.failures.map(({ line, urn }) => `${line} ${urn}`));
  }

  /** Number of processed assets, or of processed changes of a run. */
  get done(): number {
    return this.#tried;
  }

  /** Progress and its unit. The undo of a run counts commits of the change log, in which it finds its assets. */
  progress() {
    const { isTrial, since, undoes } = this.#request;
    const phase = isTrial ? 'dry run' : 'edit';
    if (!isByAspect(this.#request))
      return { phase, done: this.#tried, total: sizeOf(this.#request), counted: 'assets' };
    const begin = sequenceOf(undoes?.since);
    const [done, total] = [this.#read - begin, sequenceOf(since) - begin];
    return { phase: `commits of the log, ${phase}`, done, total, counted: 'commits' };
  }

  /** Whether any asset was refused. */
  get hasFailures(): boolean {
    return this.#failureCount > 0;
  }

  /** Records that the change log has been read up to this commit. */
  hasRead(sequence: Sequence): void {
    this.#read = sequence;
  }

  succeed(tried: number, changes: readonly ReportedChange[]): void {
    this.#tried += tried;
    this.#changed += changes.length;
    this.#unchanged += tried - changes.length;
    for (const change of changes.slice(0, Math.max(0, MOST_CHANGES - this.#changes.length)))
      this.#changes.push(change);
    if (!isPlan(this.#request)) return;
    for (const { cells, urn } of changes.slice(0, MOST_PLANNED + 1 - this.#planned.length)) {
      const digests = cells.map(({ before, field }) => [field, digestOf(before)] as const);
      this.#planned.push({ urn, read: Object.fromEntries(digests) });
    }
  }

  /** Records failures. `tried`: assets that are not processed further. */
  fail(failures: readonly EditFailure[], tried = new Set(failures.map(({ urn }) => urn)).size): void {
    const { lines } = this.#request;
    this.#tried += tried;
    for (const failure of failures) {
      const line = lines.get(failure.urn);
      this.#failureCount++;
      if (!isByAspect(this.#request)) this.#failed.add(`${line} ${failure.urn}`);
      if (this.#failures.length < MOST_FAILURES)
        this.#failures.push({ ...failure, ...(line !== undefined && { line }) });
    }
  }

  /** The report of the job: counts of assets (for the undo of a run, of changes), and the first changes and failures. */
  report(): JsonObject {
    const { about, isTrial, runId, since } = this.#request;
    return {
      about,
      isTrial,
      isStopped: this.isStopped,
      ...(!isTrial && { runId, since }),
      ...(this.commit !== undefined && { commit: this.commit }),
      ...(isByAspect(this.#request) && { isByAspect: true }),
      changed: this.#changed,
      unchanged: this.#unchanged,
      failed: isByAspect(this.#request) ? this.#failureCount : this.#failed.size,
      left: Math.max(0, sizeOf(this.#request) - this.#tried),
      changes: this.#changes.map(({ cells, urn }) => ({
        urn,
        cells: cells.map(({ after, before, field }) => ({
          field: fieldName(field),
          before: before.map(reportedText),
          after: after.map(reportedText),
        })),
      })),
      failures: this.#failures.map((failure) => ({ ...failure })),
      failureCount: this.#failureCount,
      ...(this.#planned.length > 0 && this.#planned.length <= MOST_PLANNED && { plan: [...this.#planned] }),
    };
  }
}

/** The text of a report: a long one by its beginning. */
export function reportedText(value: string): string {
  return shorten(value, LONGEST_REPORTED).toWellFormed();
}

/** Whether the request is a dry run that can be applied as it is shown. */
function isPlan({ about, isTrial, keepsPlan, lines, redefines, undoes }: BulkEditRequest): boolean {
  if (keepsPlan === true) return true;
  const isOfChanges = about['changes'] !== undefined && lines.size === 0;
  return isTrial && isOfChanges && redefines === undefined && undoes === undefined;
}

function isByAspect({ undoes }: BulkEditRequest): boolean {
  return undoes !== undefined && 'isByAspect' in undoes;
}
