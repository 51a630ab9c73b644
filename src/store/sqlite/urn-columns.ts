import type { DatabaseSync } from 'node:sqlite';
import { integer } from '../rows/stored-rows.ts';
import { urnHash } from '../rows/urn-hash.ts';

/** The type of an entity by its urn, as the index `entity_type` has it. */
export const ENTITY_TYPE = "substr(urn, 8, instr(substr(urn, 8), ':') - 1)";

/** Restricts to urns of columns, as the index `entity_column` does. */
export const IS_COLUMN = "urn >= 'urn:li:schemaField:' AND urn < 'urn:li:schemaField;'";

/**
 * Creates the hash that finds an entity, `entity.urn_hash`: an index on the urns themselves is as large as the rest of the table,
 * and new urns spread all over it.
 */
export function urnHashing(database: DatabaseSync): (urn: string) => number {
  const seed = integer(database.prepare('SELECT urn_seed FROM catalog').get() ?? {}, 'urn_seed');
  return (urn) => urnHash(urn, seed);
}
