import type { EntityReference } from '../../../../model/entity-reference.ts';
import { removeStructuredProperties } from '../../../../operations/structured-properties/remove-structured-properties.ts';
import { upsertStructuredProperties } from '../../../../operations/structured-properties/upsert-structured-properties.ts';
import type { JsonObject } from '../../../../util/json.ts';
import { ofInput } from '../fields/bind-operation.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { structuredProperties } from '../../presenters/structured-properties.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** The values of an asset after the change. */
interface Assigned {
  readonly asset: EntityReference;
  readonly value: JsonObject | undefined;
}

const SHOWN = {
  present: ({ asset, value }: Assigned, { references }: GraphqlContext): object =>
    structuredProperties(value ?? { properties: [] }, references, asset),
};

/** Mutations of structured property values on entities. */
export const PROPERTY_ASSIGNMENT_MUTATIONS = {
  upsertStructuredProperties: ofInput(upsertStructuredProperties, SHOWN),
  removeStructuredProperties: ofInput(removeStructuredProperties, SHOWN),
} satisfies Partial<Resolvers['Mutation']>;
