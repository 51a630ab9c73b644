import type { Sequence } from '../../../model/sequence.ts';
import { entityTypeOf, type Urn } from '../../../model/urn.ts';
import { isJsonObject } from '../../../util/json.ts';
import {
  bareDocument,
  exactFieldsOf,
  isBare,
  withoutValuesFor,
  withoutWordsFor,
} from '../../documents/incomplete.ts';
import type { DocumentChange, SearchDocument } from '../../search-index.ts';
import { documentId, indexBody } from '../document/index-body.ts';
import type { Connection } from './connection.ts';
import { failureFor, reasonOf, type EngineFailure } from './failure.ts';
import type { IndexGeneration } from './generation.ts';
import { withRetries } from './retry.ts';

/**
 * Lines of a bulk operation: the action and, unless it deletes, the document. As JSON, because it is smaller than the objects,
 * which would survive young-generation collections until the whole batch is sent.
 */
type BulkLines = readonly string[];

/** A change in the form that is sent. */
interface Operation {
  readonly change: DocumentChange;
  readonly lines: BulkLines;
}

/** An operation that the engine refused because of the document's content, and the reason. */
interface Refusal {
  readonly change: DocumentChange;
  readonly failure: EngineFailure;
}

/** Destination of operations. */
interface BulkTarget extends WriteOptions {
  readonly connection: Connection;
  readonly generation: IndexGeneration;
}

/** Operations per bulk request, and their characters; a document has a few kilobytes. */
const MOST_OPERATIONS = 500;
const MOST_CHARACTERS = 16 * 2 ** 20;
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
 * kept, so repeated or delayed writes change nothing. A document that cannot be prepared, or that the engine refuses, is
 * written without its words, or else with urn and type only, and reported.
 */
export async function writeChanges(
  connection: Connection,
  generation: IndexGeneration,
  changes: readonly DocumentChange[],
  options: WriteOptions,
): Promise<void> {
  const last = new Map<Urn, DocumentChange>(changes.map((change) => [change.urn, change]));
  const target = { connection, generation, ...options };
  const readable = [...last.values()].map((change) => readableForm(change, generation));
  await writeForms(target, readable);
}

async function writeForms(target: BulkTarget, changes: readonly DocumentChange[]): Promise<void> {
  const { generation } = target;
  const documents = changes.flatMap((change) => ('removed' in change ? [] : change));
  await generation.prepareFor(documents);
  const unfit: SearchDocument[] = [];
  const operations = changes.flatMap((change) => {
    try {
      return operationsOf(change, target);
    } catch (error) {
      unfit.push(lesserForm(change, error, generation));
      return [];
    }
  });
  const refusals = await sendAll(target, operations);
  for (const { change, failure } of refusals) unfit.push(lesserForm(change, failure, generation));
  if (unfit.length > 0) await writeForms(target, unfit);
}

/** The change, or a document with urn and type if its fields cannot be read. */
function readableForm(change: DocumentChange, { incomplete }: IndexGeneration): DocumentChange {
  if ('removed' in change) return change;
  try {
    for (const [, values] of change.values) values.at(0);
    for (const [,] of change.texts) continue;
    return change;
  } catch (error) {
    const reason = withoutValuesFor(error);
    incomplete(change.urn, reason);
    return bareDocument(change, reason);
  }
}

/** A reduced form of a document that could not be written; throws when it cannot be reduced further. */
function lesserForm(change: DocumentChange, error: unknown, { incomplete }: IndexGeneration): SearchDocument {
  if ('removed' in change || isBare(change)) throw error;
  const hasWords = change.texts.size > 0;
  const reason = hasWords ? withoutWordsFor(error) : withoutValuesFor(error);
  incomplete(change.urn, reason);
  return hasWords ? exactFieldsOf(change, reason) : bareDocument(change, reason);
}

/**
 * Sends operations on distinct documents, in any order; returns those refused because of their content. When it settles, no
 * request is running.
 */
async function sendAll(target: BulkTarget, operations: readonly Operation[]): Promise<readonly Refusal[]> {
  const batches = batchesOf(operations);
  const refusals: Refusal[] = [];
  const sendInTurn = async (): Promise<void> => {
    for (const batch of batches) await sendUntilTaken(target, batch, refusals);
  };
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, sendInTurn));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return refusals;
}

/** Operations in batches of a limited number and length; one operation alone may be longer. */
function* batchesOf(operations: readonly Operation[]): Generator<readonly Operation[]> {
  let batch: Operation[] = [];
  let characters = 0;
  for (const operation of operations) {
    const length = operation.lines.reduce((sum, line) => sum + line.length, 0);
    const isFull = batch.length === MOST_OPERATIONS || characters + length > MOST_CHARACTERS;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(operation);
    characters += length;
  }
  if (batch.length > 0) yield batch;
}

async function sendUntilTaken(
  target: BulkTarget,
  operations: readonly Operation[],
  refusals: Refusal[],
): Promise<void> {
  let due = operations;
  await withRetries(async () => {
    const { left, failure } = await send(target, due, refusals);
    due = left;
    if (failure !== undefined) throw failure;
  });
}

/** The operation of a change; none for a removal from a type without an index. */
function operationsOf(change: DocumentChange, { generation, version }: BulkTarget): Operation[] {
  const entityType = 'removed' in change ? entityTypeOf(change.urn) : change.entityType;
  if (!generation.state.types.has(entityType)) return [];
  const place = {
    _index: generation.placeOf(entityType),
    _id: documentId(change.urn),
    version: generation.versionAt(version),
    version_type: 'external_gte',
  };
  const lines =
    'removed' in change
      ? [JSON.stringify({ delete: place })]
      : [JSON.stringify({ index: place }), JSON.stringify(indexBody(change, generation.columns))];
  return [{ change, lines }];
}

/**
 * Sends operations; adds to `refusals` those that fail because of their content, and returns the other failed ones with one
 * of the failures, preferably a permanent one.
 */
async function send(
  { connection, isImmediate }: BulkTarget,
  operations: readonly Operation[],
  refusals: Refusal[],
): Promise<{ readonly left: readonly Operation[]; readonly failure: EngineFailure | undefined }> {
  if (operations.length === 0) return { left: [], failure: undefined };
  const answer = await connection.ask({
    method: 'POST',
    path: '/_bulk',
    query: {
      require_alias: true,
      refresh: isImmediate,
      filter_path: 'errors,items.*.status,items.*.error',
    },
    lines: operations.flatMap(({ lines }) => lines),
  });
  if (answer['errors'] !== true) return { left: [], failure: undefined };
  const items = Array.isArray(answer['items']) ? answer['items'] : [];
  const failed = operations.flatMap((operation, i) => {
    const failure = failureOfItem(items[i], connection.host);
    return failure === undefined ? [] : [{ operation, failure }];
  });
  for (const { failure, operation } of failed) {
    if (isOfDocument(failure)) refusals.push({ change: operation.change, failure });
  }
  const others = failed.filter(({ failure }) => !isOfDocument(failure));
  const first = others.find(({ failure }) => !failure.isPassing) ?? others[0];
  return { left: others.map(({ operation }) => operation), failure: first?.failure };
}

/** Whether the engine refused a document because of its content. */
function isOfDocument({ code, status }: EngineFailure): boolean {
  return code !== 'UNAVAILABLE' && (status === 400 || status === 413);
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
