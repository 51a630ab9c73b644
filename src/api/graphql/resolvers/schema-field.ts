import { CatalogError } from '../../../errors.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { fromKey } from './aspect-field.ts';
import { businessAttributesOf } from './business.ts';

const parentInUrn = fromKey('parent');

/** Fields of `SchemaFieldEntity`. */
export const SCHEMA_FIELD_ENTITY: FieldResolvers = {
  businessAttributes: businessAttributesOf,
  fieldPath: fromKey('fieldPath'),
  parent: (entity: EntityReference, args: unknown, context: GraphqlContext) => {
    const parent = context.references.find(parentInUrn(entity, args, context));
    if (parent === undefined)
      throw new CatalogError('NOT_FOUND', `${entity.urn} does not contain the urn of a parent entity.`);
    return parent;
  },
};
