import type { FastifyInstance } from 'fastify';
import type { AspectSpec, EntityRegistry, EntitySpec } from '../../../model/entity-registry.ts';
import { QueryParameters } from '../../http/query-parameters.ts';

const DEFAULT_COUNT = 20;

/**
 * `GET /openapi/v1/registry/models/entity/specifications`: which aspects each entity type carries, a page at a time.
 * Clients learn from it what the server knows.
 */
export function registryModelRoutes(app: FastifyInstance, registry: EntityRegistry): void {
  app.get('/openapi/v1/registry/models/entity/specifications', (request) => {
    const parameters = new QueryParameters(request);
    const start = parameters.count('start') ?? 0;
    const entities = [...registry.entities.values()];
    const elements = entities
      .slice(start, start + (parameters.count('count') ?? DEFAULT_COUNT))
      .map(specificationOf);
    return { start, count: elements.length, total: entities.length, elements };
  });
}

function specificationOf({ name, keyAspect, aspects }: EntitySpec): object {
  return {
    name,
    keyAspectName: keyAspect.name,
    keyAspectSpec: { aspectAnnotation: annotationOf(keyAspect) },
    aspectSpecs: [...aspects.values()].map((aspect) => ({ aspectAnnotation: annotationOf(aspect) })),
  };
}

function annotationOf({ name, kind, schemaVersion }: AspectSpec): object {
  return { name, timeseries: kind === 'timeseries', schemaVersion };
}
