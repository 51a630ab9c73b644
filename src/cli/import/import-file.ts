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
export function importFile(
  client: CatalogClient,
  request: ImportRequest,
  context: CommandContext,
): Promise<ImportOutcome> {
  return new FileImport(client, request, context).run();
}

class FileImport {
  readonly #client: CatalogClient;
  readonly #request: ImportRequest;
  readonly #context: CommandContext;
  #refused = 0;
  /** Records that are no definitions, as far as the file has been read. */
  #others = 0;

  constructor(client: CatalogClient, request: ImportRequest, context: CommandContext) {
    [this.#client, this.#request, this.#context] = [client, request, context];
  }

  async run(): Promise<ImportOutcome> {
    const defined = await sendRecords(this.#definitions(), {
      ...this.#options(() => 'Definitions are written first. Mend it, and run the same command again.'),
      onDone: () => undefined,
    });
    const progress = new Progress(this.#others, 'records', this.#context, QUIET_MS);
    const sent = sendRecords(this.#rest(), {
      ...this.#options(
        (line) =>
          `Everything before is written. Mend the line and go on with --from-line ${line}, or write the others with --keep-going.`,
      ),
      onDone: (count) => progress.advance(count),
    });
    const written = await sent.catch((error: unknown) => {
      throw error instanceof ServerFailure ? withPlace(error) : error;
    });
    return { written: defined + written, refused: this.#refused };
  }

  async *#definitions(): AsyncGenerator<JsonRecord> {
    for await (const record of jsonRecords(this.#request.file.open())) {
      if (isDefinition(record)) yield record;
      else if (record.line >= this.#request.fromLine) this.#others++;
    }
  }

  async *#rest(): AsyncGenerator<JsonRecord> {
    for await (const record of jsonRecords(this.#request.file.open())) {
      if (record.line >= this.#request.fromLine && !isDefinition(record)) yield record;
    }
  }

  /** `remedy` says what to do about a record that is refused on a line. */
  #options(remedy: (line: number) => string): Omit<SendOptions, 'onDone'> {
    const { batch, file, keepGoing } = this.#request;
    return {
      ...{ client: this.#client, batch, keepGoing },
      onRefused: (change) => {
        if (!keepGoing) throw stopped(file, change, remedy(change.line));
        this.#refused++;
        this.#context.notify(`${placeOf(file, change)}: ${change.error.message}`);
      },
    };
  }
}

function withPlace(error: ServerFailure): CatalogError {
  return new CatalogError(error.code, `${error.message} Go on with --from-line ${error.line}.`, {
    cause: error,
  });
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
