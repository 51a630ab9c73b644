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

const { assignmentAspect: ASSIGNMENTS } = STRUCTURED_PROPERTY;
/** Characters of a value that a report shows. */
const SHOWN = 200;

/** What takes back one change of a run: all or none of the proposals. */
export interface Reversal {
  readonly urn: Urn;
  /** Empty: it is so already. */
  readonly proposals: readonly MetadataChangeProposal[];
  /** Aspects with their values, as texts: one, or none. */
  readonly cells: readonly AspectCell[];
}

/** An aspect that changes. */
interface AspectCell {
  readonly field: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A change by a run, and what is stored now. */
interface RunWrite {
  readonly event: ChangeEvent;
  /** Undefined: the entity does not exist, or the caller may not see it. */
  readonly aspects: EntityAspects | undefined;
  readonly runId: string;
}

/**
 * What takes back a change of an aspect: the newest version before it that another run wrote, or nothing if there was none.
 * A failure if it has been changed since, or what was before is not kept. Undefined if the run changed it again later.
 */
export async function reversalOf(
  { aspects, event, runId }: RunWrite,
  work: ProtectedWork,
): Promise<Reversal | EditFailure | undefined> {
  const { aspectName, urn } = event;
  if (isOfEntity(event, work)) return entityReversal({ aspects, event, runId }, work);
  const failure = (code: EditFailure['code'], message: string): EditFailure => ({
    urn,
    field: aspectName,
    code,
    message,
  });
  // Who may see some of the values only is not told who wrote which.
  if (aspectName === ASSIGNMENTS && !work.scope.seesEveryProperty) {
    return failure('FORBIDDEN', 'Its values stay: taking them back needs the right to see every property.');
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
  if (!isOpen) return failure('CONFLICT', `It stays as it is: ${changedSince(now)}.`);
  if (before === 'not kept') return failure('GONE', 'What it had before the run is not stored any more.');
  return {
    urn,
    proposals: [restoring(event, before, now)],
    cells: [{ field: aspectName, before: textsOf(now), after: textsOf(before) }],
  };
}

/** Who wrote a version after the run. */
export function changedSince(now: Aspect | undefined): string {
  if (now === undefined) return 'it has been deleted since';
  const { created, systemMetadata } = now;
  const { lastRunId, runId } = systemMetadata;
  if (lastRunId !== undefined && runId !== DEFAULT_RUN_ID) return `run ${runId} has written the same since`;
  if (lastRunId !== undefined) return 'the same has been written since';
  const of = runId === DEFAULT_RUN_ID ? '' : ` in run ${runId}`;
  return `${created.actor} has changed it since${of}, at ${new Date(created.time).toISOString()}`;
}

/** The texts that a report shows of a value: none if there is none. */
export function textsOf(aspect: Aspect | undefined): readonly string[] {
  return aspect === undefined ? [] : [shorten(aspect.text, SHOWN)];
}

/** A write that holds only for what was read. */
function restoring(
  { aspectName, urn }: ChangeEvent,
  before: Aspect | undefined,
  now: Aspect | undefined,
): MetadataChangeProposal {
  if (before === undefined) return { ...deletionOf(urn, aspectName), condition: conditionOf(now) };
  return { ...upsertOf(urn, aspectName, before.value), condition: conditionOf(now) };
}

/** Holds for the version that was read, or while there is none. */
export function conditionOf(now: Aspect | undefined): { readonly ifVersionMatch: string } {
  return { ifVersionMatch: now === undefined ? '-1' : (now.systemMetadata.version ?? '1') };
}

function isOfEntity({ aspectName, entityType, kind }: ChangeEvent, { settings }: ProtectedWork): boolean {
  return kind === 'DELETE' && settings.registry.findEntity(entityType)?.keyAspect.name === aspectName;
}

/** Brings back an entity that the run deleted with all aspects. */
async function entityReversal(
  { aspects, event }: RunWrite,
  { query, scope }: ProtectedWork,
): Promise<Reversal | EditFailure> {
  const { aspectName: field, sequence, urn } = event;
  const deletion = await query.lastDeletion(urn, scope);
  if (deletion?.sequence !== sequence) {
    const message = 'What the run deleted is not kept any more, or has been deleted again since.';
    return { urn, field, code: 'GONE', message };
  }
  const { isReinstated, proposals, restored } = restoredEntity(urn, deletion, aspects);
  const cells = restored.map((name) => ({
    field: name,
    before: [],
    after: name === 'status' && isReinstated ? ['{"removed":false}'] : textsOf(deletion.aspects.get(name)),
  }));
  return { urn, proposals, cells };
}

/** The versions of an aspect, which are read only if the change itself does not tell enough. */
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

  /** All former versions, newest first. */
  #history(): Promise<readonly FormerVersion[]> {
    // Many in a row would keep other requests waiting.
    return (this.#read ??= nextTurn().then(() => this.#work.services.reader.history(this.#event)));
  }

  #isOwn({ systemMetadata }: Aspect): boolean {
    return writerOf(systemMetadata) === this.#runId;
  }
}
