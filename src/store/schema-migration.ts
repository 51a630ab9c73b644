import { CatalogError } from '../errors.ts';
import { BUILD } from '../version.ts';

/** Receives what happens to an existing store before it can be used. */
export interface MigrationListener {
  /** A line for the log. */
  readonly log: (message: string) => void;
  /** What is being done and how long it will take, in a sentence; called every few seconds while it takes long. */
  readonly progress: (sentence: string) => void;
}

/** Discards everything: for new stores, whose migrations are not worth a line. */
export const unheard: MigrationListener = { log: () => undefined, progress: () => undefined };

/** A pending migration. */
export interface SchemaStep {
  readonly from: number;
  readonly to: number;
}

/** The schema of a store, and the build that opened it last for writing, or migrated it to that schema. */
export interface StoreFormat {
  readonly schema: number;
  readonly build: string;
}

/** The format of an open store, and the copies that were kept before it was migrated. */
export interface KeptFormat extends StoreFormat {
  /** Paths; empty if there are none. */
  readonly copies: readonly string[];
}

/** Logs the start of a migration; returns a function that logs its end. `rows`: number of rows it wrote. */
export function logMigration(
  { from, to }: SchemaStep,
  { log }: Pick<MigrationListener, 'log'>,
): (rows: number) => void {
  log(`Migrating the schema from ${from} to ${to}.`);
  const began = performance.now();
  return (rows) => {
    const ms = Math.round(performance.now() - began);
    log(`Migrated the schema from ${from} to ${to} in ${ms} ms; it wrote ${rows} rows.`);
  };
}

/** Logs that another build wrote an existing store, unless it migrated the schema, which has its own lines. */
export function logOtherBuild(
  place: 'data folder' | 'database',
  { build, schema }: StoreFormat,
  { log }: Pick<MigrationListener, 'log'>,
): void {
  if (build !== BUILD) log(`The ${place} was last written by Colophon ${build} (schema ${schema}).`);
}

/** Error for a store with an unknown schema. `writtenBy`: the build that wrote it, if recorded. */
export function newerSchema(
  place: 'data folder' | 'database' | 'backup',
  schema: number,
  known: number,
  writtenBy: string | undefined,
): CatalogError {
  const remedy =
    writtenBy === undefined
      ? 'Start the version that wrote it, or a later one.'
      : `Start Colophon ${writtenBy}, or a later one.`;
  return new CatalogError(
    'CONFLICT',
    `The ${place} was written by a newer Colophon (schema ${schema}); this one, ${BUILD}, knows schema ${known}. ${remedy} See docs/upgrading.md for the way back.`,
  );
}
