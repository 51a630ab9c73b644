import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { checkedUrn } from '../../model/assertion.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { formatUrn, parseUrn, type Urn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import type { JsonObject } from '../../util/json.ts';
import { list, type InputTypes } from '../input-types.ts';
import { clauseOf } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { readAspect } from '../stored.ts';
import { TEXT_ENTRIES } from '../text-entries.ts';
import { ASSERTION_INFO, EDIT_ASSERTIONS } from './checked-entity.ts';
import { TEXT, described, objectOf, readAs } from '../shapes.ts';
import { because } from '../../refusals.ts';

const PARAMETER = objectOf({
  value: described('Value, as text.', TEXT),
  type: described('Type of the value: NUMBER, STRING, LIST, SET or UNKNOWN.', TEXT),
});

/** Shape of the check of a custom assertion. */
const CHECK = {
  type: described('Custom type of the assertion.', TEXT),
  fieldPath: v.nullish(described('Path of the checked column; give this or `fieldPaths`, or neither.', TEXT)),
  fieldPaths: v.nullish(described('Paths of the checked columns.', list(TEXT))),
  logic: v.nullish(described('Logic of the check, such as an SQL query; any text.', TEXT)),
  scope: v.nullish(described('Part of the dataset that is checked, such as DATASET_ROWS.', TEXT)),
  aggregation: v.nullish(described('Aggregation before comparing, such as ROW_COUNT.', TEXT)),
  operator: v.nullish(described('Comparison operator, such as GREATER_THAN.', TEXT)),
  parameters: v.nullish(
    described(
      'Values to compare with.',
      objectOf({
        value: v.nullish(described('Value of an operator with one operand.', PARAMETER)),
        maxValue: v.nullish(described('Upper bound of BETWEEN.', PARAMETER)),
        minValue: v.nullish(described('Lower bound of BETWEEN.', PARAMETER)),
      }),
    ),
  ),
  nativeType: v.nullish(described('Name of the check in the tool that runs it.', TEXT)),
  nativeParameters: v.nullish(described('Parameters of the check in the tool that runs it.', TEXT_ENTRIES)),
};

/**
 * Creates or replaces a CUSTOM assertion on a dataset. The dataset need not exist: tools may declare assertions
 * before ingestion. Throws INVALID_REQUEST for an assertion of another type. Returns the assertion.
 */
export const upsertCustomAssertion = defineOperation({
  name: 'upsertCustomAssertion',
  effect: 'write',
  summary: 'Creates or replaces a custom assertion on a dataset.',
  input: (types) =>
    objectOf({
      urn: described(
        'Urn of the assertion to replace; default: creates a new one.',
        types.optionalEntityOf('assertion'),
      ),
      entityUrn: described(
        'Urn of the dataset to check, which may be ingested later.',
        types.entityOf('dataset'),
      ),
      description: described('Description of the assertion.', TEXT),
      platform: described('Platform that runs the assertion: its urn or its name.', platformInput(types)),
      externalUrl: v.nullish(described('URL of the assertion in the tool that runs it.', TEXT)),
      ...CHECK,
    }),
  needs: [
    { on: ({ entityUrn }) => entityUrn, anyOf: EDIT_ASSERTIONS },
    {
      anyOf: EDIT_ASSERTIONS,
      // Moving it to another dataset also needs the privilege on its stored dataset.
      clauses: async ({ urn }, reading) => {
        const stored = urn && (await readAspect(urn.urn, ASSERTION_INFO, reading));
        const checked = stored && reading.references.find(checkedUrn(stored));
        return checked === undefined ? [] : [clauseOf(EDIT_ASSERTIONS, checked)];
      },
    },
  ],
  run: async ({ urn: named, entityUrn: dataset, description, platform, externalUrl, ...check }, work) => {
    const assertion = named ?? work.references.to(formatUrn('assertion', work.settings.newId()));
    const before = await readAspect(assertion.urn, ASSERTION_INFO, work);
    if (before !== undefined && before['type'] !== 'CUSTOM') {
      throw invalidRequest(
        `Assertion ${assertion.urn} exists with type other than CUSTOM. Omit urn to create a new one.`,
        undefined,
        because('ASSERTION_UNFIT'),
      );
    }
    const stamp = { ...stampNow(work) };
    const info = {
      type: 'CUSTOM',
      description,
      ...given({ externalUrl }),
      entityUrn: dataset.urn,
      customAssertion: customAssertion(dataset, check),
      source: before?.['source'] ?? { type: 'EXTERNAL', created: stamp },
      lastUpdated: stamp,
    };
    await work.ingest([
      upsertOf(assertion.urn, ASSERTION_INFO, info),
      upsertOf(assertion.urn, 'dataPlatformInstance', { platform }),
    ]);
    return assertion;
  },
});

/** The platform that runs the assertion: its urn, or its name. */
function platformInput(types: InputTypes) {
  return v.pipe(
    objectOf({
      urn: described('Urn of the platform; give this or `name`.', types.optionalEntityOf('dataPlatform')),
      name: v.nullish(described('Name of the platform, such as dbt.', TEXT)),
    }),
    readAs(({ urn, name }): Urn => {
      if (urn !== undefined) return urn.urn;
      if (name) return parseUrn(`urn:li:dataPlatform:${name}`);
      throw invalidRequest(
        'Failed to upsert Custom Assertion. Platform Name or Platform Urn must be specified.',
        undefined,
        because('INPUT_MISSING', { name: 'platform' }),
      );
    }),
  );
}

type Check = v.InferOutput<v.ObjectSchema<typeof CHECK, undefined>>;

function customAssertion(
  dataset: EntityReference,
  { fieldPath, fieldPaths, parameters, ...check }: Check,
): JsonObject {
  const columns = [...(fieldPaths ?? []), ...(typeof fieldPath === 'string' ? [fieldPath] : [])];
  if (columns.some((path) => path.trim() === '')) {
    throw invalidRequest(
      'Failed to upsert Custom Assertion. fieldPath must not be blank. Name a column, or omit it for dataset-level assertions.',
      undefined,
      because('INPUT_MISSING', { name: 'fieldPath' }),
    );
  }
  const fields = [...new Set(columns)].map((path) => formatUrn('schemaField', dataset.urn, path));
  const named = given(parameters ?? {});
  return {
    entity: dataset.urn,
    ...given(check),
    ...(fields.length > 0 && { fields }),
    ...(fields.length === 1 && given({ field: fields[0] })),
    ...(Object.keys(named).length > 0 && { parameters: named }),
  };
}
