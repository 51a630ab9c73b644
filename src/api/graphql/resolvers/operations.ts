import { invalidRequest } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { upsertOf } from '../../../model/proposal-builders.ts';
import { requireAssets } from '../../../operations/assets.ts';
import { equalTo, findEntities } from '../../../operations/find-entities.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import { given } from '../../../util/given.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireEdit } from '../mutation-steps.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';

interface PageArguments {
  readonly start?: number | null;
  readonly count?: number | null;
}

/** Mutation that reports an operation on a data asset. */
export const OPERATION_MUTATIONS = {
  reportOperation: (_root, { input }, context) =>
    updating(input, async () => {
      const asset = context.references.parse(input.urn);
      const { operationType, customOperationType, sourceType, numAffectedRows, partition } = input;
      if (operationType === 'CUSTOM' && !customOperationType) {
        throw invalidRequest(
          "An operation of type CUSTOM needs 'customOperationType': the kind of operation.",
        );
      }
      await requireEdit('EDIT_ENTITY_OPERATIONS', [asset], context);
      await requireAssets([{ entity: asset, fieldPath: undefined }], context);
      const { actor, time } = stampNow(context);
      const happened = input.timestampMillis ?? time;
      const customProperties = input.customProperties?.map(({ key, value }) => [key, value ?? ''] as const);
      const operation = {
        timestampMillis: happened,
        lastUpdatedTimestamp: happened,
        actor,
        operationType,
        sourceType,
        ...given({ customOperationType, numAffectedRows }),
        ...(partition && { partitionSpec: { partition, type: 'PARTITION' } }),
        ...(customProperties && { customProperties: Object.fromEntries(customProperties) }),
      };
      await context.ingest([upsertOf(asset.urn, 'operation', operation)]);
      return asset.urn;
    }),
} satisfies Partial<Resolvers['Mutation']>;

/** One page of the runs of a data job, latest first. */
export async function runsOf(
  { urn }: EntityReference,
  { start, count }: PageArguments,
  context: GraphqlContext,
): Promise<object> {
  const filter = [[equalTo('parentTemplate', urn)]];
  const sort = [{ field: 'created', order: 'DESCENDING' }] as const;
  const { entities, ...page } = await findEntities(
    { entityTypes: ['dataProcessInstance'], filter, sort, start, count },
    context,
  );
  return { ...page, runs: entities };
}
