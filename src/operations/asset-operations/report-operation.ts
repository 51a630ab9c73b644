import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { given } from '../../util/given.ts';
import { requireEntities } from '../assets.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { TEXT_ENTRIES } from '../text-entries.ts';
import { readAs, objectOf } from '../shapes.ts';
import { because } from '../../refusals.ts';

/** Reports that data of an asset was inserted, changed or deleted. Throws NOT_FOUND for a missing asset. */
export const reportOperation = defineOperation({
  name: 'reportOperation',
  effect: 'write',
  summary: 'Reports that data of an asset was inserted, changed or deleted.',
  input: (types) =>
    v.pipe(
      objectOf({
        urn: types.entity(),
        operationType: v.string(),
        customOperationType: v.nullish(v.string()),
        sourceType: v.string(),
        customProperties: v.nullish(TEXT_ENTRIES),
        partition: v.nullish(v.string()),
        numAffectedRows: v.nullish(v.number()),
        /** Epoch ms; default: now. */
        timestampMillis: v.nullish(v.number()),
      }),
      readAs((input) => {
        if (input.operationType !== 'CUSTOM' || input.customOperationType) return input;
        throw invalidRequest(
          "An operation of type CUSTOM needs 'customOperationType': the kind of operation.",
          'customOperationType',
          because('INPUT_MISSING', { name: 'customOperationType' }),
        );
      }),
    ),
  needs: { on: ({ urn }) => urn, anyOf: ['EDIT_ENTITY_OPERATIONS'] },
  run: async ({ urn: asset, timestampMillis: happened, partition, customProperties, ...details }, work) => {
    await requireEntities([asset], work);
    const { actor, time } = stampNow(work);
    const operation = {
      timestampMillis: happened ?? time,
      lastUpdatedTimestamp: happened ?? time,
      actor,
      ...given({ ...details, customProperties }),
      ...(partition && { partitionSpec: { partition, type: 'PARTITION' } }),
    };
    await work.ingest([upsertOf(asset.urn, 'operation', operation)]);
    return asset.urn;
  },
});
