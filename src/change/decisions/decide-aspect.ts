import { CatalogError } from '../../errors.ts';
import { Aspect } from '../../model/aspect.ts';
import { inWireForm } from '../../model/aspects/aliased-unions.ts';
import { validateAspect } from '../../model/aspects/aspect-schema.ts';
import { canonicalAspect } from '../../model/aspects/aspect-text.ts';
import { keyAspectValue } from '../../model/aspects/key-aspect.ts';
import { MOST_FAILURES } from '../../model/failures.ts';
import type { AspectPatch } from '../../model/proposal.ts';
import { withTrace } from '../../model/write-trace.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Steps } from '../../util/concurrency/steps.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import type { JsonObject } from '../../util/json.ts';
import type { AspectRow } from '../../store/entity-rows.ts';
import type { CurrentState } from '../../store/metadata-store.ts';
import { applyPatchInSteps } from '../patch/apply-patch.ts';
import { byAspect } from '../by-aspect.ts';
import { observed } from '../batch-metadata.ts';
import { nothing, type Outcome, type Step } from '../decision-step.ts';
import { MUTATORS } from '../mutators/index.ts';
import { seenPrompts } from './kept-prompts.ts';
import { removedByKey } from '../properties/removed-by-key.ts';
import {
  elementsOf,
  splitAssignments,
  withoutEmptyAssignments,
  type HiddenAssignment,
} from '../properties/property-assignments.ts';
import { checkAssignments } from '../properties/check-assignment-rights.ts';
import { describe } from '../resolve-proposal.ts';
import { isStored, toStore, valueOutcome, type ValueChange } from './store-value.ts';
import type { RuleContext } from '../rules.ts';
import type { Violation } from '../violation.ts';
import { checkRules, checkRulesInSteps } from '../validators/index.ts';

/**
 * Maximum total length of the sent and stored values decided in one step, in characters: takes a small part of a
 * turn.
 */
export const MOST_AT_ONCE = 8_192;

/**
 * Decides a write to a versioned aspect: patches, normalises, validates and compares with the stored value. Each of these is
 * a step if the value is long: it may have up to 16 MB.
 */
export function* decideAspect(step: Step): Steps<Outcome> {
  const { aspect, context, proposal } = step;
  const before = visibleValue(step);
  const after =
    proposal.changeType === 'PATCH'
      ? yield* patched(step, before, proposal.patch)
      : proposal.changeType === 'DELETE'
        ? {}
        : proposal.value;
  const sent = proposed(step, before, after);
  const isShort = lengthOf(step, sent) <= MOST_AT_ONCE;
  const isOver = isShort ? isNeverOver : isTurnOver;
  if (isOver()) yield;
  const mutators = mutatorsOf(aspect.name);
  const change = mutators.length === 0 ? sent : yield* mutate(step, sent);
  const schemaFailures =
    proposal.changeType === 'PATCH'
      ? validateAspect(aspect, change.after).map((violation) => describe(proposal, violation))
      : [];
  if (isOver()) yield;
  const failures =
    schemaFailures.length > 0
      ? schemaFailures
      : isShort
        ? checkRules(change, asSeen(change, context))
        : yield* checkRulesInSteps(change, asSeen(change, context));
  if (failures.length > MOST_FAILURES) return { ...nothing(step, 'skipped'), failures };
  if (step.entity.keyAspect === aspect) return keyOutcome(step, failures);
  if (failures.length === 0 && removesFromNothing(step, change)) return nothing(step, 'unchanged');
  // After the rules, which also judge properties sent without values.
  const written = withoutEmpty(change);
  const { value, internal } = toStore(step, written);
  if (isOver()) yield;
  const text = canonicalAspect(aspect, value);
  if (isOver()) yield;
  const { row } = written;
  const same = row !== undefined && (yield* isStored(row, text, internal));
  return valueOutcome(step, written, { value, internal, text, same }, failures);
}

/** Approximate total length of the sent and stored values; Infinity if unknown, for example for a patch. */
function lengthOf({ valueLength = Infinity }: Step, { row }: ValueChange): number {
  return valueLength + (row?.aspect.text.length ?? 0);
}

function isNeverOver(): boolean {
  return false;
}

function withoutEmpty(change: ValueChange): ValueChange {
  if (change.aspect.name !== STRUCTURED_PROPERTY.assignmentAspect) return change;
  return { ...change, after: withoutEmptyAssignments(change.after) };
}

/** The context in which properties that the writer may not see are undefined: the rules' messages would reveal them. */
function asSeen(change: ValueChange, context: RuleContext): RuleContext {
  const unknown = checkAssignments(change, context);
  if (unknown.size === 0) return context;
  const { state } = context;
  const seen: CurrentState = {
    ...state,
    row: (urn, aspectName) => (unknown.has(urn) ? undefined : state.row(urn, aspectName)),
    entity: (urn) => (unknown.has(urn) ? undefined : state.entity(urn)),
  };
  return { ...context, state: seen };
}

/**
 * The change as sent. `before` is the value visible to the writer, to which a patch applies, plus the hidden
 * assignments that the patch removes by key: the rules judge their removal, too.
 */
function proposed(step: Step, before: JsonObject | undefined, after: JsonObject): ValueChange {
  const { aspect, context, urn } = step;
  const row = context.state.row(urn, aspect.name);
  const hidden = hiddenAssignments(step, row);
  if (hidden.length === 0) return { ...step, row, before, after, kept: hidden };
  const removed = new Set(removedByKey(step, hidden, context));
  if (removed.size === 0) return { ...step, row, before, after, kept: hidden };
  const properties = [...elementsOf(before ?? {}), ...[...removed].map(({ json }) => json)];
  const kept = hidden.filter((one) => !removed.has(one));
  return { ...step, row, before: { ...before, properties }, after, kept };
}

/** The value with the patch applied. */
function* patched(step: Step, before: JsonObject | undefined, patch: AspectPatch): Steps<JsonObject> {
  const { aspect } = step;
  if (isTurnOver()) yield;
  const value = yield* applyPatchInSteps(aspect, before, patchOfEntity(step, patch));
  if (isTurnOver()) yield;
  return inWireForm(aspect, value);
}

/** Hidden assignments of the stored aspect, or of the deleted one if the write undoes a deletion. */
function hiddenAssignments(
  { aspect, context, deleted }: Step,
  row: AspectRow | undefined,
): readonly HiddenAssignment[] {
  const from = row ?? deleted;
  if (from === undefined || aspect.name !== STRUCTURED_PROPERTY.assignmentAspect) return [];
  return splitAssignments(from, context.state, context.rights).hidden;
}

/**
 * Returns the patch. Throws NOT_FOUND if the entity does not exist and the patch only removes: it would create
 * nothing.
 */
function patchOfEntity({ context, urn }: Step, patch: AspectPatch): AspectPatch {
  if (!onlyRemoves(patch) || context.state.entity(urn) !== undefined) return patch;
  throw new CatalogError(
    'NOT_FOUND',
    `${urn} does not exist, and a patch that only removes does not create it. Check the urn, or add a value.`,
  );
}

function onlyRemoves({ operations }: AspectPatch): boolean {
  return operations.every(({ op }) => op === 'remove' || op === 'test');
}

/** Whether a patch only removes from a missing aspect, and so must not create it. */
function removesFromNothing({ proposal }: Step, { row }: ValueChange): boolean {
  return row === undefined && proposal.changeType === 'PATCH' && onlyRemoves(proposal.patch);
}

/** The stored value without hidden and dead parts. Key aspects are derived from the urn. */
export function visibleValue({ aspect, context, entity, urn }: Step): JsonObject | undefined {
  if (aspect === entity.keyAspect) return context.state.entity(urn) && keyAspectValue(entity, urn);
  const row = context.state.row(urn, aspect.name);
  if (row === undefined) return undefined;
  if (aspect.name !== STRUCTURED_PROPERTY.assignmentAspect)
    return seenPrompts(aspect.name, row.aspect.value, context);
  return splitAssignments(row, context.state, context.rights).visible;
}

/** The change with the value that the mutators return; one step per mutator. */
export function* mutate(step: Pick<Step, 'context'>, change: ValueChange): Steps<ValueChange> {
  let current = change;
  for (const mutator of mutatorsOf(change.aspect.name)) {
    const after = mutator.mutate(current, step.context);
    if (after !== current.after) current = { ...current, after };
    if (isTurnOver()) yield;
  }
  return current;
}

const mutatorsOf = byAspect(MUTATORS);

/** Key aspects are not stored: writing one only creates the entity. */
function keyOutcome(step: Step, failures: readonly Violation[]): Outcome {
  const { urn, aspect, entity, context } = step;
  const exists = context.state.entity(urn) !== undefined;
  const stored = derived(step, canonicalAspect(aspect, keyAspectValue(entity, urn)));
  return {
    writes: [],
    entries: exists ? [] : [{ urn, aspectName: aspect.name, changeType: 'UPSERT' }],
    failures,
    result: { urn, aspectName: aspect.name, outcome: exists ? 'unchanged' : 'written', aspect: stored },
  };
}

function derived(step: Step, text: string): Aspect {
  const { urn, aspect, stamp } = step;
  const systemMetadata = withTrace({ ...observed(step.proposal, step.stamp), version: '1' }, step.traceId);
  return new Aspect({ urn, aspectName: aspect.name, text, systemMetadata, created: stamp, sequence: 0 });
}
