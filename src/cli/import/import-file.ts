import { CatalogError } from '../../errors.ts';
import type { CatalogClient } from '../catalog-client.ts';
import type { CommandContext } from '../command-context.ts';
import { Progress } from '../progress.ts';
import { sendRecords, ServerFailure } from './import-records.ts';
import type { SendOptions } from './import-records.ts';
import { jsonRecords } from './json-records.ts';
import type { JsonRecord } from './json-records.ts';
import { isDefinition } from './read-change.ts';
import type { RefusedChange } from './send-changes.ts';

/** A file that can be read several times. */
export interface ImportedFile {
  /** For messages. */
  readonly name: string;
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** What is asked for. */
export interface ImportRequest {
  readonly file: ImportedFile;
  readonly batch: number;
  /** Records that begin before this line are taken for written, but for definitions. */
  readonly fromLine: number;
  readonly keepGoing: boolean;
}

/** What was done. */
export interface ImportOutcome {
  readonly written: number;
  readonly refused: number;
}

/** Work that is done sooner needs no progress bar. */
const QUIET_MS = 2_000;

/**
 * Writes the records of a file: definitions of properties first, wherever they stand, because values are checked against
 * them, and then everything else in its order. Throws, with the line, what stopped it; what has been written stays, and
 * writing it again changes nothing.
 */
export async function importFile(
  client: CatalogClient,
  request: ImportRequest,
  context: CommandContext,
): Promise<ImportOutcome> {
  const { batch, file, fromLine, keepGoing } = request;
  let refused = 0;
  let others = 0;
  const options = (remedy: (line: number) => string, onDone: (count: number) => void): SendOptions => ({
    ...{ client, batch, keepGoing, onDone },
    onRefused: (change) => {
      if (!keepGoing) throw stopped(file, change, remedy(change.line));
      refused++;
      context.notify(`${placeOf(file, change)}: ${change.error.message}`);
    },
  });
  async function* definitions(): AsyncGenerator<JsonRecord> {
    for await (const record of jsonRecords(file.open())) {
      if (isDefinition(record)) yield record;
      else if (record.line >= fromLine) others++;
    }
  }
  async function* rest(): AsyncGenerator<JsonRecord> {
    for await (const record of jsonRecords(file.open())) {
      if (record.line >= fromLine && !isDefinition(record)) yield record;
    }
  }
  const again = fromLine > 1 ? ` --from-line ${fromLine}` : '';
  const defined = await sendRecords(
    definitions(),
    options(
      () => `Definitions are written first. Mend it and run the import again${again && ` with${again}`}.`,
      () => undefined,
    ),
  );
  const progress = new Progress(others, 'records', context, QUIET_MS);
  const sent = sendRecords(
    rest(),
    options(
      (line) =>
        `Everything before is written. Mend the line and go on with --from-line ${line}, or write the others with --keep-going.`,
      (count) => progress.advance(count),
    ),
  );
  const written = await sent.catch((error: unknown) => {
    if (!(error instanceof ServerFailure)) throw error;
    throw new CatalogError(error.code, `${error.message} Go on with --from-line ${error.line}.`, {
      cause: error,
    });
  });
  return { written: defined + written, refused };
}

function stopped(file: ImportedFile, change: RefusedChange, remedy: string): CatalogError {
  const { error } = change;
  return new CatalogError(error.code, `${placeOf(file, change)}: ${error.message} ${remedy}`, {
    cause: error,
  });
}

function placeOf(file: ImportedFile, { about, line }: RefusedChange): string {
  return `${file.name}:${line}${about === undefined ? '' : `: ${about}`}`;
}
