import { CatalogError } from '../errors.ts';
import { BUILD } from '../version.ts';

/** Receives log lines about migrations of a store that is not new. */
export type MigrationLog = (message: string) => void;

/** For new stores, whose migrations nobody waits for. */
export const unlogged: MigrationLog = () => undefined;

/** A pending migration. */
export interface SchemaStep {
  readonly from: number;
  readonly to: number;
}

/** Logs the begin of a migration; returns what logs its end. `rows`: rows that it wrote. */
export function logMigration({ from, to }: SchemaStep, log: MigrationLog): (rows: number) => void {
  log(`Migrating the schema from ${from} to ${to}.`);
  const began = performance.now();
  return (rows) => {
    const ms = Math.round(performance.now() - began);
    log(`Migrated the schema from ${from} to ${to} in ${ms} ms; it wrote ${rows} rows.`);
  };
}

/** Refusal of a store whose schema is unknown. `writtenBy`: the build that migrated it, if it is recorded. */
export function newerSchema(
  place: 'data folder' | 'database',
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
