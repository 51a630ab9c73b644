import type { Aspect } from '../../model/aspect.ts';
import { isOfAnother } from '../../model/access/personal.ts';
import type { Scope } from '../../model/scope.ts';
import type { Generation } from '../../model/sequence.ts';
import { PROMPTS, type FormInfo } from '../../model/visibility/hidden-prompts.ts';
import { visibleAspect } from '../../model/visibility/visible-aspect.ts';
import type { SeenChange } from '../change-reader.ts';
import type { Commit, LogEntry } from '../metadata-store.ts';
import type { WrittenAspect } from '../written-aspect.ts';
import { isShownInPart } from './merged-versions.ts';

/** A log entry with the stored values that it wrote. */
export interface StoredEntry {
  /** Index in the commit. */
  readonly place: number;
  readonly entry: LogEntry;
  readonly written: WrittenAspect;
}

/** A commit with the stored values of its entries. */
export interface StoredChange {
  readonly commit: Commit;
  readonly entries: readonly StoredEntry[];
}

/** What the visibility of a change depends on. */
interface Viewer {
  readonly isVisible: (entry: LogEntry, commit: Commit) => boolean;
  readonly scope: Scope;
  readonly infoOf: FormInfo;
}

type Values = Pick<SeenChange, 'changeType' | 'runId' | 'before' | 'after' | 'notKept'>;

/**
 * The changes of a commit visible to a scope: one for each aspect, however many versions the commit wrote, and one for
 * each point. Writes that changed only hidden parts are left out.
 */
export function seenChanges({ commit, entries }: StoredChange, viewer: Viewer): readonly SeenChange[] {
  const { created, id, sequence } = commit;
  const position = { sequence, id };
  const byAspect = Map.groupBy(
    entries.filter(({ entry }) => viewer.isVisible(entry, commit)),
    ({ entry }) => `${entry.aspectName} ${entry.urn}`,
  );
  const seen: (Omit<SeenChange, 'index'> & Pick<StoredEntry, 'place'>)[] = [];
  for (const same of byAspect.values()) {
    const points = same[0]?.written.points ?? [];
    // Each point has an entry. Points replaced or deleted since are not kept.
    const parts = points.length > 0 ? same : same.slice(-1);
    for (const [i, { entry, place, written }] of parts.entries()) {
      const values = valuesOf(entry, { ...written, points: points.slice(i, i + 1) }, viewer);
      const { aspectName, urn } = entry;
      if (values === undefined) continue;
      const generations = generationsIn(written);
      seen.push({ urn, aspectName, position, place, created, generations, ...values });
    }
  }
  // Indexes in the commit would have gaps where entries are hidden.
  return seen
    .sort((a, b) => a.place - b.place)
    .map(({ place: _, ...change }, index) => ({ ...change, index }));
}

/** A version shows values of live generations only, so a property has the same generation in both versions. */
function generationsIn({ before, row }: WrittenAspect): ReadonlyMap<string, Generation> {
  return new Map(Object.entries({ ...before?.internal.assignments, ...row?.internal.assignments }));
}

/** Undefined: the scope sees no change. */
function valuesOf(
  entry: LogEntry,
  { before: former, isBeforeKnown, points: [point], row }: WrittenAspect,
  { infoOf, scope }: Viewer,
): Values | undefined {
  if (point !== undefined) return { ...upsert(point, point), before: undefined, notKept: [] };
  const after = row && visibleAspect(row, scope, infoOf);
  if (row !== undefined && (after !== undefined || entry.changeType === 'UPSERT')) {
    const before = former && visibleAspect(former, scope, infoOf);
    // Either only hidden parts differ, or it is unknown whether others do.
    if (after?.text === before?.text && (isBeforeKnown || after === undefined)) return undefined;
    return { ...upsert(row.aspect, after), before, notKept: isBeforeKnown ? [] : ['before'] };
  }
  if (isOfAnother(entry, scope)) return undefined;
  const nothing = { runId: entry.runId, before: undefined, after: undefined };
  if (entry.changeType === 'DELETE') {
    if (former === undefined) return { ...nothing, changeType: 'DELETE', notKept: ['before'] };
    const before = visibleAspect(former, scope, infoOf);
    return before === undefined ? undefined : { ...nothing, changeType: 'DELETE', before, notKept: [] };
  }
  // Without values, a write of hidden parts looks like any other. A later change shows what is visible.
  if (mayBePartlyHidden(entry, scope)) return undefined;
  return { ...nothing, changeType: 'UPSERT', notKept: ['before', 'after'] };
}

/** The change from a stored version and its visible part. The run that wrote it may not be the last that observed it. */
function upsert(
  { systemMetadata: { lastRunId, runId } }: Aspect,
  after: Aspect | undefined,
): Pick<Values, 'changeType' | 'runId' | 'after'> {
  return { changeType: after === undefined ? 'DELETE' : 'UPSERT', runId: lastRunId ?? runId, after };
}

/** Whether the scope may see only part of the aspect. */
function mayBePartlyHidden({ aspectName }: LogEntry, scope: Scope): boolean {
  if (scope.seesEveryProperty) return false;
  return (
    isShownInPart(aspectName, scope) ||
    aspectName === PROMPTS.infoAspect ||
    aspectName === PROMPTS.answersAspect
  );
}
