import type { CommitPoint } from '../../fill-progress.ts';
import type { DocumentChange, SharedFill } from '../../search-index.ts';
import type { SharedProgress } from '../../shared-progress.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.ts';
import type { Connection } from './connection.ts';
import { EngineFailure } from './failure.ts';
import { readDocument, writeDocument, type StateDocument } from './generation-state.ts';
import type { IndexGeneration } from './generation.ts';
import type { IndexNames } from './names.ts';
import { withRetries } from './retry.ts';
import { writeChanges } from './write-changes.ts';

/** Document of the progress, in the index of the state. */
export const FILL_ID = 'fill';

/** Attempts at a write that other processes overtake; each attempt corresponds to one write by another process. */
const ATTEMPTS = 50;

/** Dependencies of a fill. */
export interface GenerationFillParts {
  readonly connection: Connection;
  readonly names: IndexNames;
  readonly generation: IndexGeneration;
  /** Numbers of the generations whose fill this process started. */
  readonly begun: Set<number>;
}

/** The progress of a generation as it is stored. */
interface StoredProgress extends StateDocument {
  readonly number: number;
  readonly progress: SharedProgress;
}

/** Whether the generation with this index or alias is missing documents. One request, because each process checks often. */
export async function isBeingFilled(connection: Connection, state: string): Promise<boolean> {
  const found = await readDocument(connection, state, FILL_ID);
  return found !== undefined && parseProgress(found.content)?.place !== undefined;
}

/** Lets several processes fill a generation: the progress is a document beside its state. */
export class GenerationFill implements SharedFill {
  readonly #parts: GenerationFillParts;
  #stored: StoredProgress | undefined;

  constructor(parts: GenerationFillParts) {
    this.#parts = parts;
  }

  get id(): string {
    return `fill ${this.#number}`;
  }

  async begin(first: SharedProgress): Promise<Disposable> {
    const { begun, connection, generation, names } = this.#parts;
    const number = this.#number;
    if ((await this.reload()) === undefined) {
      // It may contain entities deleted since, if its version did not record the progress.
      await generation.clear();
      await this.#write(first, undefined);
    }
    const alias = names.filling;
    const remove = { index: names.everything, alias, must_exist: false };
    const actions = [{ remove }, { add: { index: names.state(number), alias } }];
    await connection.ask({ method: 'POST', path: '/_aliases', body: { actions } });
    begun.add(number);
    return { [Symbol.dispose]: () => void begun.delete(number) };
  }

  progress(): SharedProgress | undefined {
    return this.#stored?.number === this.#number ? this.#stored.progress : undefined;
  }

  async reload(): Promise<SharedProgress | undefined> {
    const { connection, names } = this.#parts;
    const number = this.#number;
    const found = await readDocument(connection, names.state(number), FILL_ID);
    const progress = found && parseProgress(found.content);
    this.#stored = found && progress && { ...found, number, progress };
    return progress;
  }

  async note(change: (found: SharedProgress) => SharedProgress): Promise<void> {
    await this.#despiteOthers(async () => {
      const stored = this.#stored;
      if (stored?.number !== this.#number) throw this.#replaced();
      const progress = change(stored.progress);
      if (progress !== stored.progress) await this.#write(progress, stored.revision);
    });
  }

  async write(changes: readonly DocumentChange[]): Promise<void> {
    const { connection, generation } = this.#parts;
    await this.#despiteOthers(async () => {
      if (this.progress() === undefined) throw this.#replaced();
      // Lower than the version of each document from the change log.
      await writeChanges(connection, generation, changes, { version: 0, isImmediate: false });
      await generation.keepAlive();
    });
  }

  get #number(): number {
    return this.#parts.generation.number;
  }

  /** Repeats the attempt on the current state when other processes changed the state or the progress first. */
  async #despiteOthers(attempt: () => Promise<void>): Promise<void> {
    for (let tried = 1; ; tried++) {
      try {
        await attempt();
        return;
      } catch (error) {
        const isLate = error instanceof EngineFailure && error.type === 'version_conflict_engine_exception';
        if (!isLate || tried === ATTEMPTS) throw error;
        await this.#parts.generation.reload();
        await this.reload();
      }
    }
  }

  async #write(progress: SharedProgress, before: StateDocument['revision']): Promise<void> {
    const { connection, names } = this.#parts;
    const number = this.#number;
    const content = contentOf(progress);
    const place = { name: names.state(number), isAlias: false };
    const revision = await withRetries(() =>
      writeDocument(connection, place, FILL_ID, { content, revision: before }),
    );
    this.#stored = { number, content, progress, revision };
  }

  #replaced(): EngineFailure {
    return new EngineFailure(
      'UNAVAILABLE',
      `The index that was being filled in OpenSearch at ${this.#parts.connection.host} has been replaced or removed.`,
      404,
      'index_not_found_exception',
      false,
    );
  }
}

function contentOf({ ahead, end, entities, place, seen, size, upTo }: SharedProgress): JsonObject {
  const point = ({ id, sequence }: CommitPoint): JsonObject => ({
    sequence,
    ...(id !== undefined && { id }),
  });
  const open = { ...(place !== undefined && { place }), ...(end !== undefined && { end }) };
  return { upTo: point(upTo), seen: point(seen), ...open, entities, size, ahead: [...ahead] };
}

function parseProgress({
  ahead,
  end,
  entities,
  place,
  seen,
  size,
  upTo,
}: JsonObject): SharedProgress | undefined {
  const points = [pointOf(upTo), pointOf(seen)] as const;
  if (points[0] === undefined || points[1] === undefined || !Array.isArray(ahead)) return undefined;
  if (typeof entities !== 'number' || typeof size !== 'number') return undefined;
  return {
    upTo: points[0],
    seen: points[1],
    entities,
    size,
    place: typeof place === 'number' ? place : undefined,
    ahead: ahead.filter((begin) => typeof begin === 'number'),
    ...(typeof end === 'number' && { end }),
  };
}

function pointOf(value: JsonValue | undefined): CommitPoint | undefined {
  if (!isJsonObject(value) || typeof value['sequence'] !== 'number') return undefined;
  const { id, sequence } = value;
  return { sequence, ...(typeof id === 'string' && { id }) };
}
