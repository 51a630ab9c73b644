import { invalidRequest } from '../../../errors.ts';
import { formatUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { EntityReference } from '../entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { commit, requireEdit, requireExisting, upsertOf } from '../mutation-steps.ts';
import { ofType } from '../presenters/associations.ts';
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
interface UpsertArguments {
  readonly urn?: string | null;
  readonly input: ContractInput;
}

const TYPE = 'dataContract';

/** Mutations of contracts. */
export const DATA_CONTRACT_MUTATIONS: FieldResolvers = {
  upsertDataContract: (_root: unknown, { urn, input }: UpsertArguments, context: GraphqlContext) =>
    updating(input, async () => {
      const dataset = context.references.parseAs('dataset', input.entityUrn);
      await requireEdit('EDIT_ENTITY_DATA_CONTRACT', [dataset], context);
      await requireExisting([dataset], (missing) => `Entity with urn ${missing} does not exist.`, context);
      const promises = await checkedPromises(input, context);
      const contract = await contractUrn(dataset, urn ?? undefined, input.id ?? undefined, context);
      await commit(
        [
          upsertOf(contract, 'dataContractProperties', { entity: dataset.urn, ...promises }),
          upsertOf(contract, 'dataContractStatus', { state: input.state ?? 'ACTIVE' }),
        ],
        context,
      );
      return context.references.to(contract);
    }),
};

/** The contract that the dataset has, whatever urn was named; a dataset has one. */
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
      `The dataset ${dataset.urn} has the contract ${first.urn} already. Leave out 'urn' and 'id' to change it.`,
    );
  }
  return first?.urn ?? wanted ?? formatUrn(TYPE, settings.newId());
}

async function checkedPromises(input: ContractInput, context: GraphqlContext) {
  const { freshness, schema, dataQuality } = input;
  for (const [name, list] of Object.entries({ freshness, schema })) {
    if ((list?.length ?? 0) > 1) throw invalidRequest(`A contract has at most one promise in '${name}'.`);
  }
  const assertions = (list: readonly PromiseInput[] | null | undefined) =>
    (list ?? []).map(({ assertionUrn }) => context.references.parseAs('assertion', assertionUrn));
  const named = [freshness, schema, dataQuality].flatMap(assertions);
  await requireExisting(
    named,
    (urn) => `Assertion ${urn} does not exist. Make the check before it is promised.`,
    context,
  );
  const stored = (list: readonly PromiseInput[] | null | undefined) =>
    assertions(list).map(({ urn }) => ({ assertion: urn }));
  return { freshness: stored(freshness), schema: stored(schema), dataQuality: stored(dataQuality) };
}
