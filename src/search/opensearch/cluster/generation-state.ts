import type { CommitMark, Sequence } from '../../../model/sequence.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { isJsonObject } from '../../../util/json.ts';
import type { Connection } from './connection.ts';

/** What is known of a generation of indexes; kept in the engine beside them. */
export interface GenerationState {
  /** Which generation it is, for those who read it behind an alias. */
  readonly number: number;
  /** What made its documents. */
  readonly documents: string;
  /** Number of the last commit whose changes it contains. */
  readonly position: Sequence;
  /** The commit that it is, or one before, by what tells it from others of the same number. */
  readonly mark?: CommitMark;
  /** Its entity types, each with the id that the engine gave to the index. */
  readonly types: ReadonlyMap<string, string>;
  /** While it is being built: until when, in epoch ms, nobody else may remove it. */
  readonly busyUntil?: number;
  /** Which write of it this is, as the engine counts them; not part of what is kept. */
  readonly revision: StateRevision | undefined;
}

/** The place of a write among those of its index. */
export interface StateRevision {
  readonly sequenceNumber: number;
  readonly primaryTerm: number;
}

const ID = 'state';

/** Reads the state in an index or behind an alias; undefined when there is none. */
export async function readState(connection: Connection, index: string): Promise<GenerationState | undefined> {
  const found = await connection.askIfThere({ method: 'GET', path: `/${index}/_doc/${ID}` });
  if (found === undefined || !isJsonObject(found['_source'])) return undefined;
  const { state } = found['_source'];
  return isJsonObject(state) ? parseState(state, revisionOf(found)) : undefined;
}

/**
 * Writes the state, into an index or behind an alias, upon the one that it was made from: a process that was suspended
 * meanwhile must not undo what others have written. It survives a crash of the engine from here on. Answers its revision.
 */
export async function writeState(
  connection: Connection,
  place: { readonly name: string; readonly isAlias: boolean },
  { revision, ...state }: GenerationState,
): Promise<StateRevision | undefined> {
  const written = await connection.ask({
    method: 'PUT',
    path: `/${place.name}/_doc/${ID}`,
    query: {
      require_alias: place.isAlias,
      ...(revision !== undefined && {
        if_seq_no: revision.sequenceNumber,
        if_primary_term: revision.primaryTerm,
      }),
    },
    body: {
      state: { ...state, mark: state.mark && { ...state.mark }, types: Object.fromEntries(state.types) },
    },
  });
  return revisionOf(written);
}

function revisionOf(answer: JsonObject): StateRevision | undefined {
  const { _seq_no: sequenceNumber, _primary_term: primaryTerm } = answer;
  return typeof sequenceNumber === 'number' && typeof primaryTerm === 'number'
    ? { sequenceNumber, primaryTerm }
    : undefined;
}

function parseState(state: JsonObject, revision: StateRevision | undefined): GenerationState | undefined {
  const { number, documents, position, mark, types, busyUntil } = state;
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
