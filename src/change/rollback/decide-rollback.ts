import { CatalogError } from '../../errors.ts';
import { DEFAULT_RUN_ID } from '../../model/aspect.ts';
import type { AuditStamp, SystemMetadata } from '../../model/aspect.ts';
import type { AspectSpec, EntityRegistry } from '../../model/entity-registry.ts';
import { entityTypeOf } from '../../model/urn.ts';
import type { Urn } from '../../model/urn.ts';
import type {
  AspectRow,
  CurrentState,
  Decide,
  FormerVersion,
  LogEntry,
  RowWrite,
} from '../../store/metadata-store.ts';
import { PendingRows, memoized, overlay } from '../../store/pending-rows.ts';
import { decideAspect } from '../decide-aspect.ts';
import { decideDeletion } from '../decide-deletion.ts';
import type { Outcome, Step } from '../decision-step.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { livesEndedBy } from '../property-lives.ts';
import type { ChangeSettings } from '../rules.ts';
import { revertAspect } from './revert-aspect.ts';
import { asWriterLeftIt, writerOf } from './run-of.ts';

/** One thing that a run left behind, with what is needed to undo it. */
export type RollbackItem =
  | {
      readonly kind: 'aspect';
      readonly urn: Urn;
      readonly aspectName: string;
      /** Newest version that another run wrote. */
      readonly former: FormerVersion | undefined;
      /** Commit of the latest version that the history was read with. */
      readonly sequence: number;
    }
  | { readonly kind: 'entity'; readonly urn: Urn }
  | { readonly kind: 'points'; readonly urn: Urn; readonly aspectName: string };

/** What a rollback depends on besides the state. */
export interface RollbackInput {
  readonly runId: string;
  /** Entities that the run created are removed with everything instead of being soft-deleted. */
  readonly hard: boolean;
  readonly items: readonly RollbackItem[];
  readonly stamp: AuditStamp;
  readonly registry: EntityRegistry;
  readonly settings: ChangeSettings;
}

/** Decides how to undo a part of a run; the result is how many items were left because they changed meanwhile. */
export function decideRollback(input: RollbackInput): Decide<{ readonly outdated: number }> {
  return (stored, sequence) => {
    const found = memoized(stored);
    const pending = new PendingRows();
    const state = overlay(found, pending);
    const undo = new Undo(input, state, found, sequence);
    const writes: RowWrite[] = [];
    const entries: LogEntry[] = [];
    const failures: string[] = [];
    let outdated = 0;
    for (const item of input.items) {
      const outcome = undo.item(item);
      if (outcome === 'outdated') {
        outdated++;
        continue;
      }
      pending.add(outcome.writes, sequence);
      writes.push(...outcome.writes);
      entries.push(...outcome.entries);
      failures.push(...outcome.failures);
    }
    if (failures.length > 0) throw new CatalogError('VALIDATION', [...new Set(failures)].join('; '));
    return { writes, entries, created: input.stamp, result: { outdated } };
  };
}

type Undone = Omit<Outcome, 'result'>;

const NOTHING: Undone = { writes: [], entries: [], failures: [] };

class Undo {
  readonly #input: RollbackInput;
  readonly #state: CurrentState;
  readonly #found: CurrentState;
  readonly #sequence: number;

  constructor(input: RollbackInput, state: CurrentState, found: CurrentState, sequence: number) {
    this.#input = input;
    this.#state = state;
    this.#found = found;
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
    if (this.#goesSoftly(urn, aspectName)) {
      return {
        ...NOTHING,
        writes: [{ kind: 'touchAspect', urn, aspectName, systemMetadata: this.#released(systemMetadata) }],
      };
    }
    return this.#removal(urn, aspectName);
  }

  /**
   * Whether a definition stays because its property is soft-deleted as a whole: without it the values, which others may
   * have written, would be gone for good.
   */
  #goesSoftly(urn: Urn, aspectName: string): boolean {
    const { hard, runId } = this.#input;
    return (
      !hard &&
      aspectName === STRUCTURED_PROPERTY.definitionAspect &&
      this.#state.entity(urn)?.systemMetadata.runId === runId
    );
  }

  /** No longer one of the run's, so that undoing the run once more finds nothing to do. */
  #released(systemMetadata: SystemMetadata): SystemMetadata {
    return { ...systemMetadata, runId: DEFAULT_RUN_ID, lastRunId: this.#input.runId };
  }

  #reversal(current: AspectRow, former: FormerVersion): Undone {
    const { urn, aspectName } = current.aspect;
    const step = this.#step({ urn, aspectName, changeType: 'RESTATE', value: former.row.aspect.value });
    const entry: LogEntry = { urn, aspectName, changeType: 'UPSERT' };
    return step === undefined
      ? NOTHING
      : { writes: revertAspect(step, current, former), entries: [entry], failures: [] };
  }

  /** Goes with what is hidden in it: all of it is the run's. */
  #removal(urn: Urn, aspectName: string): Undone {
    const step = this.#step({ urn, aspectName, changeType: 'DELETE' });
    if (step === undefined) return NOTHING;
    const { failures } = decideDeletion(step);
    return {
      writes: [{ kind: 'deleteAspect', urn, aspectName }, ...livesEndedBy(step)],
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
      return step === undefined ? NOTHING : decideDeletion(step);
    }
    const touch: RowWrite = {
      kind: 'touchEntity',
      urn,
      systemMetadata: this.#released(entity.systemMetadata),
    };
    // A property without its definition is none; a status would only keep its name from being used again.
    const isProperty = spec?.name === STRUCTURED_PROPERTY.entityType;
    const isThere = !isProperty || this.#state.row(urn, STRUCTURED_PROPERTY.definitionAspect) !== undefined;
    const step =
      isThere &&
      spec?.aspects.has('status') === true &&
      this.#step({ urn, aspectName: 'status', changeType: 'UPSERT', value: { removed: true } });
    if (step === false || step === undefined) return { ...NOTHING, writes: [touch] };
    const { writes, entries, failures } = decideAspect(step);
    return { writes: [touch, ...writes], entries, failures };
  }

  /** Undefined for an aspect that the registry no longer knows: there is nothing to decide by. */
  #step(proposal: MetadataChangeProposal): Step | undefined {
    const { registry, settings, stamp } = this.#input;
    const entity = registry.entities.get(entityTypeOf(proposal.urn));
    const aspect: AspectSpec | undefined = entity?.aspects.get(proposal.aspectName);
    if (entity === undefined || aspect === undefined) return undefined;
    const context = { state: this.#state, found: this.#found, registry, settings };
    return { proposal, urn: proposal.urn, entity, aspect, context, stamp, sequence: this.#sequence };
  }
}
