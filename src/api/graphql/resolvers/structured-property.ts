import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { dataTypeInfo, entityTypeInfo, propertyDefinition } from '../presenters/property-definition.ts';
import { PROPERTY_SETTINGS } from '../property-settings.ts';
import { after, fromAspect } from './aspect-field.ts';

/** Fields of `StructuredPropertyEntity`. */
export const STRUCTURED_PROPERTY_ENTITY: FieldResolvers = {
  definition: ({ urn }: EntityReference, _args: unknown, { loader, references }: GraphqlContext) =>
    after(loader.aspect(urn, STRUCTURED_PROPERTY.definitionAspect), (value) => ({
      ...propertyDefinition(value, references),
      filterStatus: () =>
        after(loader.aspect(urn, STRUCTURED_PROPERTY.settingsAspect), (settings) =>
          settings?.['showInSearchFilters'] === true ? 'ENABLED' : 'DISABLED',
        ),
    })),
  settings: fromAspect(STRUCTURED_PROPERTY.settingsAspect, (value) =>
    Object.fromEntries(PROPERTY_SETTINGS.map((name) => [name, value[name] === true])),
  ),
};

/** Fields of `DataTypeEntity`. */
export const DATA_TYPE_ENTITY: FieldResolvers = {
  info: (entity: EntityReference, _args: unknown, { loader }: GraphqlContext) =>
    after(loader.aspect(entity.urn, 'dataTypeInfo'), (value) => dataTypeInfo(value, entity)),
};

/** Fields of `EntityTypeEntity`. */
export const ENTITY_TYPE_ENTITY: FieldResolvers = {
  info: (entity: EntityReference, _args: unknown, { loader, settings }: GraphqlContext) =>
    after(loader.aspect(entity.urn, 'entityTypeInfo'), (value) =>
      entityTypeInfo(value, entity, settings.registry),
    ),
};
