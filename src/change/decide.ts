import { CatalogError, type ErrorCode, type Problem } from '../errors.ts';
import { Failures } from '../model/failures.ts';
import type { Aspect, AspectKey, AuditStamp } from '../model/aspect.ts';
import type { AssignmentRights } from '../model/access/assignment-rights.ts';
import type { TagRights } from '../model/access/tag-rights.ts';
import type { Urn } from '../model/urn.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { Sequence } from '../model/sequence.ts';
import type { CurrentState, Decide, DecidedCommit } from '../store/metadata-store.ts';
import { atOnce, type Steps } from '../util/concurrency/steps.ts';
import { PendingRows, memoized, overlay } from '../store/rows/pending-rows.ts';
import { AffectedByDecision, type AffectedRights } from './affected-rights.ts';
import { BatchMetadata } from './batch-metadata.ts';
import { BuiltInEntityError } from './built-in-entity-error.ts';
import { membersChangedBy, setsJoinedBy } from './find-affected.ts';
import { checkViewCreator } from './validators/view-creator.ts';
import { MOST_AT_ONCE, visibleValue } from './decisions/decide-aspect.ts';
import { decideChange } from './decisions/decide-change.ts';
import type { ChangeResult } from './metadata-change.ts';
import { DecisionSize } from './decision-size.ts';
import { nothing, type Outcome, type Step } from './decision-step.ts';
import { EntityExistsError } from './entity-exists.ts';
import { UnmetConditionError, type RefusedWrite } from './unmet-condition.ts';
import type { Violation } from './violation.ts';
import { requireQuotas } from './quotas.ts';
import type { ChangeSettings, ResolvedProposal, RuleContext } from './rules.ts';
import { seenByWriter, wasThere } from './decisions/seen-by-writer.ts';
import { followUpsOf } from './side-effects/index.ts';
import { requireSameExistence } from './unless-changed.ts';
import { checkWriteCondition } from './validators/write-condition.ts';
import { because, type OptionalRefusal, type Refusal } from '../refusals.ts';

/** Inputs of a decision besides the stored state. */
export interface DecideInput {
  readonly proposals: readonly ResolvedProposal[];
  readonly stamp: AuditStamp;
  /** Trace id of the request; undefined outside of one. */
  readonly traceId?: string | undefined;
  readonly registry: EntityRegistry;
  readonly settings: ChangeSettings;
  /** Absent: the writer may see and assign every property. */
  readonly rights?: AssignmentRights | undefined;
  /** Absent: the writer may add and remove every tag. */
  readonly tagRights?: TagRights | undefined;
  /** The writer, who may not change personal views of others. Absent: may change all views. */
  readonly viewer?: Urn | undefined;
  /** Exactly these entities of the batch must exist; absent: not checked. */
  readonly existed?: ReadonlySet<Urn> | undefined;
  /** The writer's rights on what the batch affects besides the entities that it names; absent: it may affect everything. */
  readonly affected?: AffectedRights | undefined;
  /** Whether warnings refuse the batch. */
  readonly isStrict?: boolean;
  /** See `RuleContext`. */
  readonly required?: readonly Urn[] | undefined;
}

/**
 * Decides a batch. Each proposal sees the effects of the previous ones. The batch is atomic: its first failures are
 * collected and thrown as one CatalogError.
 */
export function decide(input: DecideInput): Decide<readonly ChangeResult[]> {
  return (stored, sequence) => atOnce(decideInSteps(input)(stored, sequence));
}

/** Proposals decided in one step if they are short: a step for each would take a twentieth of the time. */
const MOST_PROPOSALS = 16;

/** Decides a batch like {@link decide}, in steps, between which other work may run: several for a long proposal. */
export function decideInSteps(
  input: DecideInput,
): (stored: CurrentState, sequence: Sequence) => Steps<DecidedCommit<readonly ChangeResult[]>> {
  return function* (stored, sequence) {
    const size = new DecisionSize();
    const state = memoized(size.counting(stored));
    const urns = input.proposals.map(({ urn }) => urn);
    requireSameExistence(urns, input.existed, state);
    const pending = new PendingRows();
    const { registry, rights, settings, stamp, tagRights, traceId, viewer } = input;
    const affected = new AffectedByDecision(input.affected);
    const warnings: Violation[] = [];
    const later = new WritesLater(input.proposals);
    const context: RuleContext = {
      affected,
      state: overlay(state, pending),
      found: state,
      registry,
      settings,
      now: stamp.time,
      actor: stamp.actor,
      rights,
      tagRights,
      viewer,
      required: input.required,
      ...(input.isStrict !== true && { warn: (warning) => void warnings.push(warning) }),
      writesLater: (urn, aspectName) => later.has(urn, aspectName),
    };
    const failures = new Failures<Failure>();
    const outcomes: Outcome[] = [];
    const metadata = new BatchMetadata(stamp, traceId);
    const result: ChangeResult[] = [];
    let sinceYield = 0;
    for (const [index, proposal] of input.proposals.entries()) {
      later.reach(index);
      const warned = warnings.length;
      let own: ChangeResult | undefined;
      const steps: Step[] = [{ ...proposal, context, metadata, stamp, traceId, sequence }];
      for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
        const followUps = followUpsOf(step);
        let outcome: Outcome;
        try {
          outcome = skipped(step, failures) ?? judged(step, yield* decideChange(step), failures);
        } catch (error) {
          outcome = failed(step, error, failures);
        }
        size.add(outcome.writes);
        pending.add(outcome.writes, sequence);
        outcomes.push(outcome);
        own ??= outcome.result;
        for (const set of setsJoinedBy(step)) affected.allows({ kind: 'set', ...set });
        // What follows from a step comes before what else followed from the step before it.
        if (failures.first.length === 0) for (const next of followUps().toReversed()) steps.push(next);
      }
      if (own !== undefined)
        result.push(warnings.length === warned ? own : { ...own, warnings: warnings.slice(warned) });
      if (failures.hasMore) break;
      sinceYield += Math.max(proposal.valueLength ?? MOST_AT_ONCE, MOST_AT_ONCE / MOST_PROPOSALS);
      if (sinceYield < MOST_AT_ONCE) continue;
      sinceYield = 0;
      yield;
    }
    if (input.affected !== undefined) {
      const members = membersChangedBy(keysOf(input.proposals), context);
      for (const asset of members) affected.allows({ kind: 'member', asset });
    }
    // Before throwing the failures: they can name version sets that the writer may not see.
    affected.requireJudged();
    if (failures.first.length > 0) throw refusal(failures, new Set(urns));
    requireQuotas(urns, context);
    return {
      writes: outcomes.flatMap(({ writes }) => writes),
      entries: outcomes.flatMap(({ entries }) => entries),
      created: stamp,
      result,
    };
  };
}

/** What the proposals after the current one write. */
class WritesLater {
  readonly #proposals: readonly ResolvedProposal[];
  #last: ReadonlyMap<string, number> | undefined;
  #index = 0;

  constructor(proposals: readonly ResolvedProposal[]) {
    this.#proposals = proposals;
  }

  reach(index: number): void {
    this.#index = index;
  }

  has(urn: Urn, aspectName: string): boolean {
    // Few rules ask, so most batches need no map.
    this.#last ??= new Map(this.#proposals.map((one, index) => [`${one.aspect.name} ${one.urn}`, index]));
    return (this.#last.get(`${aspectName} ${urn}`) ?? -1) > this.#index;
  }
}

function keysOf(proposals: readonly ResolvedProposal[]): readonly AspectKey[] {
  return proposals.map(({ aspect, urn }) => ({ urn, aspectName: aspect.name }));
}

interface Failure extends Omit<Violation, keyof Refusal>, OptionalRefusal {
  readonly urn: Urn;
  readonly aspectName: string;
  readonly code: ErrorCode;
  /** Whether it is a CREATE_ENTITY of an existing entity. */
  readonly isOfExisting?: boolean;
  /** Whether it changes a built-in entity. */
  readonly isOfBuiltIn?: boolean;
  /** The proposal, if its condition does not hold. */
  readonly refused?: RefusedWrite;
}

/** The outcome of a step that its condition skips or refuses; undefined for one to be decided. */
function skipped(step: Step, failures: Failures<Failure>): Outcome | undefined {
  const { proposal } = step;
  checkViewCreator(step);
  if (isSkipped(step)) return nothing(step, 'skipped');
  const unmet = proposal.condition && checkWriteCondition(proposal.condition, seen(step));
  if (unmet === undefined) return undefined;
  const at = keyOf(step);
  const refused = { ...at, ...unmet };
  failures.add({
    ...at,
    code: 'PRECONDITION',
    message: `${unmet.problem}. ${unmet.remedy}`,
    ...because('CHANGED_SINCE'),
    refused,
  });
  return nothing(step, 'skipped');
}

/** Collects the failures of an outcome. */
function judged(step: Step, outcome: Outcome, failures: Failures<Failure>): Outcome {
  if (outcome.failures.length === 0) return outcome;
  const at = keyOf(step);
  const isOfExisting = createsExisting(step);
  failures.addAll(
    outcome.failures.map((failure): Failure => ({ ...failure, ...at, code: 'VALIDATION', isOfExisting })),
  );
  return outcome;
}

/** The outcome of a step that failed: a patch that cannot be applied counts as a failure like any other. */
function failed(step: Step, error: unknown, failures: Failures<Failure>): Outcome {
  if (!(error instanceof CatalogError)) throw error;
  const isOfBuiltIn = error instanceof BuiltInEntityError;
  const { code, message, problems } = error;
  const [problem, ...others] = problems;
  const { data, field, kind, property } = (others.length === 0 ? problem : undefined) ?? {};
  failures.add({ field, property, kind, data, ...keyOf(step), code, message, isOfBuiltIn });
  return nothing(step, 'skipped');
}

function keyOf({ aspect, urn }: Step): AspectKey {
  return { urn, aspectName: aspect.name };
}

function isSkipped(step: Step): boolean {
  const { proposal } = step;
  if (proposal.condition?.ifNoneMatch === undefined) return false;
  if (proposal.changeType === 'CREATE') return seen(step) !== undefined;
  return createsExisting(step);
}

function createsExisting(step: Step): boolean {
  return step.proposal.changeType === 'CREATE_ENTITY' && wasThere(step, step.context);
}

/** The current aspect as visible to the writer. */
function seen(step: Step): Aspect | undefined {
  const { aspect, context, urn } = step;
  const row = context.state.row(urn, aspect.name);
  return seenByWriter({ aspect, row, before: visibleValue(step) }, context);
}

/**
 * One error for all failures; its text has urns if the batch has several entities. VALIDATION unless all share
 * another code. Entities that the request does not name are not named: the caller may not be allowed to see them.
 */
function refusal(found: Failures<Failure>, named: ReadonlySet<Urn>): CatalogError {
  const failures = found.first;
  const [first] = failures;
  const message = found.text(({ urn, message: text }) => (named.size > 1 ? `${text} (${urn})` : text));
  const problems = failures.map((failure): Problem => {
    const { aspectName, code, data, field, kind, message: text, property, urn } = failure;
    const problem: Problem = { code, message: text, kind, data, field, property };
    return named.has(urn) ? { ...problem, urn, aspectName } : problem;
  });
  if (failures.some(({ isOfExisting }) => isOfExisting === true)) {
    return new EntityExistsError(message, problems);
  }
  if (failures.every(({ isOfBuiltIn }) => isOfBuiltIn === true)) {
    return new BuiltInEntityError(message, problems);
  }
  const refused = failures.flatMap((failure) => failure.refused ?? []);
  if (refused.length === failures.length) return new UnmetConditionError(message, refused, problems);
  const code = failures.every((failure) => failure.code === first?.code) ? first?.code : 'VALIDATION';
  return new CatalogError(code ?? 'VALIDATION', message, { problems });
}
