import { invalidRequest } from '../../errors.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { parseJsonExactly } from '../../util/json/exact-json.ts';
import { asObject } from '../../util/json/json-input.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { membersOf } from '../../util/json/json-slices.ts';
import type { JsonRecord } from './json-records.ts';
import { pythonToRestli } from './python-to-restli.ts';

/** A record in the form that the server accepts. */
export interface FileChange {
  readonly line: number;
  readonly kind: 'proposal' | 'snapshot';
  /** Part of the request body. */
  readonly content: JsonObject;
  /** Aspect and urn of the record, for messages. */
  readonly about: string;
  /** Length of the record in characters. */
  readonly size: number;
}

/**
 * Parses a change proposal or a snapshot, as written by DataHub's `file` sink and `colophon export`. Throws
 * INVALID_REQUEST for any other record.
 */
export function readChange({ text, line }: JsonRecord): FileChange {
  const record = asObject(parseJsonExactly(text), 'The record');
  const size = text.length;
  if (record['proposedSnapshot'] !== undefined) return { line, size, ...snapshotOf(record) };
  if (record['bucket'] !== undefined) {
    throw invalidRequest(
      'The record is usage in a form that DataHub no longer supports. Send it as the aspect datasetUsageStatistics.',
    );
  }
  if (record['aspect'] === undefined && record['changeType'] === undefined) {
    throw invalidRequest(
      "The record is not a change proposal: it has neither 'aspect' nor 'proposedSnapshot'.",
    );
  }
  const about = `${wordOf(record['aspectName'])} of ${wordOf(record['entityUrn'])}`;
  return { line, size, about, kind: 'proposal', content: proposalOf(record, text) };
}

/** Whether the record is a property definition; found by text search, without parsing the record. */
export function isDefinition(record: JsonRecord): boolean {
  return isOf(record, STRUCTURED_PROPERTY.definitionAspect);
}

/** Whether the record is a data type or an entity type, to which definitions refer; found by text search, without parsing the record. */
export function isType(record: JsonRecord): boolean {
  return isOf(record, 'dataTypeInfo') || isOf(record, 'entityTypeInfo');
}

/** Whether the record has the rules of a property; found by text search, without parsing the record. */
export function isRules(record: JsonRecord): boolean {
  return isOf(record, STRUCTURED_PROPERTY.rulesAspect);
}

/** Whether the record is the soft deletion of a property; found by text search, without parsing the record. */
export function isPropertyStatus(record: JsonRecord): boolean {
  return record.text.includes(`"urn:li:${STRUCTURED_PROPERTY.entityType}:`) && isOf(record, 'status');
}

function isOf({ text }: JsonRecord, aspectName: string): boolean {
  if (!text.includes(aspectName)) return false;
  return /"aspectName"\s*:\s*"([^"]*)"/.exec(text)?.[1] === aspectName;
}

/** Replaces an aspect given as an object by its exact JSON text, which the endpoint expects in a string. */
function proposalOf(record: JsonObject, text: string): JsonObject {
  const { aspect } = record;
  if (!isJsonObject(aspect) || aspect['json'] === undefined) return record;
  const value = membersOf(membersOf(text).get('aspect') ?? '').get('json') ?? '';
  return { ...record, aspect: { contentType: 'application/json', value } };
}

function snapshotOf(record: JsonObject): Pick<FileChange, 'kind' | 'about' | 'content'> {
  const value = pythonToRestli(record['proposedSnapshot'] ?? null);
  const [snapshot] = isJsonObject(value) ? Object.values(value) : [];
  const urn = isJsonObject(snapshot) ? snapshot['urn'] : undefined;
  const systemMetadata = record['systemMetadata'] ?? null;
  return { kind: 'snapshot', about: `snapshot of ${wordOf(urn)}`, content: { value, systemMetadata } };
}

function wordOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '(nothing)';
}
