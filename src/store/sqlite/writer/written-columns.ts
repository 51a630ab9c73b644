import type { AuditStamp } from '../../../model/aspect.ts';
import type { DecidedCommit, RowWrite } from '../../metadata-store.ts';
import { textsOnce } from '../../rows/metadata-texts.ts';
import type { Written } from '../../rows/stored-rows.ts';
import { BY_COMMIT } from '../implied/commit-metadata.ts';
import {
  differenceTo,
  impliedBy,
  observedIn,
  type CommonMetadata,
  type RowKind,
} from '../implied/implied-metadata.ts';

/** Columns of a row that say by whom and when it was written. */
export interface WrittenColumns {
  readonly systemMetadata: string;
  readonly createdOn: number;
  readonly createdBy: string;
}

/** Converts by whom and when rows of a commit were written to their columns. */
export interface ColumnsOfCommit {
  /** JSON of the system metadata that the commit must store for its rows; undefined: nothing. */
  readonly shared: string | undefined;
  readonly columnsOf: (kind: RowKind, written: Written) => WrittenColumns;
  /** Columns that say it without the commit. */
  readonly wholeOf: (written: Written) => WrittenColumns;
}

/**
 * A commit with fewer rows stores nothing for them: what it stores remains when the rows have been replaced or deleted, some 200
 * bytes, and must be little compared to the rows.
 */
const FEWEST_SHARING = 10;

/** Chooses the columns of the rows of a commit. */
export function columnsOfCommit({
  created,
  entries,
  writes,
}: Pick<DecidedCommit<unknown>, 'created' | 'entries' | 'writes'>): ColumnsOfCommit {
  const sharing = writes.flatMap((write) => writtenBy(write) ?? []).filter((row) => isAt(created, row));
  const [first] = sharing;
  const textOf = textsOnce();
  const wholeOf = ({ created: { actor, time }, systemMetadata }: Written): WrittenColumns => ({
    systemMetadata: textOf(systemMetadata),
    createdOn: time,
    createdBy: actor,
  });
  // Without entries, the next commit gets the same sequence.
  if (first === undefined || sharing.length < FEWEST_SHARING || entries.length === 0) {
    return { shared: undefined, columnsOf: (_, written) => wholeOf(written), wholeOf };
  }
  const shared = JSON.stringify(observedIn(first.systemMetadata));
  // As readers find it.
  const implied = impliedBy({ created, observed: JSON.parse(shared) as CommonMetadata['observed'] });
  const differences = {
    entity: textsOnce(differenceTo(implied.entity)),
    aspect: textsOnce(differenceTo(implied.aspect)),
  };
  return {
    shared,
    columnsOf: (kind, written) => {
      if (!isAt(created, written)) return wholeOf(written);
      const systemMetadata = differences[kind](written.systemMetadata);
      return { systemMetadata, createdOn: created.time, createdBy: BY_COMMIT };
    },
    wholeOf,
  };
}

/** By whom and when the row of a write was written; undefined if it writes none that can share it. */
function writtenBy(write: RowWrite): Written | undefined {
  if (write.kind === 'createEntity') return write.entity;
  return write.kind === 'putAspect' || write.kind === 'revertAspect' ? write.row.aspect : undefined;
}

function isAt({ actor, time }: AuditStamp, { created }: Written): boolean {
  return created.time === time && created.actor === actor;
}
