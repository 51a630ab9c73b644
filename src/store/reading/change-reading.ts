import { isOfAnother } from '../../model/access/personal.ts';
import type { Scope } from '../../model/scope.ts';
import { isCatalogId, type Sequence } from '../../model/sequence.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';
import type { ChangeReader, ChangeSelection, LogPosition } from '../change-reader.ts';
import type { CommitFeed } from '../commit-feed.ts';
import type { ChangeLogReader, Commit, LogEntry } from '../metadata-store.ts';
import type { ScopedReader } from '../scoped-reader.ts';
import type { SystemReader } from '../system-reader.ts';
import { DEFAULT_READ_SIZE } from '../read-limit.ts';
import { findTime } from './find-time.ts';
import { lostValuesIn } from './lost-values.ts';
import { RecentCommits } from './recent-commits.ts';
import { rowsAsOf } from './rows-as-of.ts';
import { visibleAspects, withForms } from './scoped-reading.ts';
import { seenChanges, type StoredChange } from './seen-changes.ts';
import { createStoredChanges, type Selected } from './stored-changes.ts';
import { dependsOnRows } from './visible-entity.ts';

const { assignmentAspect: ASSIGNMENTS } = STRUCTURED_PROPERTY;
/** Maximum writes of assignments examined per call, unless one commit has more. */
const LOST_AT_ONCE = 1_000;

/** Dependencies of {@link createChangeReader}. */
export interface ChangeReaderParts {
  readonly log: ChangeLogReader;
  readonly others: Pick<CommitFeed, 'whenRewound'>;
  readonly reader: SystemReader;
  readonly scoped: Pick<ScopedReader, 'entities'>;
}

/** Creates a reader that applies scopes to log entries and to the rows that they refer to. */
export function createChangeReader({ log, others, reader, scoped }: ChangeReaderParts): ChangeReader {
  const recent = new RecentCommits(log, reader);
  /** The position last found in the log, shared by all followers that wait at its end. */
  let confirmed: LogPosition | undefined;
  others.whenRewound(() => {
    recent.clear();
    confirmed = undefined;
  });

  const stored = createStoredChanges(recent, reader);
  const visible = visibleNow(scoped);

  return {
    after: async (position, { fits, limit, most, seesDeleted, upTo }, scope) => {
      const commits = await recent.after(position.sequence, upTo);
      const isWanted = (entry: LogEntry): boolean => entry.isInvisible !== true && fits(entry);
      const { selected, last } = select(commits, isWanted, limit);
      const changes = await stored(selected, most);
      const urns = new Set(changes.flatMap(({ entries }) => entries.map(({ entry }) => entry.urn)));
      const isVisible =
        urns.size === 0 ? () => false : isSeenIn(await visible([...urns], seesDeleted, scope));
      return {
        changes: await withForms(reader, (infoOf) =>
          changes.flatMap((change) => seenChanges(change, { isVisible, scope, infoOf })),
        ),
        position: endOf(changes, selected, last) ?? position,
      };
    },
    lostValues: async (position, { generation, propertyUrn, upTo }, scope) => {
      const commits = await recent.after(position.sequence, upTo);
      const isWanted = ({ aspectName }: LogEntry): boolean => aspectName === ASSIGNMENTS;
      const { selected, last } = select(commits, isWanted, LOST_AT_ONCE);
      const changes = await stored(selected, DEFAULT_READ_SIZE);
      const lost = lostValuesIn(changes, { generation, propertyUrn });
      const urns = lost.map(({ urn }) => urn);
      const isVisible = await visible(urns, () => false, scope);
      const end = endOf(changes, selected, last) ?? position;
      return { lost: lost.filter(({ urn }) => isVisible(urn, Infinity)), position: end };
    },
    asOf: async (urn, sequence, seesDeleted, scope) => {
      const isVisible = await visible([urn], seesDeleted, scope);
      if (!isVisible(urn, sequence)) return { aspects: new Map(), notKept: new Set() };
      const isSeen = (aspectName: string): boolean => !isOfAnother({ urn, aspectName }, scope);
      const { notKept, rows } = await rowsAsOf(reader, urn, sequence, DEFAULT_READ_SIZE, isSeen);
      const aspects = await withForms(reader, (infoOf) => visibleAspects(rows, scope, infoOf));
      return { aspects, notKept: new Set([...notKept].filter(isSeen)) };
    },
    timeAfter: async ({ sequence }) => (await log.commitsAfter(sequence, 1))[0]?.created.time,
    oldest: async () => ({ sequence: ((await log.oldest())?.sequence ?? 1) - 1, id: undefined }),
    at: (time, upTo) => findTime(log, time, upTo),
    positionOf: async (sequence) => ({ sequence, id: (await log.markOf(sequence))?.id }),
    isForeign: ({ id }) => id !== undefined && isCatalogId(id) && id !== log.catalogId,
    confirms: async (position) => {
      const { id, sequence } = position;
      if (id !== undefined && isCatalogId(id)) return id === log.catalogId;
      if (id === undefined || (confirmed?.id === id && confirmed.sequence === sequence)) return true;
      const found = (recent.find(sequence) ?? (await log.markOf(sequence)))?.id;
      if (found === id) confirmed = position;
      // A catalog moved to a store without commit ids cannot be rewound any more.
      return found === id || log.hadCommitIds;
    },
  };
}

/** Whether a scope sees an entity as it was after a commit. */
type IsVisible = (urn: Urn, sequence: Sequence) => boolean;

/** Whether a scope sees an entry of a commit. A deletion in the commit that created an entity deleted a former one. */
function isSeenIn(isVisible: IsVisible) {
  return ({ changeType, urn }: LogEntry, { sequence }: Commit): boolean =>
    isVisible(urn, changeType === 'DELETE' ? sequence - 1 : sequence);
}

/**
 * Finds the entities that a scope sees, as they are now. Entities that do not exist are judged by their urn, as are
 * former entities of an urn: creating or changing the entity again grants no access to a former one.
 */
function visibleNow(scoped: ChangeReaderParts['scoped']) {
  return async (
    urns: readonly Urn[],
    seesDeleted: ChangeSelection['seesDeleted'],
    scope: Scope,
  ): Promise<IsVisible> => {
    await scope.settle(urns);
    const isOpen = (urn: Urn): boolean => seesDeleted(urn) && !dependsOnRows(urn, scope);
    const asked = urns.filter((urn) => !isOpen(urn));
    const there = asked.length === 0 ? undefined : await scoped.entities(asked, [], scope);
    return (urn, sequence) => {
      if (isOpen(urn)) return scope.seesEntity(urn);
      const found = there?.get(urn);
      return found !== undefined && (found.entity.createdIn ?? 0) <= sequence;
    };
  };
}

/** The commits with wanted entries, up to the limit, and the last examined commit. */
function select(
  commits: readonly Commit[],
  isWanted: (entry: LogEntry) => boolean,
  limit: number,
): { readonly selected: readonly Selected[]; readonly last: Commit | undefined } {
  const selected: Selected[] = [];
  let count = 0;
  let last: Commit | undefined;
  for (const commit of commits) {
    const entries = [...commit.entries.entries()].filter(([, entry]) => isWanted(entry));
    count += entries.length;
    if (count > limit && selected.length > 0) break;
    if (entries.length > 0) selected.push({ commit, entries });
    last = commit;
  }
  return { selected, last };
}

/** The position after the changes that were read; undefined: no commit was examined. */
function endOf(
  changes: readonly StoredChange[],
  selected: readonly Selected[],
  last: Commit | undefined,
): LogPosition | undefined {
  const end = changes.length < selected.length ? changes.at(-1)?.commit : last;
  return end && positionAt(end);
}

function positionAt({ sequence, id }: Commit): LogPosition {
  return { sequence, id };
}
