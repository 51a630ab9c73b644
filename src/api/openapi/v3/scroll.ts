import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidRequest } from '../../../errors.ts';
import type { EntityRegistry, EntitySpec } from '../../../model/entity-registry.ts';
import { suggestion } from '../../../util/closest-name.ts';
import { asObject, asTexts } from '../../../util/json/json-input.ts';
import type { JsonValue } from '../../../util/json.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { bodyOf } from '../../http/request-body.ts';
import { noteUnknownMembers } from '../../http/requests/unknown-members.ts';
import { requesterOf } from '../../http/request-context.ts';
import { JSON_TYPE } from '../answer-writes.ts';
import type { RouteContext } from '../dialect.ts';
import { EMPTY_PAGE, readPage, type WantedAspects } from '../entities/entity-page.ts';
import { entitySpec, findAspect } from '../../../model/registry/find-in-registry.ts';
import { PAGE_PARAMETERS, isEmptySlice, pageInput } from '../page-parameters.ts';
import { readFilter, readSort } from '../read-filter.ts';
import { because } from '../../../refusals.ts';

/** Members of the body. */
const BODY = ['entities', 'aspects', 'filter', 'sortCriteria'] as const;

/** `POST /scroll`: one page of entities of several types. `aspects` absent: urns only; `[]`: all aspects. */
export async function scrollEntities(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { registry, dialect } = context;
  const parameters = QueryParameters.of(request, [...PAGE_PARAMETERS, 'systemMetadata']);
  const body = asObject(bodyOf(request), 'The body');
  noteUnknownMembers(body, BODY, 'The body', '; query and count are parameters');
  const entities =
    optionalTexts(body['entities'], 'entities')?.map((name) => entitySpec(registry, name)) ?? [];
  // As in DataHub, the default is all entity types, not only asset types.
  const scrolled = entities.length > 0 ? entities : [...registry.entities.values()];
  const input = pageInput(
    parameters,
    { entityTypes: scrolled.map(({ name }) => name), filter: readFilter(body['filter']) },
    readSort(body['sortCriteria']),
  );
  const form = {
    aspects: wantedAspects(registry, entities, body['aspects']),
    systemMetadata: parameters.flag('systemMetadata', false),
  };
  const page = isEmptySlice(parameters)
    ? EMPTY_PAGE
    : await readPage(requesterOf(request), context, input, form);
  return reply.type(JSON_TYPE).send(dialect.pageJson(page));
}

function wantedAspects(
  registry: EntityRegistry,
  entities: readonly EntitySpec[],
  value: JsonValue | undefined,
): WantedAspects {
  const names = optionalTexts(value, 'aspects');
  if (names === undefined) return 'none';
  return names.length === 0 ? 'all' : names.map((name) => aspectName(registry, entities, name));
}

/** The exact name of an aspect; throws INVALID_REQUEST when none of the entity types has it. */
function aspectName(registry: EntityRegistry, entities: readonly EntitySpec[], name: string): string {
  const specs = entities.length > 0 ? entities : registry.entities.values();
  for (const entity of specs) {
    const aspect = findAspect(entity, name);
    if (aspect !== undefined) return aspect.name;
  }
  throw invalidRequest(
    `aspects: none of the entity types has the aspect ${name}.${suggestion(name, registry.aspects.keys())}`,
    undefined,
    because('ASPECT_UNKNOWN', { name }),
  );
}

function optionalTexts(value: JsonValue | undefined, at: string): readonly string[] | undefined {
  return value === undefined || value === null ? undefined : asTexts(value, at);
}
