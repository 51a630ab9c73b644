import { CatalogError } from '../../errors.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import { Batches } from './batches.ts';
import type { JsonRecord } from './json-records.ts';
import { readChange, type FileChange } from './read-change.ts';
import { sendBatch, type RefusedChange } from './send-changes.ts';

export interface SendOptions {
  readonly client: CatalogClient;
  /** Maximum number of records per request. */
  readonly batch: number;
  /** Whether to continue after a refused record. */
  readonly keepGoing: boolean;
  /** Called for each refused record; throws to stop the import. */
  readonly onRefused: (refused: RefusedChange) => void;
  /** Called with the number of records just processed, refused ones included. */
  readonly onDone: (count: number) => void;
}

/** A failure of the server, not of a record. All records before the line are written. */
export class ServerFailure extends CatalogError {
  readonly line: number;

  /** `line`: line of the first record that may not be written. */
  constructor(error: CatalogError, line: number) {
    super(error.code, error.message, { cause: error });
    this.line = line;
  }
}

/** Writes records in order, in batches, and returns their number. Throws ServerFailure and what `onRefused` throws. */
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
