import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidRequest } from '../../../errors.ts';
import type { Aspect } from '../../../model/aspect.ts';
import type { AspectSpec, EntityRegistry, EntitySpec } from '../../../model/entity-registry.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import { deletionOf, upsertOf } from '../../../model/proposal-builders.ts';
import { entitySpec, findAspect, unknownAspect, urnOf } from '../../../model/registry/find-in-registry.ts';
import { entityTypeOf, parseUrn, type Urn } from '../../../model/urn.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { ingestProposals } from '../../../operations/entities/ingest-proposals.ts';
import { checkBatchSize, readElements } from '../../../util/batch-size.ts';
import { asList, asObject, asText, optionalText, wrongChoice } from '../../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { bodyOf } from '../../http/request-body.ts';
import { noteUnknownMembers } from '../../http/requests/unknown-members.ts';
import { requesterOf } from '../../http/request-context.ts';
import { runs } from '../../http/route-needs.ts';
import { readProposal, type WriteType } from '../read-batch.ts';
import { TYPE_MEMBER, simpleName, typedAspect, untypedAspect } from './typed-json.ts';

/** Paths of the older entities API, as in DataHub. */
export const ENTITIES_V1_PATHS = [
  '/openapi/entities/v1',
  '/openapi/platform/entities/v1',
  '/openapi/v2/platform/entities/v1',
] as const;

const CHANGE_TYPES: readonly WriteType[] = [
  'UPSERT',
  'CREATE',
  'CREATE_ENTITY',
  'UPDATE',
  'PATCH',
  'RESTATE',
];

const ELEMENT = [
  'entityType',
  'entityUrn',
  'aspect',
  'aspectName',
  'changeType',
  'systemMetadata',
  'headers',
  'auditHeader',
  TYPE_MEMBER,
];

/**
 * The older entities API: `POST` writes aspects, all or none; `GET /latest` reads and `DELETE` deletes entities, softly
 * unless `soft=false`. Objects have the simple name of their class in `__type`.
 */
export function entitiesV1Routes(app: FastifyInstance, registry: EntityRegistry): void {
  for (const path of ENTITIES_V1_PATHS) {
    app.post(path, runs(ingestProposals), async (request, reply) => {
      const parameters = QueryParameters.of(request, ['createIfNotExists', 'createEntityIfNotExists']);
      const fallback = fallbackOf(parameters);
      const list = asList(bodyOf(request), 'The body');
      const proposals = await readElements(list, '', (element, at) => [
        proposalOf(registry, element, fallback, at),
      ]);
      await requesterOf(request).run(ingestProposals, proposals);
      return reply.code(201).send(proposals.map(({ urn }) => urn));
    });
    app.get(path, runs(getEntities), (request) => latestOf(registry, request));
    app.get(`${path}/latest`, runs(getEntities), (request) => latestOf(registry, request));
    app.delete(path, runs(getEntities, ingestProposals), (request) => deleteEntities(registry, request));
  }
}

/**
 * Reads `{entityType, entityUrn, aspect}`, with the aspect as `{__type, ...}`, or in the form of proposals with
 * `aspectName` and the aspect as `{value, contentType}`.
 */
function proposalOf(
  registry: EntityRegistry,
  value: JsonValue,
  fallback: WriteType,
  at: string,
): MetadataChangeProposal {
  const element = asObject(value, at);
  noteUnknownMembers(element, ELEMENT, at);
  const entity = entitySpec(registry, asText(element['entityType'], `${at}.entityType`));
  const urn = urnOf(entity, asText(element['entityUrn'], `${at}.entityUrn`));
  const changeType = changeTypeOf(element['changeType'], fallback, `${at}.changeType`);
  const aspect = asObject(element['aspect'], `${at}.aspect`);
  const name = optionalText(element['aspectName'], `${at}.aspectName`);
  const spec = name === undefined ? specByType(entity, aspect, `${at}.aspect`) : specByName(entity, name);
  if (name !== undefined) noteUnknownMembers(aspect, ['value', 'contentType', TYPE_MEMBER], `${at}.aspect`);
  const content = name === undefined ? aspect : asObject(aspect['value'], `${at}.aspect.value`);
  const written = changeType === 'PATCH' ? content : untypedAspect(spec, content);
  const { systemMetadata, headers } = element;
  return readProposal(urn, spec.name, { value: written, systemMetadata, headers }, changeType, at);
}

/** Change type of elements that name none. */
function fallbackOf(parameters: QueryParameters): WriteType {
  if (parameters.flag('createIfNotExists', false)) return 'CREATE';
  return parameters.flag('createEntityIfNotExists', false) ? 'CREATE_ENTITY' : 'UPSERT';
}

function changeTypeOf(value: JsonValue | undefined, fallback: WriteType, at: string): WriteType {
  if (value === undefined || value === null) return fallback;
  const known = CHANGE_TYPES.find((type) => type === value);
  if (known === undefined) throw wrongChoice(at, CHANGE_TYPES, value);
  return known;
}

function specByName(entity: EntitySpec, name: string): AspectSpec {
  const spec = findAspect(entity, name);
  if (spec === undefined) throw unknownAspect(entity, name, 'INVALID_REQUEST');
  return spec;
}

function specByType(entity: EntitySpec, aspect: JsonObject, at: string): AspectSpec {
  const type = asText(aspect[TYPE_MEMBER], `${at}.${TYPE_MEMBER}`);
  const spec = [...entity.aspects.values()].find(({ className }) => simpleName(className) === type);
  if (spec !== undefined) return spec;
  throw invalidRequest(`${at}.${TYPE_MEMBER}: ${entity.name} has no aspect of the class ${type}.`);
}

async function latestOf(registry: EntityRegistry, request: FastifyRequest): Promise<object> {
  const parameters = QueryParameters.of(request, ['urns', 'aspectNames']);
  const urns = urnsOf(parameters);
  const names = parameters.list('aspectNames');
  const found = await requesterOf(request).run(getEntities, {
    urns,
    aspectNames: names.length === 0 ? undefined : names,
  });
  const responses = [...found].map(([urn, aspects]) => {
    const entity = entitySpec(registry, entityTypeOf(urn));
    const members = [...aspects.values()].flatMap((aspect) => {
      const spec = findAspect(entity, aspect.aspectName);
      return spec === undefined ? [] : [[spec.name, envelopeOf(spec, aspect)] as const];
    });
    return [urn, { entityName: entity.name, urn, aspects: Object.fromEntries(members) }] as const;
  });
  return { responses: Object.fromEntries(responses) };
}

function envelopeOf(spec: AspectSpec, aspect: Aspect): object {
  return {
    name: spec.name,
    type: 'VERSIONED',
    version: 0,
    created: aspect.created,
    value: typedAspect(spec, aspect.value),
    systemMetadata: aspect.systemMetadata,
  };
}

async function deleteEntities(registry: EntityRegistry, request: FastifyRequest): Promise<object> {
  const parameters = QueryParameters.of(request, ['urns', 'soft']);
  const requester = requesterOf(request);
  const isSoft = parameters.flag('soft', true);
  const present = await requester.run(getEntities, { urns: urnsOf(parameters), aspectNames: [] });
  const urns = [...present.keys()];
  const keyOf = (urn: Urn): string => entitySpec(registry, entityTypeOf(urn)).keyAspect.name;
  await requester.run(
    ingestProposals,
    urns.map((urn) => (isSoft ? upsertOf(urn, 'status', { removed: true }) : deletionOf(urn, keyOf(urn)))),
  );
  return [{ rowsRolledBack: urns.map((urn) => ({ urn })), rowsDeletedFromEntityDeletion: urns.length }];
}

/** Urns contain commas, so each one is a separate parameter. */
function urnsOf(parameters: QueryParameters): readonly Urn[] {
  const texts = parameters.all('urns');
  if (texts.length === 0) throw invalidRequest('Parameter urns is missing. Give it once for each urn.');
  checkBatchSize('urns', texts.length);
  return [...new Set(texts.map(parseUrn))];
}
