import { DEFAULT_RUN_ID } from '../../../../model/aspect.ts';
import type { EntityReference } from '../../../../model/entity-reference.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { applications, browsePaths } from '../../presenters/asset-details.ts';
import { entityPrivileges } from '../../presenters/entity-privileges.ts';
import type { ArgumentsOf } from '../../schema/schema-resolvers.ts';
import type { EntityField } from '../../schema/schema-types.generated.ts';
import { fromAspect } from '../fields/aspect-field.ts';
import { assertionsOf } from '../quality/assertions.ts';
import { health } from '../quality/health.ts';
import { incidentsOf } from '../quality/incidents.ts';
import { browsePath, container, parents } from '../fields/parents.ts';
import { getOwnPrivileges } from '../../../../operations/policies/get-own-privileges.ts';

/** Fields that many asset types share. */
export const ASSET_FIELDS = {
  application: fromAspect('applications', (value, references, of) => applications(value, references, of)[0]),
  applications: fromAspect('applications', applications),
  aspects: rawAspects,
  assertions: assertionsOf,
  browsePathV2: browsePath,
  browsePaths: fromAspect('browsePaths', browsePaths),
  container,
  health,
  incidents: incidentsOf,
  lastIngested,
  parentContainers: parents('containers', 'container', () => ({
    aspectName: 'container',
    member: 'container',
  })),
  privileges: async ({ urn }: EntityReference, _args: unknown, context: GraphqlContext) =>
    entityPrivileges(await context.run(getOwnPrivileges, { resourceUrn: urn })),
} satisfies { readonly [Field in EntityField]?: unknown };

/** Epoch ms at which an ingestion run last observed any aspect of the entity; null if none has. */
async function lastIngested(
  { urn }: EntityReference,
  _args: unknown,
  { loader }: GraphqlContext,
): Promise<number | null> {
  const aspects = (await loader.entity(urn))?.values() ?? [];
  const times = [...aspects].flatMap(({ systemMetadata: { runId, lastObserved } }) =>
    runId === DEFAULT_RUN_ID ? [] : [lastObserved],
  );
  return times.length === 0 ? null : Math.max(...times);
}

async function rawAspects(
  { urn }: EntityReference,
  { input }: ArgumentsOf<'Dataset', 'aspects'>,
  { loader }: GraphqlContext,
): Promise<readonly object[]> {
  if (input?.autoRenderOnly === true) return [];
  const wanted = input?.aspectNames ? new Set(input.aspectNames) : undefined;
  const aspects = (await loader.entity(urn)) ?? new Map<string, { readonly text: string }>();
  return [...aspects].flatMap(([aspectName, { text }]) =>
    wanted === undefined || wanted.has(aspectName) ? [{ aspectName, payload: text }] : [],
  );
}
