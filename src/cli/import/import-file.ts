import { CatalogError } from '../../errors.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import type { CommandContext } from '../command-context.ts';
import { Progress } from '../progress.ts';
import { sendRecords, ServerFailure, type SendOptions } from './import-records.ts';
import { jsonRecords, type JsonRecord } from './json-records.ts';
import { NameClaims } from './name-claims.ts';
import { isDefinition, isPropertyStatus, isRules, isType } from './read-change.ts';
import type { RefusedChange } from './send-changes.ts';

/** A file that can be read several times. */
export interface ImportedFile {
  /** Name in messages. */
  readonly name: string;
  readonly open: () => AsyncIterable<Uint8Array>;
}

export interface ImportRequest {
  readonly file: ImportedFile;
  readonly batch: number;
  /** Records that start before this line are skipped, except types, definitions and rules of properties. */
  readonly fromLine: number;
  readonly keepGoing: boolean;
}

/** Numbers of records. */
export interface ImportOutcome {
  readonly written: number;
  readonly refused: number;
}

/** Work shorter than this shows no progress bar. */
const QUIET_MS = 2_000;

/**
 * Writes the records of a file: first data types and entity types, then property definitions, because values are validated
 * against them, then the others in file order, and at last the rules of properties, which older values may break. The error that stops the import has the line to continue from. Written records stay; writing
 * them again changes nothing.
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
  readonly #names = new NameClaims();
  #refused = 0;
  /** Number of records to send in file order, known once the first pass ends. */
  #others = 0;
  readonly #kindsLast = new Set<typeof isRules>();

  constructor(client: CatalogClient, request: ImportRequest, context: CommandContext) {
    [this.#client, this.#request, this.#context] = [client, request, context];
  }

  async run(): Promise<ImportOutcome> {
    const defined = await sendRecords(this.#definitions(), {
      ...this.#options(
        (line) =>
          this.#names.remedyFor(line) ??
          'Definitions are written first. Correct it and run the same command again.',
      ),
      onDone: () => undefined,
    });
    const progress = new Progress(this.#others, 'records', this.#context, QUIET_MS);
    const sent = sendRecords(this.#rest(), {
      ...this.#options(
        (line) =>
          `All records before it are written. Correct it and continue with --from-line ${line}, or import the others with --keep-going.`,
      ),
      onDone: (count) => progress.advance(count),
    });
    const written = await sent.catch((error: unknown) => {
      throw error instanceof ServerFailure ? withPlace(error) : error;
    });
    const ruled = await sendRecords(this.#last(), {
      ...this.#options(
        () => 'Rules of properties are written last. Correct it and run the same command again.',
      ),
      onDone: () => undefined,
    });
    return { written: defined + written + ruled, refused: this.#refused };
  }

  /** The definitions, after the types that they refer to. */
  async *#definitions(): AsyncGenerator<JsonRecord> {
    let hasDefinitions = false;
    for await (const record of jsonRecords(this.#request.file.open())) {
      if (isType(record)) yield record;
      else if (isDefinition(record)) {
        hasDefinitions = true;
        this.#names.note(record);
      } else if (isRules(record)) this.#kindsLast.add(isRules);
      else if (isPropertyStatus(record)) this.#kindsLast.add(isPropertyStatus);
      else if (record.line >= this.#request.fromLine) this.#others++;
    }
    if (!hasDefinitions) return;
    for await (const record of jsonRecords(this.#request.file.open())) if (isDefinition(record)) yield record;
  }

  async *#rest(): AsyncGenerator<JsonRecord> {
    for await (const record of jsonRecords(this.#request.file.open())) {
      if (record.line < this.#request.fromLine) continue;
      if (!isDefinition(record) && !isType(record) && !isLast(record)) yield record;
    }
  }

  /** Soft deletions of properties follow the rules, which are read-only from then on. */
  async *#last(): AsyncGenerator<JsonRecord> {
    for (const isNext of [isRules, isPropertyStatus].filter((kind) => this.#kindsLast.has(kind)))
      for await (const record of jsonRecords(this.#request.file.open())) if (isNext(record)) yield record;
  }

  /** `remedy`: advice on a record refused at a line. */
  #options(remedy: (line: number) => string): Omit<SendOptions, 'onDone'> {
    const { batch, file, keepGoing } = this.#request;
    return {
      client: this.#client,
      batch,
      keepGoing,
      onRefused: (change) => {
        if (!keepGoing) throw stopped(file, change, remedy(change.line));
        this.#refused++;
        this.#context.notify(`${placeOf(file, change)}: ${change.error.message}`);
      },
    };
  }
}

/** Whether the record is written after all others. */
function isLast(record: JsonRecord): boolean {
  return isRules(record) || isPropertyStatus(record);
}

function withPlace(error: ServerFailure): CatalogError {
  return new CatalogError(error.code, `${error.message} Continue with --from-line ${error.line}.`, {
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
