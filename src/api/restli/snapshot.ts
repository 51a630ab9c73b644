import { invalidRequest } from '../../errors.ts';
import type { Aspect, SystemMetadata } from '../../model/aspect.ts';
import type { EntityRegistry, EntitySpec } from '../../model/entity-registry.ts';
import { entitySpec } from '../../model/registry/find-in-registry.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { entityTypeOf, parseUrn, type Urn } from '../../model/urn.ts';
import { suggestion } from '../../util/closest-name.ts';
import { asList, asObject, asText } from '../../util/json/json-input.ts';
import type { JsonValue } from '../../util/json.ts';
import { noteUnknownMembers } from '../http/requests/unknown-members.ts';
import { dropUnknownFields } from './drop-unknown-fields.ts';
import { checkBatchSize } from '../../util/batch-size.ts';

const SNAPSHOTS = 'com.linkedin.metadata.snapshot.';

/**
 * Parses an entity snapshot, DataHub's older form of writes, into UPSERT proposals: `{value: {<snapshot class>: {urn,
 * aspects: [{<aspect class>: {...}}]}}}`. Throws INVALID_REQUEST with the invalid member.
 */
export function readSnapshot(
  registry: EntityRegistry,
  value: JsonValue | undefined,
  systemMetadata: Partial<SystemMetadata> | undefined,
  at: string,
): readonly MetadataChangeProposal[] {
  const entityMembers = asObject(value, at);
  noteUnknownMembers(entityMembers, ['value'], at);
  const [className, content] = onlyMember(entityMembers['value'], `${at}.value`);
  const snapshot = asObject(content, `${at}.value`);
  noteUnknownMembers(snapshot, ['urn', 'aspects'], `${at}.value`);
  const urn = parseUrn(asText(snapshot['urn'], `${at}.urn`));
  const entity = entitySpec(registry, entityTypeOf(urn));
  requireSnapshotOf(entity, className, `${at}.value`);
  const aspects = asList(snapshot['aspects'] ?? [], `${at}.aspects`);
  checkBatchSize(`${at}.aspects`, aspects.length);
  return aspects.map((aspect, index) => {
    const place = `${at}.aspects[${index}]`;
    const [className, aspectValue] = onlyMember(aspect, place);
    const aspectName = aspectOfClass(entity, className);
    return {
      urn,
      aspectName,
      changeType: 'UPSERT',
      value: dropUnknownFields(entity, aspectName, asObject(aspectValue, `${place}.${className}`)),
      ...(systemMetadata !== undefined && { systemMetadata }),
    };
  });
}

/** JSON text of an entity as a snapshot: `{<snapshot class>: {urn, aspects: [{<aspect class>: {...}}]}}`. */
export function snapshotJson(entity: EntitySpec, urn: Urn, aspects: Iterable<Aspect>): string {
  const members = [...aspects].flatMap((aspect) => {
    const className = entity.aspects.get(aspect.aspectName)?.className;
    return className === undefined ? [] : [`{${JSON.stringify(className)}:${aspect.text}}`];
  });
  return `{${JSON.stringify(snapshotClass(entity))}:{"urn":${JSON.stringify(urn)},"aspects":[${members.join(',')}]}}`;
}

/** Throws INVALID_REQUEST unless the snapshot class matches the entity type of the urn. */
function requireSnapshotOf(entity: EntitySpec, className: string, at: string): void {
  const wanted = snapshotClass(entity);
  if (className === wanted) return;
  throw invalidRequest(`${at} is a ${className}, but the urn is that of a ${entity.name}. Send a ${wanted}.`);
}

function aspectOfClass(entity: EntitySpec, className: string): string {
  for (const aspect of entity.aspects.values()) if (aspect.className === className) return aspect.name;
  const classes = [...entity.aspects.values()].map((aspect) => aspect.className);
  throw invalidRequest(
    `Unknown aspect ${className} for entity ${entity.name}.${suggestion(className, classes)}`,
  );
}

/** The snapshot class, such as `DatasetSnapshot`; `CorpUserSnapshot` and `MLModelSnapshot` have irregular names. */
function snapshotClass({ name }: EntitySpec): string {
  const spelled = name === 'corpuser' ? 'corpUser' : name.replace(/^ml(?=[A-Z])/, 'ML');
  return `${SNAPSHOTS}${spelled.charAt(0).toUpperCase()}${spelled.slice(1)}Snapshot`;
}

/** The value of a union: an object with one member, named after the class of the value. */
function onlyMember(value: JsonValue | undefined, at: string): readonly [string, JsonValue | undefined] {
  const members = Object.entries(asObject(value, at));
  const [first] = members;
  if (first === undefined || members.length > 1) {
    throw invalidRequest(`${at} must have one member, named after its class, but it has ${members.length}.`);
  }
  return first;
}
