import { writerOf } from '../../../change/rollback/run-of.ts';
import { DEFAULT_RUN_ID, type Aspect, type EntityAspects } from '../../../model/aspect.ts';
import type { EditFailure } from '../../../model/bulk-edit.ts';
import type { ChangeEvent } from '../../../model/changes/change-event.ts';
import { deletionOf, upsertOf } from '../../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import type { Urn } from '../../../model/urn.ts';
import type { FormerVersion } from '../../../store/entity-rows.ts';
import { nextTurn } from '../../../util/concurrency/next-turn.ts';
import { shorten } from '../../../util/printable.ts';
import type { ProtectedWork } from '../../work.ts';
import { restoredEntity } from '../restored-entity.ts';
import { because } from '../../../refusals.ts';
import { shortDigest } from '../../../util/short-digest.ts';

const { assignmentAspect: ASSIGNMENTS } = STRUCTURED_PROPERTY;
/** Maximum characters of a value in a report. */
const SHOWN = 200;

/** The reversal of one change of a run: all or none of the proposals. */
export interface Reversal {
  readonly urn: Urn;
  /** Empty if there is nothing to change. */
  readonly proposals: readonly MetadataChangeProposal[];
  /** Aspects with their values, as texts; each has one value or none. */
  readonly cells: readonly AspectCell[];
}

/** Digest of a reversal: what it writes, and the versions that it has read. */
export function reversalDigest({ proposals, urn }: Reversal): string {
  const written = proposals.map((proposal) => ({ ...proposal }));
  return shortDigest(JSON.stringify([urn, written]));
}

/** Why a change of a run is not undone. */
type KeptKind = 'VALUE_HIDDEN' | 'CHANGED_SINCE' | 'HISTORY_MISSING';

/** A changed aspect. */
interface AspectCell {
  readonly field: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A change by a run, and the current aspects of the entity. */
interface RunWrite {
  readonly event: ChangeEvent;
  /** Undefined: the entity does not exist, or the caller may not see it. */
  readonly aspects: EntityAspects | undefined;
  readonly runId: string;
}

/**
 * The reversal of a change of an aspect: restores the newest earlier version that another run wrote, or removes the
 * aspect if there was none. A failure if the aspect was changed later, or the earlier version is no longer kept.
 * Undefined if the run changed it again later.
 */
export async function reversalOf(
  { aspects, event, runId }: RunWrite,
  work: ProtectedWork,
): Promise<Reversal | EditFailure | undefined> {
  const { aspectName, urn } = event;
  if (isOfEntity(event, work)) return entityReversal({ aspects, event, runId }, work);
  const failure = (code: EditFailure['code'], kind: KeptKind, message: string): EditFailure => ({
    urn,
    field: aspectName,
    code,
    ...because(kind),
    message,
  });
  // A caller who may see only some of the values must not learn who wrote them.
  if (aspectName === ASSIGNMENTS && !work.scope.seesEveryProperty) {
    return failure(
      'FORBIDDEN',
      'VALUE_HIDDEN',
      'Its values are kept: undoing them requires the right to see every property.',
    );
  }
  const found = aspects?.get(aspectName);
  const now = found !== undefined && found.sequence > 0 ? found : undefined;
  const isOwn =
    now !== undefined && now.systemMetadata.runId === runId && writerOf(now.systemMetadata) === runId;
  if (isOwn && now.sequence > event.sequence) return undefined;
  const isOpen = event.kind === 'DELETE' ? now === undefined : isOwn && now.sequence === event.sequence;
  const earlier = new EarlierVersions(event, runId, work);
  if (!isOpen && (await earlier.isFollowed(now))) return undefined;
  const before = await earlier.beforeRun();
  if (before !== 'not kept' && before?.text === now?.text) return { urn, proposals: [], cells: [] };
  if (!isOpen) return failure('CONFLICT', 'CHANGED_SINCE', `It is kept: ${changedSince(now)}.`);
  if (before === 'not kept')
    return failure('GONE', 'HISTORY_MISSING', 'Its value before the run is no longer stored.');
  return {
    urn,
    proposals: [restoring(event, before, now)],
    cells: [{ field: aspectName, before: textsOf(now), after: textsOf(before) }],
  };
}

/** Text that says who wrote a version after the run. */
export function changedSince(now: Aspect | undefined): string {
  if (now === undefined) return 'it was deleted later';
  const { created, systemMetadata } = now;
  const { lastRunId, runId } = systemMetadata;
  if (lastRunId !== undefined && runId !== DEFAULT_RUN_ID) return `run ${runId} wrote the same value later`;
  if (lastRunId !== undefined) return 'the same value was written later';
  const of = runId === DEFAULT_RUN_ID ? '' : ` in run ${runId}`;
  return `${created.actor} changed it later${of}, at ${new Date(created.time).toISOString()}`;
}

/** The value of an aspect as text for a report; empty without one. */
export function textsOf(aspect: Aspect | undefined): readonly string[] {
  return aspect === undefined ? [] : [shorten(aspect.text, SHOWN)];
}

/** A write that is conditional on the version that was read. */
function restoring(
  { aspectName, urn }: ChangeEvent,
  before: Aspect | undefined,
  now: Aspect | undefined,
): MetadataChangeProposal {
  if (before === undefined) return { ...deletionOf(urn, aspectName), condition: conditionOf(now) };
  return { ...upsertOf(urn, aspectName, before.value), condition: conditionOf(now) };
}

/** Condition: the version is that which was read, or the aspect does not exist. */
export function conditionOf(now: Aspect | undefined): { readonly ifVersionMatch: string } {
  return { ifVersionMatch: now === undefined ? '-1' : (now.systemMetadata.version ?? '1') };
}

function isOfEntity({ aspectName, entityType, kind }: ChangeEvent, { settings }: ProtectedWork): boolean {
  return kind === 'DELETE' && settings.registry.findEntity(entityType)?.keyAspect.name === aspectName;
}

/** Restores an entity that the run deleted with all aspects. */
async function entityReversal(
  { aspects, event }: RunWrite,
  { query, scope }: ProtectedWork,
): Promise<Reversal | EditFailure> {
  const { aspectName: field, sequence, urn } = event;
  const deletion = await query.lastDeletion(urn, scope);
  if (deletion?.sequence !== sequence) {
    const message = 'The deleted entity is no longer kept, or it was deleted again later.';
    return { urn, field, code: 'GONE', ...because('HISTORY_MISSING'), message };
  }
  const { isReinstated, proposals, restored } = restoredEntity(urn, deletion, aspects);
  const cells = restored.map((name) => ({
    field: name,
    before: [],
    after: name === 'status' && isReinstated ? ['{"removed":false}'] : textsOf(deletion.aspects.get(name)),
  }));
  return { urn, proposals, cells };
}

/** The versions of an aspect; read only if the change itself does not suffice. */
class EarlierVersions {
  readonly #event: ChangeEvent;
  readonly #runId: string;
  readonly #work: ProtectedWork;
  #read: Promise<readonly FormerVersion[]> | undefined;

  constructor(event: ChangeEvent, runId: string, work: ProtectedWork) {
    this.#event = event;
    this.#runId = runId;
    this.#work = work;
  }

  /** Whether the run wrote a later version, which is not the latest. */
  async isFollowed(now: Aspect | undefined): Promise<boolean> {
    if (now === undefined) return false;
    return (await this.#history()).some(
      ({ row: { aspect } }) => aspect.sequence > this.#event.sequence && this.#isOwn(aspect),
    );
  }

  /** The newest version before the change that another run wrote; undefined: there was none. */
  async beforeRun(): Promise<Aspect | 'not kept' | undefined> {
    const { aspectName, before, notKept, sequence, urn } = this.#event;
    if (notKept.includes('before')) return 'not kept';
    if (before === undefined || !this.#isOwn(before)) return before;
    const { query, scope } = this.#work;
    const earlier = (await this.#history()).filter(({ row }) => row.aspect.sequence < sequence);
    const other = earlier.find(({ row }) => !this.#isOwn(row.aspect));
    if (other !== undefined) return query.getAspect(urn, aspectName, other.version, scope);
    const first = earlier.at(-1)?.row.aspect ?? before;
    return Number(first.systemMetadata.version ?? 0) === 1 ? undefined : 'not kept';
  }

  /** All earlier versions, newest first. */
  #history(): Promise<readonly FormerVersion[]> {
    // Many reads in a row would block other requests.
    return (this.#read ??= nextTurn().then(() => this.#work.services.reader.history(this.#event)));
  }

  #isOwn({ systemMetadata }: Aspect): boolean {
    return writerOf(systemMetadata) === this.#runId;
  }
}
