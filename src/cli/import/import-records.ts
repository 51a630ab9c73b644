import { CatalogError } from '../../errors.ts';
import type { CatalogClient } from '../catalog-client.ts';
import { Batches } from './batches.ts';
import type { JsonRecord } from './json-records.ts';
import { readChange } from './read-change.ts';
import type { FileChange } from './read-change.ts';
import { sendBatch } from './send-changes.ts';
import type { RefusedChange } from './send-changes.ts';

/** How records are sent. */
export interface SendOptions {
  readonly client: CatalogClient;
  /** Most records of one request. */
  readonly batch: number;
  /** Whether what follows a refused record is sent nevertheless. */
  readonly keepGoing: boolean;
  /** Hears of every record that is refused; throws to stop there. */
  readonly onRefused: (refused: RefusedChange) => void;
  /** Hears how many records have been dealt with. */
  readonly onDone: (count: number) => void;
}

/** The server, and not a record, was the reason to stop; whatever stands before the line is written. */
export class ServerFailure extends CatalogError {
  readonly line: number;

  /** `line` is that of the first record that may not have been written. */
  constructor(error: CatalogError, line: number) {
    super(error.code, error.message, { cause: error });
    this.line = line;
  }
}

/** Writes records in their order, several in one request; answers how many. Throws ServerFailure. */
export async function sendRecords(records: AsyncIterable<JsonRecord>, options: SendOptions): Promise<number> {
  const batches = new Batches(options.batch);
  let written = 0;
  for await (const record of records) {
    const change = readOrRefuse(record);
    if (change instanceof CatalogError) {
      written += await send(batches.take(), options);
      options.onRefused({ line: record.line, about: undefined, error: change });
      options.onDone(1);
    } else {
      written += await send(batches.add(change), options);
    }
  }
  return written + (await send(batches.take(), options));
}

async function send(batch: readonly FileChange[], options: SendOptions): Promise<number> {
  const { written, refused } = await sendBatch(options.client, batch, options.keepGoing).catch(
    (error: unknown) => {
      throw error instanceof CatalogError ? new ServerFailure(error, batch[0]?.line ?? 1) : error;
    },
  );
  options.onDone(batch.length);
  for (const change of refused) options.onRefused(change);
  return written;
}

function readOrRefuse(record: JsonRecord): FileChange | CatalogError {
  try {
    return readChange(record);
  } catch (error) {
    if (error instanceof CatalogError) return error;
    throw error;
  }
}
