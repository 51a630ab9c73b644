import type { FieldResolvers } from '../build-schema.ts';
import { parseTargets } from '../edit-target.ts';
import { requireAssets } from '../../../operations/assets.ts';
import type { ResourceRef } from '../edit-target.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireEdit } from '../mutation-steps.ts';
import { upsertOf } from '../../../model/proposal-builders.ts';
import type { Input } from '../mutation-steps.ts';
import { given } from '../../../util/given.ts';
import { updating } from '../wrapped-error.ts';

interface DeprecationInput {
  readonly deprecated: boolean;
  readonly decommissionTime?: number | null;
  readonly note?: string | null;
  readonly replacement?: string | null;
}

/** Mutations that set or clear deprecation. */
export const DEPRECATION_MUTATIONS: FieldResolvers = {
  updateDeprecation: (
    _root: unknown,
    { input }: Input<DeprecationInput & { readonly urn: string }>,
    context: GraphqlContext,
  ) => updating(input, () => deprecate(input, [{ resourceUrn: input.urn }], context)),
  batchUpdateDeprecation: (
    _root: unknown,
    { input }: Input<DeprecationInput & { readonly resources: readonly (ResourceRef | null)[] }>,
    context: GraphqlContext,
  ) => updating(input, () => deprecate(input, input.resources, context)),
};

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
