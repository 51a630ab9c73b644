import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ENTITY_TYPE, IS_COLUMN } from './urn-columns.ts';

/** Prepares the statements that read rows. */
export function prepareReads(database: DatabaseSync): Readonly<Record<StatementName, StatementSync>> {
  const columns = 'metadata, systemmetadata, createdon, createdby, sequence';
  const points = `timestamp, point_key, ${columns}, checksum, NULL AS internal`;
  const statement = (sql: string): StatementSync => database.prepare(sql);
  return {
    entity: statement('SELECT * FROM entity WHERE urn_hash = ? AND urn = ?'),
    version: statement(
      `SELECT ${columns}, internal, checksum FROM aspect WHERE entity_id = ? AND aspect_id = ? AND version = ?`,
    ),
    former: statement(
      `SELECT version, ${columns}, internal, checksum FROM aspect
       WHERE entity_id = ? AND aspect_id = ? AND version > 0 AND version < ? ORDER BY version DESC`,
    ),
    versionSequences: statement(
      `SELECT aspect_id, version, sequence FROM aspect
       WHERE entity_id = ? AND (aspect_id, version) > (?, ?) ORDER BY aspect_id, version LIMIT ?`,
    ),
    latestOfEntity: statement(
      `SELECT aspect_id, ${columns}, internal, checksum FROM aspect
       WHERE entity_id = ? AND aspect_id > ? AND version = 0 ORDER BY aspect_id`,
    ),
    latestSequences: statement('SELECT aspect_id, sequence FROM aspect WHERE entity_id = ? AND version = 0'),
    entitiesBetween: statement('SELECT * FROM entity WHERE id > ? AND id <= ? ORDER BY id'),
    latestBetween: statement(
      `SELECT entity_id, aspect_id, ${columns}, internal, checksum FROM aspect
       WHERE entity_id > ? AND entity_id <= ? AND version = 0 ORDER BY entity_id, aspect_id`,
    ),
    latestOfType: statement(
      `SELECT e.id, e.urn, a.metadata, a.systemmetadata, a.createdon, a.createdby, a.sequence, a.internal, a.checksum
       FROM entity e JOIN aspect a ON a.entity_id = e.id
       WHERE ${ENTITY_TYPE} = ? AND a.aspect_id = ? AND a.version = 0 ORDER BY e.urn`,
    ),
    points: statement(
      `SELECT ${points} FROM point
       WHERE entity_id = ? AND aspect_id = ? AND timestamp >= ? AND timestamp <= ? AND (timestamp, point_key) < (?, ?)
       ORDER BY timestamp DESC, point_key DESC LIMIT ?`,
    ),
    pointsOf: statement(
      `SELECT ${points} FROM point WHERE entity_id = ? AND aspect_id = ? AND sequence = ?
       ORDER BY timestamp, point_key`,
    ),
    urnOfEntity: statement('SELECT urn FROM entity WHERE id = ?'),
    urns: statement('SELECT id, urn FROM entity WHERE id > ? ORDER BY id LIMIT ?'),
    urnsOfType: statement(
      `SELECT id, urn FROM entity WHERE ${ENTITY_TYPE} = ? AND id > ? ORDER BY id LIMIT ?`,
    ),
    newestEntities: statement('SELECT urn, createdon FROM entity ORDER BY id DESC LIMIT ?'),
    columns: statement(`SELECT urn FROM entity WHERE ${IS_COLUMN} AND urn >= ? AND urn < ? ORDER BY urn`),
    identity: statement('SELECT id, had_commit_ids FROM catalog'),
    commitsAfter: statement('SELECT * FROM change_log WHERE sequence > ? ORDER BY sequence LIMIT ?'),
    oldestCommit: statement(
      'SELECT sequence, createdon, createdby FROM change_log ORDER BY sequence LIMIT 1',
    ),
    lastSequence: statement('SELECT coalesce(max(sequence), 0) AS last FROM change_log'),
    lastEntityId: statement('SELECT coalesce(max(id), 0) AS last FROM entity'),
    generations: statement('SELECT * FROM property_generation ORDER BY property_urn, generation'),
    endedGenerations: statement(
      'SELECT * FROM property_generation WHERE ended IS NOT NULL ORDER BY property_urn, generation',
    ),
    propertiesNamed: statement(
      `SELECT property_urn AS urn FROM property_generation
       WHERE qualified_name = ? AND ended IS NULL ORDER BY property_urn`,
    ),
  };
}

type StatementName =
  | 'entity'
  | 'version'
  | 'former'
  | 'latestOfEntity'
  | 'versionSequences'
  | 'latestSequences'
  | 'entitiesBetween'
  | 'latestBetween'
  | 'latestOfType'
  | 'points'
  | 'pointsOf'
  | 'urnOfEntity'
  | 'urns'
  | 'urnsOfType'
  | 'newestEntities'
  | 'identity'
  | 'commitsAfter'
  | 'oldestCommit'
  | 'lastSequence'
  | 'lastEntityId'
  | 'generations'
  | 'endedGenerations'
  | 'propertiesNamed'
  | 'columns';
