import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { CHOSEN_ID } from '../chosen-id.ts';
import { list, type InputTypes } from '../input-types.ts';
import { clauseOf } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { readAspect, requireExisting } from '../stored.ts';
import type { Reading } from '../work.ts';
import { TEXT, described, objectOf, readAs } from '../shapes.ts';
import { because } from '../../refusals.ts';

const TYPE = 'dataContract';
const PROPERTIES = 'dataContractProperties';
const PRIVILEGES = ['EDIT_ENTITY_DATA_CONTRACT'];

/**
 * Creates or replaces the contract of a dataset; a dataset has at most one. Throws NOT_FOUND for a missing dataset or
 * assertion, INVALID_REQUEST if the dataset has another contract than the one named. Returns the contract.
 */
export const upsertDataContract = defineOperation({
  name: 'upsertDataContract',
  effect: 'write',
  summary: 'Creates or replaces the data contract of a dataset.',
  input: (types) =>
    objectOf({
      urn: described(
        'Urn of the contract; default: the contract of the dataset, or a new one.',
        types.optionalEntityOf(TYPE),
      ),
      entityUrn: described('Urn of the dataset.', types.entityOf('dataset')),
      id: v.nullish(described('Last part of the urn of a new contract; random if omitted.', CHOSEN_ID)),
      freshness: described('Assertion on freshness, at most one.', atMostOne('freshness', types)),
      schema: described('Assertion on the schema, at most one.', atMostOne('schema', types)),
      dataQuality: described('Assertions on the data.', assertions(types)),
      state: v.nullish(described('ACTIVE or PENDING; default: ACTIVE.', TEXT), 'ACTIVE'),
    }),
  needs: [
    { on: ({ entityUrn }) => entityUrn, anyOf: PRIVILEGES },
    {
      anyOf: PRIVILEGES,
      // Moving it to another dataset also needs the privilege on its stored dataset.
      clauses: async (input, reading) => {
        const contract = (await contractOf(input.entityUrn, reading)) ?? named(input, reading);
        const stored = contract && (await readAspect(contract.urn, PROPERTIES, reading));
        const dataset = reading.references.find(stored?.['entity']);
        return dataset === undefined ? [] : [clauseOf(PRIVILEGES, dataset)];
      },
    },
  ],
  run: async (input, work) => {
    const { entityUrn: dataset, freshness, schema, dataQuality, state } = input;
    await requireExisting([dataset], (missing) => `Entity with urn ${missing} does not exist.`, work);
    await requireExisting(
      [...freshness, ...schema, ...dataQuality],
      (urn) => `Assertion ${urn} does not exist. Create it before adding it to a contract.`,
      work,
    );
    const current = await contractOf(dataset, work);
    const wanted = named(input, work);
    if (current !== undefined && wanted !== undefined && wanted.urn !== current.urn) {
      throw invalidRequest(
        `Dataset ${dataset.urn} already has contract ${current.urn}. Omit 'urn' and 'id' to update it.`,
        undefined,
        because('ALREADY_EXISTS'),
      );
    }
    const contract = current ?? wanted ?? work.references.to(formatUrn(TYPE, work.settings.newId()));
    const terms = {
      freshness: promises(freshness),
      schema: promises(schema),
      dataQuality: promises(dataQuality),
    };
    await work.ingest([
      upsertOf(contract.urn, PROPERTIES, { entity: dataset.urn, ...terms }),
      upsertOf(contract.urn, 'dataContractStatus', { state }),
    ]);
    return contract;
  },
});

function assertions(types: InputTypes) {
  return v.pipe(
    v.nullish(list(objectOf({ assertionUrn: types.entityOf('assertion') })), []),
    v.transform((promised) => promised.map(({ assertionUrn }) => assertionUrn)),
  );
}

function atMostOne(name: string, types: InputTypes) {
  return v.pipe(
    assertions(types),
    readAs((list) => {
      if (list.length <= 1) return list;
      throw invalidRequest(
        `'${name}' must contain at most one assertion.`,
        undefined,
        because('LIST_TOO_LONG', { size: 2, most: 1 }),
      );
    }),
  );
}

/** The dataset's contract; undefined if it has none. */
async function contractOf(
  { urn }: EntityReference,
  { query, references, scope }: Reading,
): Promise<EntityReference | undefined> {
  const { entities } = await query.relationships(
    {
      urn,
      types: ['ContractFor'],
      direction: 'INCOMING',
      start: 0,
      count: 1,
      includeSoftDelete: true,
    },
    scope,
  );
  return entities.map((other) => references.to(other.urn)).find(({ entityType }) => entityType === TYPE);
}

interface Named {
  readonly urn?: EntityReference | undefined;
  readonly id?: string | null | undefined;
}

function named({ urn: contract, id }: Named, { references }: Reading): EntityReference | undefined {
  return contract ?? (typeof id === 'string' ? references.to(formatUrn(TYPE, id)) : undefined);
}

function promises(list: readonly EntityReference[]): readonly JsonObject[] {
  return list.map(({ urn }) => ({ assertion: urn }));
}
