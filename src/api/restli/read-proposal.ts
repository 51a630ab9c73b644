import { CatalogError, invalidRequest } from '../../errors.ts';
import type { SystemMetadata } from '../../model/aspect.ts';
import type { EntitySpec } from '../../model/entity-registry.ts';
import { entitySpec, urnOf } from '../../model/registry/find-in-registry.ts';
import { PATCH_MEMBERS, parsePatch } from '../../model/proposal-parts/patch.ts';
import { parseSystemMetadata } from '../../model/proposal-parts/system-metadata.ts';
import type { ChangeType, MetadataChangeProposal } from '../../model/proposal.ts';
import { formatUrn, type Urn } from '../../model/urn.ts';
import { parseLongJson } from '../../util/json/exact-json.ts';
import { asObject, asText, optionalText, wrongChoice } from '../../util/json/json-input.ts';
import type { JsonLimits } from '../../util/json/json-scan.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { readElements, readGoodElements } from '../../util/batch-size.ts';
import { readProposalHeaders } from '../http/requests/proposal-headers.ts';
import { noteUnknownMembers } from '../http/requests/unknown-members.ts';
import { dropUnknownFields } from './drop-unknown-fields.ts';
import type { RestliContext } from './resource.ts';

const CHANGE_TYPES: readonly ChangeType[] = [
  'UPSERT',
  'CREATE',
  'CREATE_ENTITY',
  'UPDATE',
  'PATCH',
  'DELETE',
  'RESTATE',
];

const PROPOSAL = [
  'entityType',
  'entityUrn',
  'entityKeyAspect',
  'changeType',
  'aspectName',
  'aspect',
  'systemMetadata',
  'headers',
  'auditHeader',
];

/** Dependencies of the parsing of proposals. */
export type ProposalContext = Pick<RestliContext, 'registry' | 'json'>;

/**
 * Parses a metadata change proposal in Rest.li form: the aspect is JSON text inside the JSON. Throws INVALID_REQUEST
 * with the invalid member; `at`: path of the proposal in the body.
 */
export async function readProposal(
  { registry, json }: ProposalContext,
  value: JsonValue | undefined,
  at: string,
): Promise<MetadataChangeProposal> {
  const source = asObject(value, at);
  noteUnknownMembers(source, PROPOSAL, at);
  const entity = entitySpec(registry, asText(source['entityType'], `${at}.entityType`));
  const changeType = readChangeType(source['changeType'], `${at}.changeType`);
  const systemMetadata = await readSystemMetadata(json, source['systemMetadata'], `${at}.systemMetadata`);
  const parts = {
    urn: await readUrn(json, entity, source, at),
    aspectName: readAspectName(entity, source, changeType, at),
    ...(systemMetadata !== undefined && { systemMetadata }),
    ...readProposalHeaders(source['headers'], `${at}.headers`),
  };
  if (changeType === 'DELETE') return { ...parts, changeType };
  const content = await readContent(json, source['aspect'], `${at}.aspect`);
  if (changeType === 'PATCH') {
    noteUnknownMembers(content, PATCH_MEMBERS, `${at}.aspect`);
    return { ...parts, changeType, patch: parsePatch(content, `${at}.aspect`) };
  }
  const sent = asObject(content, `${at}.aspect.value`);
  return { ...parts, changeType, value: dropUnknownFields(entity, parts.aspectName, sent) };
}

/** Parses a batch of at most 10,000 proposals; throws one INVALID_REQUEST that lists the invalid ones. */
export function readProposals(
  context: ProposalContext,
  list: readonly JsonValue[],
  at: string,
): Promise<readonly MetadataChangeProposal[]> {
  return readElements(list, at, async (value, place) => [await readProposal(context, value, place)]);
}

/** Parses a batch of at most 10,000 proposals. Returns an error in place of each invalid proposal. */
export function readEachProposal(
  context: ProposalContext,
  list: readonly JsonValue[],
  at: string,
): Promise<readonly (MetadataChangeProposal | CatalogError)[]> {
  return readGoodElements(list, at, async (value, place) => [await readProposal(context, value, place)]);
}

/** Parses system metadata; some clients send it as JSON text. Throws INVALID_REQUEST. */
export async function readSystemMetadata(
  json: JsonLimits,
  value: JsonValue | undefined,
  at: string,
): Promise<Partial<SystemMetadata> | undefined> {
  return parseSystemMetadata(typeof value === 'string' ? await parseLongJson(value, json) : value, at);
}

function readChangeType(value: JsonValue | undefined, at: string): ChangeType {
  if (value === undefined || value === null) return 'UPSERT';
  const changeType = CHANGE_TYPES.find((name) => name === value);
  if (changeType === undefined) throw wrongChoice(at, CHANGE_TYPES, value);
  return changeType;
}

/** The urn of the entity, given directly, by the parts of its key, or by both, which must agree. */
async function readUrn(json: JsonLimits, entity: EntitySpec, source: JsonObject, at: string): Promise<Urn> {
  const text = optionalText(source['entityUrn'], `${at}.entityUrn`);
  const key = source['entityKeyAspect'];
  const urn = text === undefined ? undefined : urnOf(entity, text);
  if (key === undefined || key === null) {
    if (urn !== undefined) return urn;
    throw invalidRequest(`${at}.entityUrn is missing. Give entityUrn or entityKeyAspect.`);
  }
  const keyed = await urnOfKey(json, entity, key, `${at}.entityKeyAspect`);
  if (urn === undefined || urn === keyed) return keyed;
  throw invalidRequest(
    `${at}.entityKeyAspect is the key of ${keyed}, but ${at}.entityUrn is ${urn}. Leave one of them out.`,
  );
}

async function urnOfKey(json: JsonLimits, entity: EntitySpec, key: JsonValue, at: string): Promise<Urn> {
  const parts = asObject(await readContent(json, key, at), `${at}.value`);
  const names = [...entity.keyAspect.record.fields.keys()];
  return formatUrn(entity.name, ...names.map((name) => asText(parts[name], `${at}.value.${name}`)));
}

/** The aspect name; a deletion without one deletes the whole entity. */
function readAspectName(entity: EntitySpec, source: JsonObject, changeType: ChangeType, at: string): string {
  const name = optionalText(source['aspectName'], `${at}.aspectName`);
  if (name !== undefined) return name;
  if (changeType === 'DELETE') return entity.keyAspect.name;
  throw invalidRequest(`${at}.aspectName is missing. Give the name of the aspect to write.`);
}

/** Parses the JSON text in `value` of `{contentType, value}`. */
async function readContent(json: JsonLimits, value: JsonValue | undefined, at: string): Promise<JsonValue> {
  const aspect = asObject(value, at);
  noteUnknownMembers(aspect, ['contentType', 'value'], at);
  const contentType = optionalText(aspect['contentType'], `${at}.contentType`) ?? 'application/json';
  if (!/^application\/(json|json-patch\+json)(;|$)/.test(contentType)) {
    throw invalidRequest(`${at}.contentType is ${contentType}. Send JSON text as application/json.`);
  }
  try {
    return await parseLongJson(asText(aspect['value'], `${at}.value`), json);
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    throw invalidRequest(`${at}.value: ${error.message}`);
  }
}
