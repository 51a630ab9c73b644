import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CatalogError } from '../../../errors.ts';
import type { AspectSpec, EntityRegistry, EntitySpec } from '../../../model/entity-registry.ts';
import { suggestion } from '../../../util/closest-name.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { WITH_TOKEN } from '../../http/route-needs.ts';

const DEFAULT_COUNT = 20;
const BASE = '/openapi/v1/registry/models';

/**
 * `/openapi/v1/registry/models`: entity types with their aspects, and aspect specifications; lists are paged. Clients
 * use it to discover the model.
 */
export function registryModelRoutes(app: FastifyInstance, registry: EntityRegistry): void {
  const entities = `${BASE}/entity/specifications`;
  const aspects = `${BASE}/aspect/specifications`;
  app.get(entities, WITH_TOKEN, (request) =>
    pageOf(request, [...registry.entities.values()], specificationOf),
  );
  app.get<{ Params: Named }>(`${entities}/:name`, WITH_TOKEN, ({ params }) =>
    specificationOf(entity(registry, params)),
  );
  app.get<{ Params: Named }>(`${entities}/:name/aspects`, WITH_TOKEN, ({ params }) =>
    Object.fromEntries(
      [...entity(registry, params).aspects].map(([name, aspect]) => [name, aspectSpecification(aspect)]),
    ),
  );
  app.get(aspects, WITH_TOKEN, (request) =>
    pageOf(request, [...registry.aspects.values()], aspectSpecification),
  );
  app.get<{ Params: Named }>(`${aspects}/:name`, WITH_TOKEN, ({ params: { name } }) => {
    const aspect = registry.aspects.get(name);
    if (aspect !== undefined) return aspectSpecification(aspect);
    const hint = suggestion(name, registry.aspects.keys());
    throw new CatalogError('NOT_FOUND', `There is no aspect ${name}.${hint}`);
  });
}

interface Named {
  readonly name: string;
}

function pageOf<Spec>(
  request: FastifyRequest,
  specs: readonly Spec[],
  present: (spec: Spec) => object,
): object {
  const parameters = QueryParameters.of(request, ['start', 'count']);
  const start = parameters.count('start') ?? 0;
  const elements = specs.slice(start, start + (parameters.count('count') ?? DEFAULT_COUNT)).map(present);
  return { start, count: elements.length, total: specs.length, elements };
}

function entity(registry: EntityRegistry, { name }: Named): EntitySpec {
  const found = registry.findEntity(name);
  if (found !== undefined) return found;
  const hint = suggestion(name, registry.entities.keys());
  throw new CatalogError('NOT_FOUND', `There is no entity type ${name}.${hint}`);
}

function specificationOf({ name, keyAspect, aspects }: EntitySpec): object {
  return {
    name,
    keyAspectName: keyAspect.name,
    keyAspectSpec: aspectSpecification(keyAspect),
    aspectSpecs: [...aspects.values()].map(aspectSpecification),
  };
}

function aspectSpecification({ name, kind, schemaVersion }: AspectSpec): object {
  return { aspectAnnotation: { name, timeseries: kind === 'timeseries', schemaVersion } };
}
