import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { given } from '../../util/given.ts';
import { defineOperation } from '../operation.ts';
import { TEXT_ENTRIES } from '../text-entries.ts';
import { EDIT_STORED_ASSERTION, checkedEntity } from './checked-entity.ts';
import { objectOf } from '../shapes.ts';

/** Reports a result of an assertion. Throws INVALID_REQUEST for an assertion that checks no entity. */
export const reportAssertionResult = defineOperation({
  name: 'reportAssertionResult',
  effect: 'write',
  summary: 'Reports one result of an assertion.',
  input: (types) =>
    objectOf({
      urn: types.entityOf('assertion'),
      /** Epoch ms; default: now. */
      happened: v.nullish(v.number()),
      type: v.string(),
      properties: v.nullish(TEXT_ENTRIES),
      externalUrl: v.nullish(v.string()),
      error: v.nullish(objectOf({ type: v.string(), message: v.string() })),
      /** Ignored unless the type is FAILURE. */
      severity: v.nullish(v.string()),
    }),
  needs: EDIT_STORED_ASSERTION,
  run: async ({ urn: assertion, happened, type, properties, externalUrl, error, severity }, work) => {
    const checked = await checkedEntity(assertion, work);
    if (checked === undefined) {
      throw invalidRequest(`Assertion ${assertion.urn} has no checked entity. Report to another assertion.`);
    }
    const time = happened ?? work.settings.now();
    const event = {
      timestampMillis: time,
      assertionUrn: assertion.urn,
      asserteeUrn: checked.urn,
      runId: `native-run-${time}`,
      status: 'COMPLETE',
      result: {
        type,
        ...given({ externalUrl, nativeResults: properties }),
        ...(type === 'FAILURE' && given({ severity })),
        ...(error && { error: { type: error.type, properties: { message: error.message } } }),
      },
    };
    await work.ingest([upsertOf(assertion.urn, 'assertionRunEvent', event)]);
  },
});
