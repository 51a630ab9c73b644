import { CatalogError } from '../errors.ts';
import type { PropertyDirectory } from '../model/structured-property.ts';
import { assignmentField } from '../search/assignment-field.ts';
import type { ColumnMoves, ColumnWorth } from '../search/column-moves.ts';
import type { SwappableIndex } from '../search/swappable-index.ts';
import type { SystemReader } from '../store/system-reader.ts';
import { rewriteDue, type RewriteControl, type RewriteParts } from './rewrite-due.ts';

/** Dependencies of moving columns. */
export interface MoveParts extends RewriteParts {
  readonly store: { readonly reader: Pick<SystemReader, 'endedGenerations'> };
  readonly index: Pick<SwappableIndex, 'apply' | 'columns' | 'position'>;
  readonly properties: Pick<PropertyDirectory, 'all'>;
}

/** Progress and cancellation of moving columns. */
export interface MoveControl extends RewriteControl {
  /** Aborting leaves a move unfinished, to be continued by the next call in any process. */
  readonly signal: AbortSignal;
  /** Resolves after this time; rejects when aborted. */
  readonly wait: (ms: number) => Promise<void>;
}

/** Outcome of moving columns. */
export interface Moved {
  /** Properties that got dedicated fields in the index. */
  readonly up: number;
  /** Properties moved to shared fields. */
  readonly down: number;
  /** Deleted properties whose fields were freed. */
  readonly dropped: number;
  /** Documents that were written again. */
  readonly documents: number;
}

/**
 * Moves the values of properties between dedicated and shared index fields, until the properties of most documents
 * and those shown in filters have dedicated fields. Continues an interrupted move first. Reads and writes continue:
 * only documents with values of a moving property are written again, from the store. Does nothing with an index
 * without such fields. CONFLICT when the index must be rebuilt first.
 */
export async function moveColumns(parts: MoveParts, control: MoveControl): Promise<Moved> {
  const { effects, index } = parts;
  const moved = { up: 0, down: 0, dropped: 0, documents: 0 };
  for (;;) {
    control.signal.throwIfAborted();
    // Looked up each time: the index may have been replaced.
    const { columns } = index;
    if (columns === undefined) return moved;
    // In case the previously moving process was killed in the middle of a step.
    await effects.between(() => columns.resume());
    if (columns.stage === undefined) {
      const choice = await columns.choose(await worths(parts));
      if (choice.up.length + choice.down.length + choice.dropped.length === 0) return moved;
      const begun = await effects.between(() => columns.begin(choice));
      moved.up += begun.up.length;
      moved.down += begun.down.length;
      moved.dropped += begun.dropped.length;
    }
    moved.documents += await copy(columns, parts, control);
    await effects.between(() => columns.switchReads());
    if (columns.stage === 'switched') await control.wait(columns.readsEndWithinMs);
    await effects.between(() => columns.end());
  }
}

/** Rewrites documents until none is due; returns their number. */
async function copy(columns: ColumnMoves, parts: MoveParts, control: MoveControl): Promise<number> {
  const { done, stuck } = await rewriteDue((size) => columns.due(size), parts, control);
  if (stuck === 0) return done;
  // By now each due document has been written to both places, like every other.
  throw new CatalogError(
    'CONFLICT',
    `${stuck} documents of the search index could not be copied. Repair it with \`colophon doctor --repair\`, then start again.`,
  );
}

/**
 * Rates fields of properties: those shown in filters come first, soft-deleted ones last; fields of ended generations
 * are freed.
 */
async function worths({ properties, store }: MoveParts): Promise<(field: string) => ColumnWorth> {
  const worthOf = new Map<string, ColumnWorth>();
  for (const { generation, removed, showInSearchFilters, urn } of properties.all()) {
    const worth = showInSearchFilters ? 'first' : 'next';
    worthOf.set(assignmentField(urn, generation), removed ? 'last' : worth);
  }
  // Only generations known to have ended: this process may not know the latest properties yet.
  for (const { generation, propertyUrn } of await store.reader.endedGenerations()) {
    worthOf.set(assignmentField(propertyUrn, generation), 'none');
  }
  return (field) => worthOf.get(field) ?? 'last';
}
