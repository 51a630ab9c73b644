import type { Sequence } from '../../../model/sequence.ts';
import type { Urn } from '../../../model/urn.ts';
import { entityTypeOf } from '../../../model/urn.ts';
import { isJsonObject } from '../../../util/json.ts';
import type { DocumentChange } from '../../search-index.ts';
import { documentId, indexBody } from '../document/index-body.ts';
import type { Connection } from './connection.ts';
import { failureFor, reasonOf } from './failure.ts';
import type { EngineFailure } from './failure.ts';
import type { IndexGeneration } from './generation.ts';
import { withRetries } from './retry.ts';

/**
 * Lines of a bulk operation: the action and, unless it deletes, the document. As JSON, because it is smaller than the objects,
 * which would outlive the collection of young objects until the whole batch is sent.
 */
type BulkLines = readonly string[];

/** Destination of operations. */
interface BulkTarget extends Pick<WriteOptions, 'isImmediate'> {
  readonly connection: Connection;
  readonly generation: IndexGeneration;
}

/** Operations per bulk request; a document has a few kilobytes. */
const MOST_OPERATIONS = 500;
/** Concurrent bulk requests; OpenSearch processes each on one CPU. */
const AT_ONCE = 2;

/** Options of a write. */
export interface WriteOptions {
  /** Sequence of the last commit that the changes belong to. */
  readonly version: Sequence;
  /** Whether changes must be searchable once they are written. */
  readonly isImmediate: boolean;
}

/**
 * Writes documents and removals with layout and sequence as external version: documents of a later commit or layout are
 * kept, so repeated or delayed writes change nothing.
 */
export async function writeChanges(
  connection: Connection,
  generation: IndexGeneration,
  changes: readonly DocumentChange[],
  { version, isImmediate }: WriteOptions,
): Promise<void> {
  const last = new Map<Urn, DocumentChange>(changes.map((change) => [change.urn, change]));
  const documents = [...last.values()].flatMap((change) => ('removed' in change ? [] : change));
  await generation.prepareFor(documents);
  const operations = [...last.values()].flatMap((change) => operationsOf(change, generation, version));
  await sendAll({ connection, generation, isImmediate }, operations);
}

/** Sends operations on distinct documents, in any order. When it settles, no request is running any more. */
async function sendAll(target: BulkTarget, operations: readonly BulkLines[]): Promise<void> {
  const count = Math.ceil(operations.length / MOST_OPERATIONS);
  const batches = Array.from({ length: count }, (_, i) =>
    operations.slice(i * MOST_OPERATIONS, (i + 1) * MOST_OPERATIONS),
  ).values();
  const sendInTurn = async (): Promise<void> => {
    for (const batch of batches) await sendUntilTaken(target, batch);
  };
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, sendInTurn));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function sendUntilTaken(target: BulkTarget, operations: readonly BulkLines[]): Promise<void> {
  let due = operations;
  await withRetries(async () => {
    const { left, failure } = await send(target, due);
    due = left;
    if (failure !== undefined) throw failure;
  });
}

/** One operation; none for a removal from a type without an index. */
function operationsOf(change: DocumentChange, generation: IndexGeneration, version: Sequence): BulkLines[] {
  const entityType = 'removed' in change ? entityTypeOf(change.urn) : change.entityType;
  if (!generation.state.types.has(entityType)) return [];
  const target = {
    _index: generation.placeOf(entityType),
    _id: documentId(change.urn),
    version: generation.versionAt(version),
    version_type: 'external_gte',
  };
  return 'removed' in change
    ? [[JSON.stringify({ delete: target })]]
    : [[JSON.stringify({ index: target }), JSON.stringify(indexBody(change, generation.columns))]];
}

/** Sends operations; returns those that failed and one of the failures, preferably one that is not passing. */
async function send(
  { connection, isImmediate }: BulkTarget,
  operations: readonly BulkLines[],
): Promise<{ readonly left: readonly BulkLines[]; readonly failure: EngineFailure | undefined }> {
  const answer = await connection.ask({
    method: 'POST',
    path: '/_bulk',
    query: {
      require_alias: true,
      refresh: isImmediate,
      filter_path: 'errors,items.*.status,items.*.error',
    },
    lines: operations.flat(),
  });
  if (answer['errors'] !== true) return { left: [], failure: undefined };
  const items = Array.isArray(answer['items']) ? answer['items'] : [];
  const failed = operations.flatMap((operation, i) => {
    const failure = failureOfItem(items[i], connection.host);
    return failure === undefined ? [] : [{ operation, failure }];
  });
  const first = failed.find(({ failure }) => !failure.isPassing) ?? failed[0];
  return { left: failed.map(({ operation }) => operation), failure: first?.failure };
}

/** Undefined when the operation succeeded, or when the stored document is newer. */
function failureOfItem(item: unknown, host: string): EngineFailure | undefined {
  const [outcome] = isJsonObject(item) ? Object.values(item) : [];
  if (!isJsonObject(outcome) || !isJsonObject(outcome['error'])) return undefined;
  const { status } = outcome;
  const reason = reasonOf(outcome);
  if (reason.type === 'version_conflict_engine_exception') return undefined;
  return failureFor(typeof status === 'number' ? status : 0, reason, host);
}
