import { STRUCTURED_PROPERTY } from '../../../../model/structured-property.ts';
import { dataTypeInfo, entityTypeInfo, propertyDefinition } from '../../presenters/property-definition.ts';
import { propertyRules } from '../../presenters/property-rules.ts';
import { coloredValues } from '../../presenters/structured-properties.ts';
import { PROPERTY_SETTINGS } from '../../../../model/properties/property-settings.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { after, fromAspect } from '../fields/aspect-field.ts';

/** Fields of `StructuredPropertyEntity`. */
export const STRUCTURED_PROPERTY_ENTITY = {
  definition: ({ urn }, _args, { loader, references }) =>
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
  display: fromAspect(STRUCTURED_PROPERTY.displayAspect, (value) => ({
    ...value,
    valueColors: value['valueColors'] === undefined ? null : coloredValues(value['valueColors']),
  })),
  rules: fromAspect(STRUCTURED_PROPERTY.rulesAspect, propertyRules),
} satisfies Partial<Resolvers['StructuredPropertyEntity']>;

/** Fields of `DataTypeEntity`. */
export const DATA_TYPE_ENTITY = {
  info: (entity, _args, { loader }) =>
    after(loader.aspect(entity.urn, 'dataTypeInfo'), (value) => dataTypeInfo(value, entity)),
} satisfies Partial<Resolvers['DataTypeEntity']>;

/** Fields of `EntityTypeEntity`. */
export const ENTITY_TYPE_ENTITY = {
  info: (entity, _args, { loader, settings }) =>
    after(loader.aspect(entity.urn, 'entityTypeInfo'), (value) =>
      entityTypeInfo(value, entity, settings.registry),
    ),
} satisfies Partial<Resolvers['EntityTypeEntity']>;
