import { invalidRequest, type CatalogError } from '../../errors.ts';
import type { EntitySpec } from '../../model/entity-registry.ts';
import { findAspect, urnOf } from '../../model/registry/find-in-registry.ts';
import { PATCH_MEMBERS, parsePatch } from '../../model/proposal-parts/patch.ts';
import { parseSystemMetadata } from '../../model/proposal-parts/system-metadata.ts';
import type { ChangeType, MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import { asList, asObject, asText, wrongType } from '../../util/json/json-input.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { checkBatchSize, readElements, readGoodElements } from '../../util/batch-size.ts';
import { readProposalHeaders } from '../http/requests/proposal-headers.ts';
import { noteUnknownMembers } from '../http/requests/unknown-members.ts';
import type { AspectItem, Dialect } from './dialect.ts';
import { because } from '../../refusals.ts';

/** Change types of requests with a body. */
export type WriteType = Exclude<ChangeType, 'DELETE'>;

/** A list of entities of one type with aspects to write. */
export interface Batch {
  readonly dialect: Dialect;
  readonly entity: EntitySpec;
  readonly changeType: WriteType;
  readonly list: JsonValue;
  /** Path of the list in the body; '' if it is the body itself. */
  readonly at: string;
}

/**
 * Parses the proposals of a batch, in order; at most 10,000. Throws one INVALID_REQUEST that lists the invalid elements.
 */
export async function readBatch(batch: Batch): Promise<readonly MetadataChangeProposal[]> {
  return readElements(listOf(batch), batch.at, (element, at) => readElement(batch, element, at));
}

/**
 * Parses the proposals of a batch, in order; at most 10,000. Returns an error in place of the proposals of an invalid
 * element.
 */
export async function readEachOfBatch(
  batch: Batch,
): Promise<readonly (MetadataChangeProposal | CatalogError)[]> {
  return readGoodElements(listOf(batch), batch.at, (element, at) => readElement(batch, element, at));
}

function listOf({ at, list }: Batch): readonly JsonValue[] {
  return asList(list, at || 'The body');
}

/** Members of the envelope of an aspect; `auditStamp` occurs in responses only. */
const ENVELOPE = ['value', 'systemMetadata', 'headers', 'auditStamp'];

/** The parts of an aspect in its envelope, with a warning for members that are not read. `at`: its path. */
export function enveloped(item: JsonObject, at: string): AspectItem {
  noteUnknownMembers(item, ENVELOPE, at);
  const { value, systemMetadata, headers } = item;
  return { value, systemMetadata, headers };
}

/** Parses the proposal for one aspect; throws INVALID_REQUEST with the path `at`. */
export function readProposal(
  urn: Urn,
  aspectName: string,
  item: AspectItem,
  changeType: WriteType,
  at: string,
): MetadataChangeProposal {
  const systemMetadata = parseSystemMetadata(item.systemMetadata, `${at}.systemMetadata`);
  const parts = {
    urn,
    aspectName,
    ...(systemMetadata !== undefined && { systemMetadata }),
    ...readProposalHeaders(item.headers, `${at}.headers`),
  };
  const place = item.isBare === true ? at : `${at}.value`;
  if (changeType === 'PATCH') {
    noteUnknownMembers(item.value, PATCH_MEMBERS, place);
    return { ...parts, changeType, patch: parsePatch(item.value, place) };
  }
  if (!isJsonObject(item.value)) throw wrongType(place, 'a JSON object', item.value);
  return { ...parts, changeType, value: item.value };
}

function readElement(
  { changeType, dialect, entity }: Batch,
  value: JsonValue,
  at: string,
): readonly MetadataChangeProposal[] {
  const element = asObject(value, at);
  if (element['urn'] === undefined)
    throw invalidRequest(
      `Missing \`urn\` field in ${at}.`,
      undefined,
      because('INPUT_MISSING', { name: 'urn' }),
    );
  const urn = urnOf(entity, asText(element['urn'], `${at}.urn`));
  const aspects = dialect.aspectsOf(element, at);
  const proposals: MetadataChangeProposal[] = [];
  const names = Object.keys(aspects);
  checkBatchSize(at, names.length);
  for (const name of names) {
    const item = aspects[name];
    // DataHub's scroll with `scrollIdPerEntity` adds this member to an entity; it is not an aspect.
    if (name === 'scrollId' && typeof item === 'string') continue;
    if (name === 'urn' || item === undefined || item === null) continue;
    // Aspects that the type does not have are refused later by the validators, together with other violations.
    const aspectName = findAspect(entity, name)?.name ?? name;
    const place = `${at}.${name}`;
    proposals.push(readProposal(urn, aspectName, enveloped(asObject(item, place), place), changeType, place));
  }
  return proposals;
}
