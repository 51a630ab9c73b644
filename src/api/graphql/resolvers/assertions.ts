import { CatalogError, invalidRequest } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { upsertOf } from '../../../model/proposal-builders.ts';
import { formatUrn, parseUrn } from '../../../model/urn.ts';
import { requireAssets } from '../../../operations/assets.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import { deleteEverywhere, readAspect } from '../../../operations/stored.ts';
import { given } from '../../../util/given.ts';
import type { JsonObject } from '../../../util/json.ts';
import { notNegative } from '../../../util/not-negative.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireEdit } from '../mutation-steps.ts';
import { assertionInfo, checkedUrn } from '../presenters/assertions.ts';
import { ofType } from '../presenters/associations.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';
import { details, fromAspect } from './aspect-field.ts';

interface Entry {
  readonly key: string;
  readonly value?: string | null;
}
interface Parameter {
  readonly value: string;
  readonly type: string;
}
interface CustomInput {
  readonly entityUrn: string;
  readonly type: string;
  readonly description: string;
  readonly fieldPath?: string | null;
  readonly fieldPaths?: readonly string[] | null;
  readonly platform: { readonly urn?: string | null; readonly name?: string | null };
  readonly externalUrl?: string | null;
  readonly logic?: string | null;
  readonly scope?: string | null;
  readonly aggregation?: string | null;
  readonly operator?: string | null;
  readonly parameters?: Readonly<Partial<Record<'value' | 'maxValue' | 'minValue', Parameter | null>>> | null;
  readonly nativeType?: string | null;
  readonly nativeParameters?: readonly Entry[] | null;
}
interface ResultInput {
  readonly timestampMillis?: number | null;
  readonly type: string;
  readonly properties?: readonly Entry[] | null;
  readonly externalUrl?: string | null;
  readonly error?: { readonly type: string; readonly message: string } | null;
  readonly severity?: string | null;
}
interface PageArguments {
  readonly start?: number | null;
  readonly count?: number | null;
  readonly includeSoftDeleted?: boolean | null;
}

const INFO = 'assertionInfo';
const PRIVILEGE = 'EDIT_ENTITY_ASSERTIONS';
const DEFAULT_COUNT = 200;

/** Fields of `Assertion`. */
export const ASSERTION = {
  info: details(INFO, {}, (value, _entity, { references }) => assertionInfo(value, references)),
  dataset: fromAspect(INFO, (value, _entity, { references }) =>
    ofType('dataset', references.find(checkedUrn(value))),
  ),
  actions: fromAspect('assertionActions', (value) => value),
} satisfies Partial<Resolvers['Assertion']>;

/** Mutations of assertions. */
export const ASSERTION_MUTATIONS = {
  upsertCustomAssertion: (_root, { urn, input }, context) =>
    updating(input, () => upsert(urn ?? undefined, input, context)),
  reportAssertionResult: (_root, { urn, result }, context) =>
    updating(result, () => report(urn, result, context)),
  deleteAssertion: (_root, { urn }, context) =>
    updating({ urn }, async () => {
      const { assertion, checked } = await storedAssertion(urn, context);
      await requireEdit(PRIVILEGE, [checked ?? assertion], context);
      await deleteEverywhere(assertion, context);
      return true;
    }),
} satisfies Partial<Resolvers['Mutation']>;

/** A page of the assertions on an asset; 200 by default. */
export async function assertionsOf(
  { urn }: EntityReference,
  args: PageArguments,
  { catalog, references }: GraphqlContext,
): Promise<object> {
  const start = notNegative('start', args.start ?? 0);
  const page = await catalog.relationships({
    urn,
    types: ['Asserts'],
    direction: 'INCOMING',
    start,
    count: notNegative('count', args.count ?? DEFAULT_COUNT),
    includeSoftDelete: args.includeSoftDeleted ?? false,
  });
  const assertions = page.entities.flatMap(
    (related) => ofType('assertion', references.to(related.urn)) ?? [],
  );
  return { start, count: assertions.length, total: page.total, assertions };
}

async function upsert(
  urn: string | undefined,
  input: CustomInput,
  context: GraphqlContext,
): Promise<EntityReference> {
  const { references } = context;
  const dataset = references.parseAs('dataset', input.entityUrn);
  await requireEdit(PRIVILEGE, [dataset], context);
  await requireAssets([{ entity: dataset, fieldPath: undefined }], context);
  const assertion =
    urn === undefined
      ? references.to(formatUrn('assertion', context.settings.newId()))
      : references.parseAs('assertion', urn);
  const before = await readAspect(assertion.urn, INFO, context);
  const checked = before && references.find(checkedUrn(before));
  // It stays another dataset's assertion until whoever may change those gives it away.
  if (checked !== undefined) await requireEdit(PRIVILEGE, [checked], context);
  if (before !== undefined && before['type'] !== 'CUSTOM') {
    throw invalidRequest(
      `Assertion ${assertion.urn} exists with type other than CUSTOM. Omit urn to create a new one.`,
    );
  }
  const platform = platformOf(input, context);
  const stamp = { ...stampNow(context) };
  const info = {
    type: 'CUSTOM',
    description: input.description,
    ...given({ externalUrl: input.externalUrl }),
    entityUrn: dataset.urn,
    customAssertion: customAssertion(dataset, input),
    source: before?.['source'] ?? { type: 'EXTERNAL', created: stamp },
    lastUpdated: stamp,
  };
  await context.ingest([
    upsertOf(assertion.urn, INFO, info),
    upsertOf(assertion.urn, 'dataPlatformInstance', { platform }),
  ]);
  return assertion;
}

function customAssertion(dataset: EntityReference, input: CustomInput): JsonObject {
  const { type, scope, aggregation, operator, nativeType, logic } = input;
  const paths = [...new Set([...(input.fieldPaths ?? []), ...(input.fieldPath ? [input.fieldPath] : [])])];
  const columns = paths.map((path) => formatUrn('schemaField', dataset.urn, path));
  const parameters = Object.entries(input.parameters ?? {}).flatMap(([name, parameter]) =>
    parameter ? [[name, { ...parameter }] as const] : [],
  );
  return {
    type,
    entity: dataset.urn,
    ...given({ scope, aggregation, operator, nativeType, logic }),
    ...(columns.length > 0 && { fields: columns }),
    ...(columns.length === 1 && given({ field: columns[0] })),
    ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
    ...(input.nativeParameters && { nativeParameters: mapOf(input.nativeParameters) }),
  };
}

async function report(urn: string, result: ResultInput, context: GraphqlContext): Promise<boolean> {
  const { assertion, checked } = await storedAssertion(urn, context);
  if (checked === undefined) {
    throw invalidRequest(`Assertion ${assertion.urn} has no checked entity. Report to another assertion.`);
  }
  await requireEdit(PRIVILEGE, [checked], context);
  const time = result.timestampMillis ?? context.settings.now();
  const { type, externalUrl, error } = result;
  const severity = type === 'FAILURE' ? result.severity : undefined;
  const event = {
    timestampMillis: time,
    assertionUrn: assertion.urn,
    asserteeUrn: checked.urn,
    runId: `native-run-${time}`,
    status: 'COMPLETE',
    result: {
      type,
      ...given({ externalUrl, severity }),
      ...(result.properties && { nativeResults: mapOf(result.properties) }),
      ...(error && { error: { type: error.type, properties: { message: error.message } } }),
    },
  };
  await context.ingest([upsertOf(assertion.urn, 'assertionRunEvent', event)]);
  return true;
}

/** A stored assertion with the entity that it checks. Throws NOT_FOUND if the assertion does not exist. */
async function storedAssertion(urn: string, context: GraphqlContext) {
  const assertion = context.references.parseAs('assertion', urn);
  const info = await readAspect(assertion.urn, INFO, context);
  if (info === undefined) {
    throw new CatalogError('NOT_FOUND', `Assertion ${assertion.urn} does not exist. Check the urn.`);
  }
  return { assertion, checked: context.references.find(checkedUrn(info)) };
}

function platformOf({ platform: { urn, name } }: CustomInput, { references }: GraphqlContext): string {
  if (urn) return references.parseAs('dataPlatform', urn).urn;
  if (!name)
    throw invalidRequest(
      'Failed to upsert Custom Assertion. Platform Name or Platform Urn must be specified.',
    );
  return parseUrn(`urn:li:dataPlatform:${name}`);
}

function mapOf(entries: readonly Entry[]): Record<string, string> {
  return Object.fromEntries(entries.map(({ key, value }) => [key, value ?? '']));
}
