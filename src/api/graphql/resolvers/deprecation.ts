import { upsertOf } from '../../../model/proposal-builders.ts';
import { requireAssets } from '../../../operations/assets.ts';
import { given } from '../../../util/given.ts';
import { parseTargets } from '../edit-target.ts';
import type { ResourceRef } from '../edit-target.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireEdit } from '../mutation-steps.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';

interface DeprecationInput {
  readonly deprecated: boolean;
  readonly decommissionTime?: number | null;
  readonly note?: string | null;
  readonly replacement?: string | null;
}

/** Mutations that set or clear deprecation. */
export const DEPRECATION_MUTATIONS = {
  updateDeprecation: (_root, { input }, context) =>
    updating(input, () => deprecate(input, [{ resourceUrn: input.urn }], context)),
  batchUpdateDeprecation: (_root, { input }, context) =>
    updating(input, () => deprecate(input, input.resources, context)),
} satisfies Partial<Resolvers['Mutation']>;

async function deprecate(
  { deprecated, decommissionTime, note, replacement }: DeprecationInput,
  resources: readonly (ResourceRef | null)[],
  context: GraphqlContext,
): Promise<boolean> {
  const targets = parseTargets(resources, context);
  const entities = targets.map(({ entity }) => entity);
  await requireEdit('EDIT_DEPRECATION_PRIVILEGE', entities, context);
  await requireAssets(targets, context);
  const value = {
    deprecated,
    note: note ?? '',
    actor: context.catalog.actor.urn,
    ...given({ decommissionTime }),
    ...(replacement ? { replacement: context.references.parse(replacement).urn } : {}),
  };
  await context.ingest(entities.map(({ urn }) => upsertOf(urn, 'deprecation', value)));
  return true;
}
