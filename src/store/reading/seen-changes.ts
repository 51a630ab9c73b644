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

/** An entry of a commit, and what is stored of it. */
export interface StoredEntry {
  /** Position in the commit. */
  readonly place: number;
  readonly entry: LogEntry;
  readonly written: WrittenAspect;
}

/** A commit with what is stored of its entries. */
export interface StoredChange {
  readonly commit: Commit;
  readonly entries: readonly StoredEntry[];
}

/** What decides how a change is seen. */
interface Viewer {
  readonly isVisible: (entry: LogEntry, commit: Commit) => boolean;
  readonly scope: Scope;
  readonly infoOf: FormInfo;
}

type Values = Pick<SeenChange, 'changeType' | 'runId' | 'before' | 'after' | 'notKept'>;

/**
 * What a scope sees of a commit: one change for each aspect, whatever number of versions the commit wrote, and one for
 * each point. A write that changed only hidden parts is left out.
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
    // Several points have several entries. Those that were replaced or deleted since are not kept.
    const parts = points.length > 0 ? same : same.slice(-1);
    for (const [i, { entry, place, written }] of parts.entries()) {
      const values = valuesOf(entry, { ...written, points: points.slice(i, i + 1) }, viewer);
      const { aspectName, urn } = entry;
      if (values === undefined) continue;
      const generations = generationsIn(written);
      seen.push({ urn, aspectName, position, place, created, generations, ...values });
    }
  }
  // Numbers in the commit would have gaps where something is hidden.
  return seen
    .sort((a, b) => a.place - b.place)
    .map(({ place: _, ...change }, index) => ({ ...change, index }));
}

/** A version shows values of live generations only, so a property has the same one in both that show it. */
function generationsIn({ before, row }: WrittenAspect): ReadonlyMap<string, Generation> {
  return new Map(Object.entries({ ...before?.internal.assignments, ...row?.internal.assignments }));
}

/** Undefined: the scope sees no change. */
function valuesOf(
  entry: LogEntry,
  { before: former, knowsBefore, points: [point], row }: WrittenAspect,
  { infoOf, scope }: Viewer,
): Values | undefined {
  if (point !== undefined) return { ...upsert(point, point), before: undefined, notKept: [] };
  const after = row && visibleAspect(row, scope, infoOf);
  if (row !== undefined && (after !== undefined || entry.changeType === 'UPSERT')) {
    const before = former && visibleAspect(former, scope, infoOf);
    // Either it differs only in hidden parts, or nobody knows.
    if (after?.text === before?.text && (knowsBefore || after === undefined)) return undefined;
    return { ...upsert(row.aspect, after), before, notKept: knowsBefore ? [] : ['before'] };
  }
  if (isOfAnother(entry, scope)) return undefined;
  const nothing = { runId: entry.runId, before: undefined, after: undefined };
  if (entry.changeType === 'DELETE') {
    if (former === undefined) return { ...nothing, changeType: 'DELETE', notKept: ['before'] };
    const before = visibleAspect(former, scope, infoOf);
    return before === undefined ? undefined : { ...nothing, changeType: 'DELETE', before, notKept: [] };
  }
  // Without values, a write of hidden parts looks like any other. A later change tells what the scope sees.
  if (mayBePartlyHidden(entry, scope)) return undefined;
  return { ...nothing, changeType: 'UPSERT', notKept: ['before', 'after'] };
}

/** What a stored version is to a scope that sees `after` of it. The run that wrote it may not be the last that saw it. */
function upsert(
  { systemMetadata: { lastRunId, runId } }: Aspect,
  after: Aspect | undefined,
): Pick<Values, 'changeType' | 'runId' | 'after'> {
  return { changeType: after === undefined ? 'DELETE' : 'UPSERT', runId: lastRunId ?? runId, after };
}

/** Whether the scope may see only a part of the aspect. */
function mayBePartlyHidden({ aspectName }: LogEntry, scope: Scope): boolean {
  if (scope.seesEveryProperty) return false;
  return (
    isShownInPart(aspectName, scope) ||
    aspectName === PROMPTS.infoAspect ||
    aspectName === PROMPTS.answersAspect
  );
}
