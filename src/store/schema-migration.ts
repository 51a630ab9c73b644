import { CatalogError } from '../errors.ts';
import { BUILD } from '../version.ts';

/** Receives log lines about migrations of an existing store. */
export type MigrationLog = (message: string) => void;

/** Discards log lines: for new stores, whose migrations are not worth one. */
export const unlogged: MigrationLog = () => undefined;

/** A pending migration. */
export interface SchemaStep {
  readonly from: number;
  readonly to: number;
}

/** Logs the start of a migration; returns a function that logs its end. `rows`: number of rows it wrote. */
export function logMigration({ from, to }: SchemaStep, log: MigrationLog): (rows: number) => void {
  log(`Migrating the schema from ${from} to ${to}.`);
  const began = performance.now();
  return (rows) => {
    const ms = Math.round(performance.now() - began);
    log(`Migrated the schema from ${from} to ${to} in ${ms} ms; it wrote ${rows} rows.`);
  };
}

/** Error for a store with an unknown schema. `writtenBy`: the build that migrated it, if recorded. */
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
