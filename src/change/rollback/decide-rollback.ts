import { CatalogError } from '../../errors.ts';
import { ASSERTION } from '../../model/assertion.ts';
import { DEFAULT_RUN_ID, type AspectKey, type AuditStamp, type SystemMetadata } from '../../model/aspect.ts';
import type { AspectSpec, EntityRegistry } from '../../model/entity-registry.ts';
import { Failures } from '../../model/failures.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { VERSIONS } from '../../model/version-set.ts';
import type { AspectRow, FormerVersion } from '../../store/entity-rows.ts';
import type { CurrentState, Decide, LogEntry, RowWrite } from '../../store/metadata-store.ts';
import { PendingRows, memoized, overlay } from '../../store/rows/pending-rows.ts';
import { atOnce } from '../../util/concurrency/steps.ts';
import { AffectedByDecision, type AffectedRights } from '../affected-rights.ts';
import { BatchMetadata } from '../batch-metadata.ts';
import { isOfMembers, membersChangedBy, setsJoinedBy } from '../find-affected.ts';
import { decideAspect } from '../decisions/decide-aspect.ts';
import { decideDeletion } from '../decisions/decide-deletion.ts';
import { decideChange } from '../decisions/decide-change.ts';
import type { Outcome, Step } from '../decision-step.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { generationsEndedBy } from '../properties/property-generations.ts';
import type { ChangeSettings, RuleContext } from '../rules.ts';
import { DERIVING, followUpsOf } from '../side-effects/index.ts';
import type { JoinedSet } from '../version-sets.ts';
import { missingAfterRemoval, revertAspect } from './revert-aspect.ts';
import { asWriterLeftIt, writerOf } from './run-of.ts';
import type { Violation } from '../violation.ts';
import { because } from '../../refusals.ts';

/** One item to roll back: an aspect, entity or timeseries that the run wrote. */
export type RollbackItem =
  | {
      readonly kind: 'aspect';
      readonly urn: Urn;
      readonly aspectName: string;
      /** Newest version written by another run. */
      readonly former: FormerVersion | undefined;
      /** Sequence of the latest version when `former` was read; the item is outdated if it has changed. */
      readonly sequence: number;
    }
  | { readonly kind: 'entity'; readonly urn: Urn }
  | { readonly kind: 'points'; readonly urn: Urn; readonly aspectName: string };

/** Inputs of a rollback besides the stored state. */
export interface RollbackInput {
  readonly runId: string;
  /** Hard-delete the entities that the run created, instead of soft-deleting them. */
  readonly hard: boolean;
  readonly items: readonly RollbackItem[];
  readonly stamp: AuditStamp;
  readonly registry: EntityRegistry;
  readonly settings: ChangeSettings;
  /** See `DecideInput`. */
  readonly affected?: AffectedRights | undefined;
  /** Whether warnings refuse the rollback. */
  readonly isStrict: boolean;
  /** See `RuleContext`. The writer may assign every property, which undoing assignments needs. */
  readonly required: readonly Urn[] | undefined;
  /** Of removed assignments, judges only what is required: the other rules depend on what is undone before. */
  readonly isRehearsal?: true;
}

/** Result of deciding a rollback, besides its writes. */
export interface RollbackResult {
  /** Items skipped because of a concurrent change. */
  readonly outdated: number;
  /** Violations that refuse nothing. */
  readonly warnings: readonly Violation[];
}

/** Whether a write of the aspect affects other entities, on which the writer needs rights. */
export function affectsOthers(aspectName: string): boolean {
  return isOfMembers(aspectName) || aspectName === VERSIONS.ofAsset;
}

/** Decides the rollback of some items of a run. */
export function decideRollback(input: RollbackInput): Decide<RollbackResult> {
  return (stored, sequence) => {
    const found = memoized(stored);
    const pending = new PendingRows();
    const state = overlay(found, pending);
    const affected = new AffectedByDecision(input.affected);
    const undo = new Undo(input, { state, found, affected }, sequence);
    const writes: RowWrite[] = [];
    const entries: LogEntry[] = [];
    const failures = new Failures<string>();
    let outdated = 0;
    for (const item of input.items) {
      const followUps = undo.followUpsOf(item);
      const outcome = undo.item(item);
      if (outcome === 'outdated') {
        outdated++;
        continue;
      }
      const keep = (undone: Undone): void => {
        pending.add(undone.writes, sequence);
        for (const write of undone.writes) writes.push(write);
        for (const entry of undone.entries) entries.push(entry);
        failures.addAll(undone.failures.map(({ message }) => `${message} (${item.urn})`));
      };
      keep(outcome);
      if (failures.hasMore) break;
      if (failures.first.length === 0) for (const next of followUps()) keep(atOnce(decideChange(next)));
    }
    const keys = input.items.flatMap((item) => (item.kind === 'aspect' ? [item] : []));
    for (const set of undo.setsJoinedBy(keys)) affected.allows({ kind: 'set', ...set });
    if (input.affected !== undefined) {
      const members = membersChangedBy(keys, { found, state });
      for (const asset of members) affected.allows({ kind: 'member', asset });
    }
    affected.requireJudged();
    if (failures.first.length > 0) {
      const reasons = failures.text((text) => text);
      throw new CatalogError(
        'VALIDATION',
        `Run ${input.runId} cannot be rolled back: ${reasons}`,
        because('RUN_NOT_REVERSIBLE'),
      );
    }
    return { writes, entries, created: input.stamp, result: { outdated, warnings: undo.warnings } };
  };
}

/** Decides and throws like the rollback, but writes nothing. */
export function rehearseRollback(input: RollbackInput): Decide<undefined> {
  return (state, sequence) => {
    decideRollback({ ...input, isRehearsal: true })(state, sequence);
    return { writes: [], entries: [], created: input.stamp, result: undefined };
  };
}

type Undone = Omit<Outcome, 'result'>;

const NOTHING: Undone = { writes: [], entries: [], failures: [] };

class Undo {
  readonly warnings: Violation[] = [];
  readonly #input: RollbackInput;
  readonly #rows: Pick<RuleContext, 'state' | 'found' | 'affected'>;
  readonly #state: CurrentState;
  readonly #sequence: number;
  #required: readonly Urn[] | undefined;

  constructor(
    input: RollbackInput,
    rows: Pick<RuleContext, 'state' | 'found' | 'affected'>,
    sequence: number,
  ) {
    this.#input = input;
    this.#rows = rows;
    this.#state = rows.state;
    this.#sequence = sequence;
  }

  item(item: RollbackItem): Undone | 'outdated' {
    const { runId } = this.#input;
    const { urn } = item;
    if (this.#state.entity(urn) === undefined) return NOTHING;
    switch (item.kind) {
      case 'aspect':
        return this.#aspect(item);
      case 'entity':
        return this.#entity(urn);
      case 'points': {
        const { aspectName } = item;
        const entry: LogEntry = { urn, aspectName, changeType: 'UPSERT' };
        return { writes: [{ kind: 'deletePoints', urn, aspectName, runId }], entries: [entry], failures: [] };
      }
    }
  }

  /** The version sets to which the items, once undone, have added their assets. */
  setsJoinedBy(keys: readonly AspectKey[]): readonly JoinedSet[] {
    return keys
      .filter(({ aspectName }) => aspectName === VERSIONS.ofAsset)
      .flatMap(({ aspectName, urn }) => {
        const step = this.#step({ urn, aspectName, changeType: 'RESTATE', value: {} });
        return step === undefined ? [] : setsJoinedBy(step);
      });
  }

  /** Changes that follow from undoing the item and do not belong to the run; called once the item is undone. */
  followUpsOf(item: RollbackItem): () => readonly Step[] {
    if (item.kind === 'points') return () => this.#withoutRuns(item.urn, item.aspectName);
    const { urn } = item;
    const isDeletion = item.kind === 'entity' && this.#input.hard;
    const keyAspect = this.#input.registry.entities.get(entityTypeOf(urn))?.keyAspect.name ?? '';
    const aspectName = item.kind === 'aspect' ? item.aspectName : isDeletion ? keyAspect : 'status';
    const step = this.#step(
      isDeletion
        ? { urn, aspectName, changeType: 'DELETE' }
        : { urn, aspectName, changeType: 'RESTATE', value: {} },
    );
    return step === undefined ? () => [] : followUpsOf(step, DERIVING);
  }

  /** Empties the summary of an assertion: the remaining runs are not known before the commit. */
  #withoutRuns(urn: Urn, aspectName: string): readonly Step[] {
    const { runAspect, summaryAspect } = ASSERTION;
    if (aspectName !== runAspect || this.#state.row(urn, summaryAspect) === undefined) return [];
    const step = this.#step({ urn, aspectName: summaryAspect, changeType: 'UPSERT', value: {} });
    return step === undefined ? [] : [{ ...step, isFollowUp: true }];
  }

  #aspect({
    urn,
    aspectName,
    former,
    sequence,
  }: Extract<RollbackItem, { kind: 'aspect' }>): Undone | 'outdated' {
    const { runId } = this.#input;
    const current = this.#state.row(urn, aspectName);
    if (current === undefined || current.aspect.systemMetadata.runId !== runId) return NOTHING;
    const { systemMetadata } = current.aspect;
    if (writerOf(systemMetadata) !== runId) {
      const before = asWriterLeftIt(systemMetadata);
      return { ...NOTHING, writes: [{ kind: 'touchAspect', urn, aspectName, systemMetadata: before }] };
    }
    if (current.aspect.sequence !== sequence) return 'outdated';
    if (former !== undefined) return this.#reversal(current, former);
    if (this.#isKeptForSoftDelete(urn, aspectName)) {
      return {
        ...NOTHING,
        writes: [{ kind: 'touchAspect', urn, aspectName, systemMetadata: this.#released(systemMetadata) }],
      };
    }
    return this.#removal(urn, aspectName);
  }

  /**
   * Whether to keep a property definition because its property will be soft-deleted. Deleting the definition would
   * permanently remove the property's values, which others may have written.
   */
  #isKeptForSoftDelete(urn: Urn, aspectName: string): boolean {
    const { hard, runId } = this.#input;
    return (
      !hard &&
      aspectName === STRUCTURED_PROPERTY.definitionAspect &&
      this.#state.entity(urn)?.systemMetadata.runId === runId
    );
  }

  /** Detaches the row from the run, so that rolling back the run again finds nothing to do. */
  #released(systemMetadata: SystemMetadata): SystemMetadata {
    return { ...systemMetadata, runId: DEFAULT_RUN_ID, lastRunId: this.#input.runId };
  }

  #reversal(current: AspectRow, former: FormerVersion): Undone {
    const { urn, aspectName } = current.aspect;
    const step = this.#step({ urn, aspectName, changeType: 'RESTATE', value: former.row.aspect.value });
    const entry: LogEntry = { urn, aspectName, changeType: 'UPSERT' };
    return step === undefined ? NOTHING : { ...revertAspect(step, current, former), entries: [entry] };
  }

  /** Deletes the aspect including its hidden parts: the run wrote all of it. */
  #removal(urn: Urn, aspectName: string): Undone {
    const step = this.#step({ urn, aspectName, changeType: 'DELETE' });
    if (step === undefined) return NOTHING;
    const isRehearsed = this.#input.isRehearsal && aspectName === STRUCTURED_PROPERTY.assignmentAspect;
    const failures = isRehearsed ? missingAfterRemoval(step) : atOnce(decideDeletion(step)).failures;
    return {
      writes: [{ kind: 'deleteAspect', urn, aspectName }, ...generationsEndedBy(step)],
      entries: [{ urn, aspectName, changeType: 'DELETE' }],
      failures,
    };
  }

  #entity(urn: Urn): Undone {
    const entity = this.#state.entity(urn);
    if (entity === undefined || entity.systemMetadata.runId !== this.#input.runId) return NOTHING;
    const spec = this.#input.registry.entities.get(entityTypeOf(urn));
    if (this.#input.hard) {
      const step = spec && this.#step({ urn, aspectName: spec.keyAspect.name, changeType: 'DELETE' });
      return step === undefined ? NOTHING : atOnce(decideDeletion(step));
    }
    const touch: RowWrite = {
      kind: 'touchEntity',
      urn,
      systemMetadata: this.#released(entity.systemMetadata),
    };
    // No status for a property without a definition: it would block defining the name again.
    const isProperty = spec?.name === STRUCTURED_PROPERTY.entityType;
    const isThere = !isProperty || this.#state.row(urn, STRUCTURED_PROPERTY.definitionAspect) !== undefined;
    const step =
      isThere &&
      spec?.aspects.has('status') === true &&
      this.#step({ urn, aspectName: 'status', changeType: 'UPSERT', value: { removed: true } });
    if (step === false || step === undefined) return { ...NOTHING, writes: [touch] };
    const { writes, entries, failures } = atOnce(decideAspect(step));
    return { writes: [touch, ...writes], entries, failures };
  }

  /** The properties that may be required on an entity. None on those that the run created, since they are deleted. */
  #requiredOn(urn: Urn): readonly Urn[] | undefined {
    const isCreated = this.#rows.found.entity(urn)?.systemMetadata.runId === this.#input.runId;
    return isCreated ? undefined : (this.#required ??= this.#requiredAfter());
  }

  /** The properties that may be required once the run is undone: rules that it wrote are undone too. */
  #requiredAfter(): readonly Urn[] {
    const { required = [], runId } = this.#input;
    const { found } = this.#rows;
    return required.filter((property) => {
      const { systemMetadata } = found.row(property, STRUCTURED_PROPERTY.rulesAspect)?.aspect ?? {};
      const isUndone = systemMetadata?.runId === runId && writerOf(systemMetadata) === runId;
      return !isUndone;
    });
  }

  /** Undefined for an entity type or aspect that is no longer in the registry. */
  #step(proposal: MetadataChangeProposal): Step | undefined {
    const { isStrict, registry, settings, stamp } = this.#input;
    const entity = registry.entities.get(entityTypeOf(proposal.urn));
    const aspect: AspectSpec | undefined = entity?.aspects.get(proposal.aspectName);
    if (entity === undefined || aspect === undefined) return undefined;
    const { actor, time: now } = stamp;
    const context: RuleContext = {
      ...this.#rows,
      registry,
      settings,
      now,
      actor,
      required:
        aspect.name === STRUCTURED_PROPERTY.assignmentAspect ? this.#requiredOn(proposal.urn) : undefined,
      ...(!isStrict && { warn: (warning) => void this.warnings.push(warning) }),
    };
    const metadata = new BatchMetadata(stamp, undefined);
    return {
      proposal,
      urn: proposal.urn,
      entity,
      aspect,
      context,
      metadata,
      stamp,
      sequence: this.#sequence,
    };
  }
}
