import type { CommitMark, Sequence } from '../../../model/sequence.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.ts';
import { ALL_SHARED, Columns } from '../document/columns.ts';
import type { Connection } from './connection.ts';

/** State of a generation of indexes, stored in the cluster. */
export interface IndexGenerationState {
  /** Number of the generation, for readers of the state through an alias. */
  readonly number: number;
  /** Version of the documents (`documentsVersion`). */
  readonly documents: string;
  /** Sequence of the last commit that the generation contains. */
  readonly position: Sequence;
  /** Identity of the last contained commit that had an id. */
  readonly mark?: CommitMark;
  /** Identity of the catalog that it is filled from; absent if an earlier version filled it. */
  readonly catalog?: string;
  /** How often the columns were replaced; identifies the current list of columns and aliases. */
  readonly layout: number;
  /** Extent of the list of columns. */
  readonly columns: number;
  /** UUID of the index by entity type. */
  readonly types: ReadonlyMap<string, string>;
  /** Set while it is being built: other processes must not remove it before this time (epoch ms). */
  readonly busyUntil?: number;
  /** Revision of the document that stores the state; not part of its content. */
  readonly revision: StateRevision | undefined;
}

/** OpenSearch's revision of a document, for optimistic concurrency control. */
export interface StateRevision {
  readonly sequenceNumber: number;
  readonly primaryTerm: number;
}

/** Id of the state's document; separate documents store what is written less often. */
const STATE_ID = 'state';

/** A document of the state's index. */
export interface StateDocument {
  readonly content: JsonObject;
  readonly revision: StateRevision | undefined;
}

/** Reads a document from an index or alias; undefined when there is none. */
export async function readDocument(
  connection: Connection,
  index: string,
  id: string,
): Promise<StateDocument | undefined> {
  const found = await connection.askIfThere({ method: 'GET', path: `/${index}/_doc/${id}` });
  if (found === undefined || !isJsonObject(found['_source'])) return undefined;
  const { state } = found['_source'];
  return isJsonObject(state) ? { content: state, revision: revisionOf(found) } : undefined;
}

/**
 * Writes a document to an index or alias and returns its new revision. Rejects with a version conflict if the stored
 * revision is not `revision` (undefined: there is no document), so that a suspended process cannot undo the writes of
 * others. Durable once it resolves.
 */
export async function writeDocument(
  connection: Connection,
  place: { readonly name: string; readonly isAlias: boolean },
  id: string,
  { content, revision }: StateDocument,
): Promise<StateRevision | undefined> {
  const written = await connection.ask({
    method: 'PUT',
    path: `/${place.name}/_doc/${id}`,
    query: {
      require_alias: place.isAlias,
      ...(revision === undefined
        ? { op_type: 'create' }
        : { if_seq_no: revision.sequenceNumber, if_primary_term: revision.primaryTerm }),
    },
    body: { state: content },
  });
  return revisionOf(written);
}

/** Reads the state from an index or alias; undefined when there is none. */
export async function readState(
  connection: Connection,
  index: string,
): Promise<IndexGenerationState | undefined> {
  const found = await readDocument(connection, index, STATE_ID);
  return found && parseState(found.content, found.revision);
}

/** Writes the state, as `writeDocument` does. */
export function writeState(
  connection: Connection,
  place: { readonly name: string; readonly isAlias: boolean },
  { revision, ...state }: IndexGenerationState,
): Promise<StateRevision | undefined> {
  const content = { ...state, mark: state.mark && { ...state.mark }, types: Object.fromEntries(state.types) };
  return writeDocument(connection, place, STATE_ID, { content, revision });
}

function revisionOf(answer: JsonObject): StateRevision | undefined {
  const { _seq_no: sequenceNumber, _primary_term: primaryTerm } = answer;
  return typeof sequenceNumber === 'number' && typeof primaryTerm === 'number'
    ? { sequenceNumber, primaryTerm }
    : undefined;
}

function parseState(
  state: JsonObject,
  revision: StateRevision | undefined,
): IndexGenerationState | undefined {
  const { number, documents, position, mark, catalog, types, busyUntil, columns, layout } = state;
  if (typeof number !== 'number' || typeof position !== 'number') return undefined;
  if (typeof documents !== 'string' || !isJsonObject(types)) return undefined;
  const ids = Object.entries(types).flatMap(([type, id]) =>
    typeof id === 'string' ? [[type, id] as const] : [],
  );
  return {
    number,
    documents,
    position,
    ...parseMark(mark),
    ...(typeof catalog === 'string' && { catalog }),
    layout: typeof layout === 'number' ? layout : 0,
    columns: typeof columns === 'number' ? columns : new Columns(ALL_SHARED).extent,
    types: new Map(ids),
    ...(typeof busyUntil === 'number' && { busyUntil }),
    revision,
  };
}

function parseMark(mark: JsonValue | undefined): { readonly mark?: CommitMark } {
  if (!isJsonObject(mark)) return {};
  const { id, sequence } = mark;
  return typeof id === 'string' && typeof sequence === 'number' ? { mark: { sequence, id } } : {};
}
