import { invalidRequest } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { upsertOf } from '../../../model/proposal-builders.ts';
import { formatUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import { readAspect, requireExisting } from '../../../operations/stored.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireEdit } from '../mutation-steps.ts';
import { ofType } from '../presenters/associations.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';

interface PromiseInput {
  readonly assertionUrn: string;
}
interface ContractInput {
  readonly entityUrn: string;
  readonly freshness?: readonly PromiseInput[] | null;
  readonly schema?: readonly PromiseInput[] | null;
  readonly dataQuality?: readonly PromiseInput[] | null;
  readonly state?: string | null;
  readonly id?: string | null;
}

const TYPE = 'dataContract';
const PROPERTIES = 'dataContractProperties';
const PRIVILEGE = 'EDIT_ENTITY_DATA_CONTRACT';

export const DATA_CONTRACT_MUTATIONS = {
  upsertDataContract: (_root, { urn, input }, context) =>
    updating(input, async () => {
      const dataset = context.references.parseAs('dataset', input.entityUrn);
      await requireEdit(PRIVILEGE, [dataset], context);
      await requireExisting([dataset], (missing) => `Entity with urn ${missing} does not exist.`, context);
      const promises = await checkedPromises(input, context);
      const contract = await contractUrn(dataset, urn ?? undefined, input.id ?? undefined, context);
      const before = context.references.find((await readAspect(contract, PROPERTIES, context))?.['entity']);
      // It stays another dataset's contract until whoever may change those gives it away.
      if (before !== undefined) await requireEdit(PRIVILEGE, [before], context);
      await context.ingest([
        upsertOf(contract, PROPERTIES, { entity: dataset.urn, ...promises }),
        upsertOf(contract, 'dataContractStatus', { state: input.state ?? 'ACTIVE' }),
      ]);
      return context.references.to(contract);
    }),
} satisfies Partial<Resolvers['Mutation']>;

/**
 * Urn of the dataset's contract, or a new urn if it has none: a dataset has at most one contract. Throws
 * INVALID_REQUEST if another contract is named.
 */
async function contractUrn(
  dataset: EntityReference,
  urn: string | undefined,
  id: string | undefined,
  { catalog, references, settings }: GraphqlContext,
): Promise<Urn> {
  const named = urn === undefined ? undefined : references.parseAs(TYPE, urn).urn;
  const { entities } = await catalog.relationships({
    urn: dataset.urn,
    types: ['ContractFor'],
    direction: 'INCOMING',
    start: 0,
    count: 1,
    includeSoftDelete: true,
  });
  const [first] = entities.flatMap((other) => ofType(TYPE, references.to(other.urn)) ?? []);
  const wanted = named ?? (id ? formatUrn(TYPE, id) : undefined);
  if (first !== undefined && wanted !== undefined && wanted !== first.urn) {
    throw invalidRequest(
      `Dataset ${dataset.urn} already has contract ${first.urn}. Omit 'urn' and 'id' to update it.`,
    );
  }
  return first?.urn ?? wanted ?? formatUrn(TYPE, settings.newId());
}

async function checkedPromises(input: ContractInput, context: GraphqlContext) {
  const { freshness, schema, dataQuality } = input;
  for (const [name, list] of Object.entries({ freshness, schema })) {
    if ((list?.length ?? 0) > 1) throw invalidRequest(`'${name}' must contain at most one assertion.`);
  }
  const assertions = (list: readonly PromiseInput[] | null | undefined) =>
    (list ?? []).map(({ assertionUrn }) => context.references.parseAs('assertion', assertionUrn));
  const named = [freshness, schema, dataQuality].flatMap(assertions);
  await requireExisting(
    named,
    (urn) => `Assertion ${urn} does not exist. Create it before adding it to a contract.`,
    context,
  );
  const stored = (list: readonly PromiseInput[] | null | undefined) =>
    assertions(list).map(({ urn }) => ({ assertion: urn }));
  return { freshness: stored(freshness), schema: stored(schema), dataQuality: stored(dataQuality) };
}
