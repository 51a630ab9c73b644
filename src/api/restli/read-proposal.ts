import { CatalogError, invalidRequest } from '../../errors.ts';
import type { EntityRegistry, EntitySpec } from '../../model/entity-registry.ts';
import { entitySpec, urnOf } from '../../model/find-in-registry.ts';
import { parsePatch } from '../../model/proposal-parts/patch.ts';
import { parseSystemMetadata } from '../../model/proposal-parts/system-metadata.ts';
import { asksForIndex, parseWriteCondition } from '../../model/proposal-parts/write-condition.ts';
import type { SystemMetadata } from '../../model/aspect.ts';
import type { ChangeType, MetadataChangeProposal } from '../../model/proposal.ts';
import { formatUrn } from '../../model/urn.ts';
import type { Urn } from '../../model/urn.ts';
import { parseJsonExactly } from '../../util/exact-json.ts';
import { asObject, asText, optionalText, wrongType } from '../../util/json-input.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';

const CHANGE_TYPES: readonly ChangeType[] = [
  'UPSERT',
  'CREATE',
  'CREATE_ENTITY',
  'UPDATE',
  'PATCH',
  'DELETE',
  'RESTATE',
];

/**
 * Parses a metadata change proposal in Rest.li form: the aspect is JSON text inside the JSON. Throws INVALID_REQUEST
 * with the invalid member; `at`: path of the proposal in the body.
 */
export function readProposal(
  registry: EntityRegistry,
  value: JsonValue | undefined,
  at: string,
): MetadataChangeProposal {
  const source = asObject(value, at);
  const entity = entitySpec(registry, asText(source['entityType'], `${at}.entityType`));
  const changeType = readChangeType(source['changeType'], `${at}.changeType`);
  const systemMetadata = readSystemMetadata(source['systemMetadata'], `${at}.systemMetadata`);
  const condition = parseWriteCondition(source['headers'], `${at}.headers`);
  const parts = {
    urn: readUrn(entity, source, at),
    aspectName: readAspectName(entity, source, changeType, at),
    ...(systemMetadata !== undefined && { systemMetadata }),
    ...(condition !== undefined && { condition }),
    ...(asksForIndex(source['headers']) && { awaitsIndex: true }),
  };
  if (changeType === 'DELETE') return { ...parts, changeType };
  const content = readContent(source['aspect'], `${at}.aspect`);
  if (changeType === 'PATCH') return { ...parts, changeType, patch: parsePatch(content, `${at}.aspect`) };
  return { ...parts, changeType, value: asObject(content, `${at}.aspect.value`) };
}

/** Parses a batch of proposals; throws one INVALID_REQUEST with the errors of all. */
export function readProposals(
  registry: EntityRegistry,
  list: readonly JsonValue[],
  at: string,
): readonly MetadataChangeProposal[] {
  const failures: string[] = [];
  const proposals = list.flatMap((value, index) => {
    try {
      return [readProposal(registry, value, `${at}[${index}]`)];
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error;
      failures.push(error.message);
      return [];
    }
  });
  if (failures.length > 0) throw invalidRequest([...new Set(failures)].join(' '));
  return proposals;
}

/** Parses system metadata; some clients send it as JSON text. Throws INVALID_REQUEST. */
export function readSystemMetadata(
  value: JsonValue | undefined,
  at: string,
): Partial<SystemMetadata> | undefined {
  return parseSystemMetadata(typeof value === 'string' ? parseJsonExactly(value) : value, at);
}

function readChangeType(value: JsonValue | undefined, at: string): ChangeType {
  if (value === undefined || value === null) return 'UPSERT';
  const changeType = CHANGE_TYPES.find((name) => name === value);
  if (changeType === undefined) throw wrongType(at, `one of ${CHANGE_TYPES.join(', ')}`, value);
  return changeType;
}

/** The urn of the entity, given directly or by the parts of its key. */
function readUrn(entity: EntitySpec, source: JsonObject, at: string): Urn {
  const urn = optionalText(source['entityUrn'], `${at}.entityUrn`);
  if (urn !== undefined) return urnOf(entity, urn);
  const key = source['entityKeyAspect'];
  if (key === undefined || key === null) {
    throw invalidRequest(`${at}.entityUrn is missing. Give entityUrn or entityKeyAspect.`);
  }
  const parts = asObject(readContent(key, `${at}.entityKeyAspect`), `${at}.entityKeyAspect.value`);
  const names = [...entity.keyAspect.record.fields.keys()];
  return formatUrn(
    entity.name,
    ...names.map((name) => asText(parts[name], `${at}.entityKeyAspect.value.${name}`)),
  );
}

/** The aspect name; a deletion without one deletes the whole entity. */
function readAspectName(entity: EntitySpec, source: JsonObject, changeType: ChangeType, at: string): string {
  const name = optionalText(source['aspectName'], `${at}.aspectName`);
  if (name !== undefined) return name;
  if (changeType === 'DELETE') return entity.keyAspect.name;
  throw invalidRequest(`${at}.aspectName is missing. Give the name of the aspect to write.`);
}

/** Parses the JSON text in `value` of `{contentType, value}`. */
function readContent(value: JsonValue | undefined, at: string): JsonValue {
  const aspect = asObject(value, at);
  const contentType = optionalText(aspect['contentType'], `${at}.contentType`) ?? 'application/json';
  if (!/^application\/(json|json-patch\+json)(;|$)/.test(contentType)) {
    throw invalidRequest(`${at}.contentType is ${contentType}. Send JSON text as application/json.`);
  }
  try {
    return parseJsonExactly(asText(aspect['value'], `${at}.value`));
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    throw invalidRequest(`${at}.value: ${error.message}`);
  }
}
