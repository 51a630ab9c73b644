import { isDeepStrictEqual } from 'node:util';
import { Aspect, withText, type SystemMetadata } from '../../model/aspect.ts';
import { canonicalAspect } from '../../model/aspects/aspect-text.ts';
import { withNoOpTrace } from '../../model/write-trace.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Steps } from '../../util/concurrency/steps.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { sameJson } from '../../util/json/same-json.ts';
import type { AspectRow, RowInternal } from '../../store/entity-rows.ts';
import { observed } from '../batch-metadata.ts';
import type { Outcome, Step } from '../decision-step.ts';
import { definitionInternal } from '../properties/definition-internal.ts';
import { keepPrompts } from './kept-prompts.ts';
import { generationsChangedBy } from '../properties/property-generations.ts';
import { mergeAssignments, type HiddenAssignment } from '../properties/property-assignments.ts';
import { isSeenInPart } from './seen-by-writer.ts';
import { assignmentsInPart } from '../../model/visibility/visible-assignments.ts';
import type { AspectChange } from '../rules.ts';
import type { Violation } from '../violation.ts';

/** A change that writes a value. */
export type ValueChange = AspectChange & {
  readonly after: JsonObject;
  /** Hidden assignments to keep. */
  readonly kept: readonly HiddenAssignment[];
};

/** What a change stores. */
interface ToStore {
  readonly value: JsonObject;
  readonly internal: RowInternal;
  /** The canonical text of the value. */
  readonly text: string;
  /** Whether the row already holds it. */
  readonly same: boolean;
}

/** What a valid change writes: its value with the parts hidden from the writer, or, if it is stored already, only its metadata. */
export function valueOutcome(
  step: Step,
  change: ValueChange,
  { value, internal, text, same: isSameValue }: ToStore,
  failures: readonly Violation[],
): Outcome {
  const { urn, aspect, stamp, sequence } = step;
  const { row } = change;
  const aspectName = aspect.name;
  const same = isSameValue && row !== undefined;
  const systemMetadata = same
    ? touched(step, row.aspect.systemMetadata)
    : step.metadata.after(row?.aspect.systemMetadata, step.proposal);
  const version = {
    urn,
    aspectName,
    systemMetadata,
    text: same ? row.aspect.text : text,
    created: same ? row.aspect.created : stamp,
    sequence: same ? row.aspect.sequence : sequence,
  };
  const stored = new Aspect(version, same || !isAsSent(step, value) ? undefined : value);
  const shown = value === change.after ? stored : withText(stored, canonicalAspect(aspect, change.after));
  const seen = isSeenInPart(step, step.context) ? assignmentsInPart(shown, shown.value) : shown;
  return {
    writes: same
      ? [{ kind: 'touchAspect', urn, aspectName, systemMetadata }]
      : [
          { kind: 'putAspect', row: { aspect: stored, internal } },
          ...generationsChangedBy(step, change, internal),
        ],
    entries: same ? [] : [{ urn, aspectName, changeType: 'UPSERT' }],
    failures,
    result: {
      urn,
      aspectName,
      outcome: same ? 'unchanged' : 'written',
      ...(seen !== undefined && { aspect: seen }),
    },
  };
}

/** The value to store, including the parts hidden from the writer, and its internal row data. */
export function toStore(step: Step, change: ValueChange): { value: JsonObject; internal: RowInternal } {
  if (change.aspect.name === STRUCTURED_PROPERTY.assignmentAspect) {
    return mergeAssignments(change.after, change.kept, step.context.state);
  }
  const isDefinition = change.aspect.name === STRUCTURED_PROPERTY.definitionAspect;
  return {
    value: keepPrompts(step, change.after),
    internal: isDefinition ? definitionInternal(change, step.sequence, step.context.now) : {},
  };
}

/**
 * Whether the value is the sent one and parsing its text would give an equal value, so that the parsing can be
 * skipped.
 */
function isAsSent({ isExact, proposal }: Step, value: JsonObject): boolean {
  return isExact === true && 'value' in proposal && value === proposal.value;
}

/** Whether a row has this canonical text and internal data. */
export function* isStored(row: AspectRow, text: string, internal: RowInternal): Steps<boolean> {
  return (yield* isSame(row.aspect, text)) && isSameInternal(row.internal, internal);
}

/**
 * Compares as JSON, ignoring the order of members. Texts of different length differ: canonical texts of equal values
 * are equally long.
 */
function* isSame(stored: Aspect, proposed: string): Steps<boolean> {
  if (stored.text === proposed) return true;
  if (stored.text.length !== proposed.length) return false;
  const before = stored.value;
  if (isTurnOver()) yield;
  return yield* sameJson(before, JSON.parse(proposed) as JsonValue);
}

/** Whether both are equal, ignoring `shownSince` and `shownAt`, which are not part of the value. */
function isSameInternal(stored: RowInternal, proposed: RowInternal): boolean {
  const { shownAt: _time, shownSince: _, ...kept } = stored;
  return isDeepStrictEqual(kept, proposed);
}

/** A no-op write still updates when, by which run and by which request the aspect was last written. */
function touched(step: Step, before: SystemMetadata): SystemMetadata {
  const observedNow = {
    ...before,
    ...observed(step.proposal, step.stamp),
    lastRunId: before.lastRunId ?? before.runId,
  };
  return withNoOpTrace(observedNow, step.traceId);
}
