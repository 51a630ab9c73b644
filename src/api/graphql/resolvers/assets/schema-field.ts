import { CatalogError } from '../../../../errors.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { fromKey } from '../fields/aspect-field.ts';
import { businessAttributesOf } from '../business/business.ts';

const parentInUrn = fromKey('parent');

/** Fields of `SchemaFieldEntity`. */
export const SCHEMA_FIELD_ENTITY = {
  businessAttributes: businessAttributesOf,
  fieldPath: fromKey('fieldPath'),
  parent: (entity, args, context) => {
    const parent = context.references.find(parentInUrn(entity, args, context));
    if (parent === undefined)
      throw new CatalogError('NOT_FOUND', `${entity.urn} does not contain the urn of a parent entity.`);
    return parent;
  },
} satisfies Partial<Resolvers['SchemaFieldEntity']>;
