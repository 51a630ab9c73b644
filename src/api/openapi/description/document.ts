import { DATAHUB_VERSION } from '../../../model/datahub-version.ts';
import type { AspectSpec, EntityRegistry, EntitySpec } from '../../../model/entity-registry.ts';
import { aspectSchemas } from './aspect-schemas.ts';
import { AUDIT_PATHS, EVENTS_TAG } from './audit-paths.ts';
import { ENTITIES_V1, ENTITIES_V1_TAG } from './entities-v1-paths.ts';
import { LINKS_TAG, LINK_PATHS } from './link-paths.ts';
import type { Node } from './node.ts';
import { ERROR_RESPONSES } from './operation.ts';
import { OPENLINEAGE_PATHS, OPENLINEAGE_TAG } from './openlineage-paths.ts';
import { OWN_TAG, ownPaths, type DescribedRoute } from './own-paths.ts';
import { PARAMETERS } from './parameters.ts';
import { PLATFORM_PATHS, PLATFORM_TAG } from './platform-paths.ts';
import { POLL_PATHS } from './poll-paths.ts';
import { SHARED_SCHEMAS } from './shared-schemas.ts';
import { TIMELINE_PATHS, TIMELINE_TAG } from './timeline-paths.ts';
import { V2_PATHS, V2_TAG, v2EntityPaths } from './v2-paths.ts';
import { V3_TAG, v3EntityPaths, v3GenericPaths } from './v3-paths.ts';
import { v3Schemas } from './v3-schemas.ts';

/** Name of the part of the document that does not depend on the entity type. */
export const GENERIC_PART = 'generic';

/** The complete OpenAPI 3.0 document, derived from the registry and from the routes that DataHub does not have. */
export function apiDocument(registry: EntityRegistry, ownRoutes: readonly DescribedRoute[]): Node {
  return describe([...registry.entities.values()], ownRoutes);
}

/**
 * The part of the document for one entity type, or the generic part. Browsers render a part quickly, but need many
 * seconds for the complete document.
 */
export function apiDocumentPart(
  part: EntitySpec | typeof GENERIC_PART,
  ownRoutes: readonly DescribedRoute[],
): Node {
  return part === GENERIC_PART ? describe([], ownRoutes) : describe([part], undefined);
}

/** `ownRoutes` undefined: only the paths of the entity types. */
function describe(entities: readonly EntitySpec[], ownRoutes: readonly DescribedRoute[] | undefined): Node {
  const aspects = new Set<AspectSpec>(entities.flatMap((entity) => [...entity.aspects.values()]));
  const generic = ownRoutes
    ? {
        ...v3GenericPaths(),
        ...V2_PATHS,
        ...LINK_PATHS,
        ...TIMELINE_PATHS,
        ...AUDIT_PATHS,
        ...POLL_PATHS,
        ...OPENLINEAGE_PATHS,
        ...ENTITIES_V1,
        ...PLATFORM_PATHS,
        ...ownPaths(ownRoutes),
      }
    : {};
  const ofEntities = entities.flatMap((entity) =>
    Object.entries({ ...v3EntityPaths(entity), ...v2EntityPaths(entity) }),
  );
  const tags = [
    ...(ownRoutes
      ? [
          V3_TAG,
          V2_TAG,
          ENTITIES_V1_TAG,
          LINKS_TAG,
          TIMELINE_TAG,
          EVENTS_TAG,
          OPENLINEAGE_TAG,
          PLATFORM_TAG,
          OWN_TAG,
        ]
      : []),
    ...entities.map(({ name }) => name).sort(),
  ];
  return {
    openapi: '3.0.3',
    info: {
      title: 'Colophon',
      version: DATAHUB_VERSION,
      description:
        'Metadata catalog with typed structured properties, compatible with the REST interface of DataHub.',
    },
    // Relative to the address of the document, so that it is correct under every base path.
    servers: [{ url: '../..' }],
    security: [{ bearer: [] }],
    tags: tags.map((name) => ({ name })),
    paths: { ...generic, ...Object.fromEntries(ofEntities) },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      parameters: PARAMETERS,
      responses: ERROR_RESPONSES,
      schemas: { ...SHARED_SCHEMAS, ...v3Schemas(entities, aspects), ...aspectSchemas(aspects) },
    },
  };
}
