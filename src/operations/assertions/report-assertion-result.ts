import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { given } from '../../util/given.ts';
import { defineOperation } from '../operation.ts';
import { TEXT_ENTRIES } from '../text-entries.ts';
import { EDIT_STORED_ASSERTION, checkedEntity } from './checked-entity.ts';
import { NUMBER, TEXT, described, objectOf } from '../shapes.ts';
import { because } from '../../refusals.ts';

const RESULT = objectOf({
  timestampMillis: v.nullish(described('Time of the run, in epoch milliseconds; default: now.', NUMBER)),
  type: described('INIT, SUCCESS, FAILURE or ERROR.', TEXT),
  properties: v.nullish(described('Additional properties, such as measured values.', TEXT_ENTRIES)),
  externalUrl: v.nullish(described('URL of the result in the tool that ran the assertion.', TEXT)),
  error: v.nullish(
    described(
      'Why it could not be evaluated; only with type ERROR.',
      objectOf({
        type: described('Kind of the error, such as SOURCE_QUERY_FAILED.', TEXT),
        message: described('Error message of the tool.', TEXT),
      }),
    ),
  ),
  severity: v.nullish(described('LOW, MEDIUM or HIGH; ignored unless the type is FAILURE.', TEXT)),
});

/** Reports a result of an assertion. Throws INVALID_REQUEST for an assertion that checks no entity. */
export const reportAssertionResult = defineOperation({
  name: 'reportAssertionResult',
  effect: 'write',
  summary: 'Reports one result of an assertion.',
  input: (types) =>
    objectOf({
      urn: described('Urn of the assertion.', types.entityOf('assertion')),
      result: described('The result.', RESULT),
    }),
  needs: EDIT_STORED_ASSERTION,
  run: async ({ urn: assertion, result }, work) => {
    const { timestampMillis, type, properties, externalUrl, error, severity } = result;
    const checked = await checkedEntity(assertion, work);
    if (checked === undefined) {
      throw invalidRequest(
        `Assertion ${assertion.urn} has no checked entity. Report to another assertion.`,
        undefined,
        because('ASSERTION_UNFIT'),
      );
    }
    const time = timestampMillis ?? work.settings.now();
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
