import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { checkedUrn } from '../../model/assertion.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { formatUrn, parseUrn, type Urn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import type { JsonObject } from '../../util/json.ts';
import type { InputTypes } from '../input-types.ts';
import { clauseOf } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { readAspect } from '../stored.ts';
import { TEXT_ENTRIES } from '../text-entries.ts';
import { ASSERTION_INFO, EDIT_ASSERTIONS } from './checked-entity.ts';
import { readAs, objectOf } from '../shapes.ts';

const PARAMETER = v.nullish(objectOf({ value: v.string(), type: v.string() }));

/** What an assertion of a kind of its own checks, and how. */
const CHECK = objectOf({
  type: v.string(),
  columns: v.array(v.string()),
  logic: v.nullish(v.string()),
  scope: v.nullish(v.string()),
  aggregation: v.nullish(v.string()),
  operator: v.nullish(v.string()),
  parameters: v.nullish(objectOf({ value: PARAMETER, maxValue: PARAMETER, minValue: PARAMETER })),
  nativeType: v.nullish(v.string()),
  nativeParameters: v.nullish(TEXT_ENTRIES),
});

/**
 * Makes a CUSTOM assertion on a dataset, or replaces it. The dataset may come later: tools that declare
 * assertions run before ingestion. Throws INVALID_REQUEST for an assertion of another type. Returns the assertion.
 */
export const upsertCustomAssertion = defineOperation({
  name: 'upsertCustomAssertion',
  effect: 'write',
  summary: 'Creates or replaces a custom assertion on a dataset.',
  input: (types) =>
    objectOf({
      /** Default: a new one. */
      assertion: v.optional(types.entityOf('assertion')),
      dataset: types.entityOf('dataset'),
      description: v.string(),
      platform: platformInput(types),
      externalUrl: v.nullish(v.string()),
      check: CHECK,
    }),
  needs: [
    { on: ({ dataset }) => dataset, anyOf: EDIT_ASSERTIONS },
    {
      anyOf: EDIT_ASSERTIONS,
      // Moving it needs the right on the dataset that it is stored with, too.
      clauses: async ({ assertion }, reading) => {
        const stored = assertion && (await readAspect(assertion.urn, ASSERTION_INFO, reading));
        const checked = stored && reading.references.find(checkedUrn(stored));
        return checked === undefined ? [] : [clauseOf(EDIT_ASSERTIONS, checked)];
      },
    },
  ],
  run: async ({ assertion: named, dataset, description, platform, externalUrl, check }, work) => {
    const assertion = named ?? work.references.to(formatUrn('assertion', work.settings.newId()));
    const before = await readAspect(assertion.urn, ASSERTION_INFO, work);
    if (before !== undefined && before['type'] !== 'CUSTOM') {
      throw invalidRequest(
        `Assertion ${assertion.urn} exists with type other than CUSTOM. Omit urn to create a new one.`,
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
    objectOf({ urn: v.optional(types.entityOf('dataPlatform')), name: v.nullish(v.string()) }),
    readAs(({ urn, name }): Urn => {
      if (urn !== undefined) return urn.urn;
      if (name) return parseUrn(`urn:li:dataPlatform:${name}`);
      throw invalidRequest(
        'Failed to upsert Custom Assertion. Platform Name or Platform Urn must be specified.',
      );
    }),
  );
}

function customAssertion(
  dataset: EntityReference,
  { columns, parameters, ...check }: v.InferOutput<typeof CHECK>,
): JsonObject {
  if (columns.some((path) => path.trim() === '')) {
    throw invalidRequest(
      'Failed to upsert Custom Assertion. fieldPath must not be blank. Name a column, or omit it for dataset-level assertions.',
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
