import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { INSERT_LATEST } from './insert-latest.ts';

/** Prepares the statements that write rows. */
export function prepareWrites(database: DatabaseSync): Readonly<Record<StatementName, StatementSync>> {
  const statement = (sql: string): StatementSync => database.prepare(sql);
  return {
    insertEntity: statement(
      'INSERT INTO entity (urn, createdon, createdby, systemmetadata, createdin, checksum, urn_hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    findEntity: statement('SELECT id FROM entity WHERE urn_hash = ? AND urn = ?'),
    findAspectName: statement('SELECT id FROM aspect_name WHERE name = ?'),
    insertAspectName: statement('INSERT INTO aspect_name (name) VALUES (?)'),
    lastVersion: statement('SELECT max(version) AS last FROM aspect WHERE entity_id = ? AND aspect_id = ?'),
    retire: statement('UPDATE aspect SET version = ? WHERE entity_id = ? AND aspect_id = ? AND version = 0'),
    insertAspect: statement(INSERT_LATEST),
    latestSums: statement(
      'SELECT systemmetadata, createdby, sequence, checksum FROM aspect WHERE entity_id = ? AND aspect_id = ? AND version = 0',
    ),
    touch: statement(
      'UPDATE aspect SET systemmetadata = ?, checksum = ? WHERE entity_id = ? AND aspect_id = ? AND version = 0',
    ),
    deleteEntity: statement('DELETE FROM entity WHERE id = ?'),
    putPoint: statement('INSERT OR REPLACE INTO point VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    beginGeneration: statement(
      'INSERT OR REPLACE INTO property_generation (property_urn, generation, qualified_name, entity_types) VALUES (?, ?, ?, ?)',
    ),
    endGeneration: statement(setGeneration('ended')),
    noteRemoval: statement(setGeneration('removal')),
    dropMapping: statement(setGeneration('dropped_from')),
    insertCommitMetadata: statement('INSERT INTO commit_metadata VALUES (?, ?, ?, ?, ?)'),
    insertLog: statement('INSERT INTO change_log VALUES (?, ?, ?, ?)'),
  };
}

function setGeneration(column: string): string {
  return `UPDATE property_generation SET ${column} = ? WHERE property_urn = ? AND generation = ?`;
}

type StatementName =
  | 'insertEntity'
  | 'findEntity'
  | 'findAspectName'
  | 'insertAspectName'
  | 'lastVersion'
  | 'retire'
  | 'insertAspect'
  | 'latestSums'
  | 'touch'
  | 'deleteEntity'
  | 'putPoint'
  | 'beginGeneration'
  | 'endGeneration'
  | 'noteRemoval'
  | 'dropMapping'
  | 'insertCommitMetadata'
  | 'insertLog';
