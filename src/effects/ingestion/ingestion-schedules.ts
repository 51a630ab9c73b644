import { createHash } from 'node:crypto';
import type { MetadataChange } from '../../change/metadata-change.ts';
import { CatalogError } from '../../errors.ts';
import { EXECUTION_REQUEST, SOURCE, SOURCE_INFO, runRequest } from '../../model/ingestion/run-request.ts';
import type { Sequence } from '../../model/sequence.ts';
import { formatUrn, type Urn } from '../../model/urn.ts';
import type { AspectRow } from '../../store/entity-rows.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import { parseCron, type CronTimes } from '../../util/cron.ts';
import { object, text } from '../../util/json/json-members.ts';

/** Dependencies of {@link IngestionSchedules}. */
export interface IngestionScheduleParts {
  readonly reader: Pick<SystemReader, 'rowsOf'>;
  readonly change: Pick<MetadataChange, 'ingest'>;
  /** Writes the requests. */
  readonly actor: Urn;
  /** Epoch ms. */
  readonly now: () => number;
  /** Version of the client for sources that name none. */
  readonly clientVersion: string;
  /** Called when a source cannot be run by its schedule. */
  readonly warn: (message: string, error: unknown) => void;
}

/** The last read schedule of a source. */
interface Known {
  /** Version of the source. */
  readonly sequence: Sequence;
  /** The schedule as text; empty: none. */
  readonly schedule: string;
  /** Undefined: there is none, or it is invalid. */
  readonly times: CronTimes | undefined;
}

/** How late a missed run is still requested, in ms. */
export const MISSED_FOR_MS = 3_600_000;

/**
 * Requests the runs of ingestion sources that are due by their schedules, each once. The urn of a request is derived
 * from source and time, and only one commit can create it: no crash, second process or clock set back repeats a run.
 * Of the times missed while no process checked, only the last one counts, and only within an hour.
 */
export class IngestionSchedules {
  readonly #parts: IngestionScheduleParts;
  #known: ReadonlyMap<Urn, Known> = new Map();
  #until = 0;

  constructor(parts: IngestionScheduleParts) {
    this.#parts = parts;
  }

  /**
   * Requests the runs that have become due since the last call. Rejects when the signal is aborted or the store
   * cannot be used.
   */
  async requestDue(signal: AbortSignal): Promise<void> {
    const { now, reader } = this.#parts;
    const until = now();
    const after = Math.max(this.#until, until - MISSED_FOR_MS);
    const found = new Map<Urn, Known>();
    const due: (readonly [row: AspectRow, time: number])[] = [];
    for (const row of await reader.rowsOf(SOURCE, SOURCE_INFO)) {
      const { created, sequence, urn } = row.aspect;
      const known = this.#known.get(urn);
      const current = known?.sequence === sequence ? known : this.#read(row, known);
      found.set(urn, current);
      // A new schedule does not apply to earlier times.
      const since = current.schedule === known?.schedule ? after : Math.max(after, created.time);
      const time = current.times?.lastWithin(since, until);
      if (time !== undefined) due.push([row, time]);
    }
    for (const [row, time] of due) {
      signal.throwIfAborted();
      await this.#request(row, time);
    }
    this.#known = found;
    this.#until = until;
  }

  #read({ aspect: { sequence, urn, value } }: AspectRow, known: Known | undefined): Known {
    const stored = object(value['schedule']);
    if (stored === undefined) return { sequence, schedule: '', times: undefined };
    const [interval, timezone] = [text(stored['interval']) ?? '', text(stored['timezone']) ?? 'UTC'];
    const schedule = JSON.stringify([interval, timezone]);
    if (schedule === known?.schedule) return { ...known, sequence };
    const times = parseCron(interval, timezone);
    if (!('part' in times)) return { sequence, schedule, times };
    this.#parts.warn(
      `The ingestion source ${urn} is not run by its schedule: schedule.${times.part} ${times.message}`,
      undefined,
    );
    return { sequence, schedule, times: undefined };
  }

  async #request({ aspect: { urn, value } }: AspectRow, time: number): Promise<void> {
    const { actor, change, clientVersion, now, warn } = this.#parts;
    try {
      await change.ingest(actor, [
        {
          urn: requestUrn(urn, time),
          aspectName: EXECUTION_REQUEST.input,
          changeType: 'CREATE_ENTITY',
          value: runRequest(urn, value, { requestedAt: now(), clientVersion }),
          condition: { ifNoneMatch: '*' },
        },
      ]);
    } catch (error) {
      if (!(error instanceof CatalogError) || error.code === 'UNAVAILABLE') throw error;
      warn(`The ingestion source ${urn} was due, but cannot be run: ${error.message}`, error);
    }
  }
}

/** The urn of the request for a source and a time; a UUID, like the urns of manual requests. */
function requestUrn(source: Urn, time: number): Urn {
  const hex = createHash('sha256').update(`${source} ${time}`).digest('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  return formatUrn(EXECUTION_REQUEST.entityType, id);
}
