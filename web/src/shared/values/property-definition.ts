import { withVisibleDirections } from '../../../../src/util/printable.ts';
import { graphql, readFragment, type FragmentOf, type ResultOf } from '../../api/graphql.ts';
import type { ValueColor } from '../../components/data/value-colors.ts';
import { rulesOf, type PropertyRules } from '../rules/property-rules.ts';
import { RULES_FIELDS, rulesAspect } from '../rules/rules-fields.ts';
import { PROPERTY_VALUE, scalarOf, type Value } from './property-value.ts';
import { VALUE_COLOR_FIELDS, colorsIn } from './display/value-color-fields.ts';

export type { Value };

/** An allowed value of a structured property. See {@link allowedValueOf}. */
export const ALLOWED_VALUE = graphql(
  `
    fragment AllowedValue on AllowedValue @_unmask {
      description
      value {
        ...PropertyValue
      }
    }
  `,
  [PROPERTY_VALUE],
);

/** Fields of a structured property that editors and displays of its values need. */
export const PROPERTY_DEFINITION = graphql(
  `
    fragment PropertyDefinition on StructuredPropertyEntity {
      urn
      status {
        removed
      }
      settings {
        isHidden
        showInAssetSummary
        hideInAssetSummaryWhenEmpty
        showAsAssetBadge
        showInColumnsTable
        showInSearchFilters
      }
      display {
        group
        order
        unit
        ...ValueColors
      }
      rules {
        ...PropertyRules
      }
      definition {
        qualifiedName
        displayName
        description
        cardinality
        immutable
        valueType {
          urn
        }
        typeQualifier {
          allowedTypes {
            urn
            info {
              type
            }
          }
        }
        entityTypes {
          urn
        }
        allowedPlatforms {
          urn
        }
        allowedValuesTotal
        allowedValues(count: 100) {
          ...AllowedValue
        }
      }
    }
  `,
  [ALLOWED_VALUE, RULES_FIELDS, VALUE_COLOR_FIELDS],
);

/** Type of a value. Values of custom types are edited as text. */
export type ValueType = 'string' | 'number' | 'date' | 'urn' | 'rich_text';

/** GraphQL name of an entity type: `DATASET`. */
export type EntityTypeName = NonNullable<
  NonNullable<
    NonNullable<ResultOf<typeof PROPERTY_DEFINITION>['definition']['typeQualifier']>['allowedTypes']
  >[number]
>['info']['type'];

/** An entity type, with its names in urns (`dataset`) and in GraphQL (`DATASET`). */
export interface AllowedType {
  readonly name: string;
  readonly graphqlName: EntityTypeName;
}

/** An allowed value of a property. */
export interface AllowedValue {
  readonly value: Value;
  readonly description: string | undefined;
}

/** A structured property. */
export interface PropertyDefinition {
  readonly urn: string;
  /** Fully qualified name, `io.acme.retention`. */
  readonly qualifiedName: string;
  /** Name to show. */
  readonly name: string;
  readonly description: string | undefined;
  readonly valueType: ValueType;
  readonly isMultiple: boolean;
  /** Whether a value cannot be changed once set. */
  readonly isImmutable: boolean;
  /** Undefined: any value of the type. The first ones, where `moreAllowedOf` is given. */
  readonly allowedValues: readonly AllowedValue[] | undefined;
  /** Urn of the property if it has more allowed values, which are requested when they are needed. */
  readonly moreAllowedOf: string | undefined;
  /** Entity types that a value of type `urn` may refer to; empty for all. */
  readonly allowedTypes: readonly AllowedType[];
  /** Entity types to which the property applies, as in the registry: `dataset`. */
  readonly entityTypes: readonly string[];
  /** Urns of the platforms to which the property applies; empty for all. */
  readonly allowedPlatforms: readonly string[];
  /** Whether the property is not shown: hidden or soft-deleted. */
  readonly isHidden: boolean;
  readonly isInSummary: boolean;
  readonly isInSummaryWhenEmpty: boolean;
  readonly isBadge: boolean;
  readonly isInColumnsTable: boolean;
  readonly isInSearchFilters: boolean;
  /** Heading under which the property is listed. */
  readonly group: string | undefined;
  /** Position in lists, smallest first; undefined: last. */
  readonly order: number | undefined;
  /** Unit of the values, such as `days`. */
  readonly unit: string | undefined;
  /** Colors of values, by the value as text. */
  readonly colors: ReadonlyMap<string, ValueColor>;
  /** Undefined: none. */
  readonly rules: PropertyRules | undefined;
}

/** Rules that fields for values need. */
export type ValueRules = Pick<
  PropertyDefinition,
  'name' | 'valueType' | 'isMultiple' | 'allowedValues' | 'moreAllowedOf' | 'allowedTypes'
> &
  Partial<Pick<PropertyDefinition, 'rules' | 'unit' | 'urn'>>;

/** Reads a definition from a response. */
export function definitionOf(entity: FragmentOf<typeof PROPERTY_DEFINITION>): PropertyDefinition {
  const { urn, definition, display, rules, settings, status } = readFragment(PROPERTY_DEFINITION, entity);
  const { displayName, qualifiedName, description } = definition;
  return {
    urn,
    qualifiedName,
    name: withVisibleDirections(displayName === null || displayName === '' ? qualifiedName : displayName),
    description: description ?? undefined,
    valueType: valueTypeOf(definition.valueType.urn),
    isMultiple: definition.cardinality === 'MULTIPLE',
    isImmutable: definition.immutable,
    allowedValues: definition.allowedValues?.map(allowedValueOf),
    moreAllowedOf:
      (definition.allowedValuesTotal ?? 0) > (definition.allowedValues?.length ?? 0) ? urn : undefined,
    allowedTypes: (definition.typeQualifier?.allowedTypes ?? []).map((type) => ({
      name: lastPart(type.urn),
      graphqlName: type.info.type,
    })),
    entityTypes: definition.entityTypes.map((type) => lastPart(type.urn)),
    allowedPlatforms: definition.allowedPlatforms?.map((platform) => platform.urn) ?? [],
    isHidden: settings?.isHidden === true || status?.removed === true,
    isInSummary: settings?.showInAssetSummary === true,
    isInSummaryWhenEmpty: settings?.hideInAssetSummaryWhenEmpty !== true,
    isBadge: settings?.showAsAssetBadge === true,
    isInColumnsTable: settings?.showInColumnsTable === true,
    isInSearchFilters: settings?.showInSearchFilters === true,
    group: display?.group ?? undefined,
    order: display?.order ?? undefined,
    unit: display?.unit ?? undefined,
    colors: colorsIn(display),
    rules: rules === null ? undefined : rulesOf(rulesAspect(rules)),
  };
}

/** Reads an allowed value from a response. */
export function allowedValueOf({ value, description }: ResultOf<typeof ALLOWED_VALUE>): AllowedValue {
  return {
    value: scalarOf(value),
    description: description ?? undefined,
  };
}

function valueTypeOf(urn: string): ValueType {
  const type = lastPart(urn);
  return type === 'number' || type === 'date' || type === 'urn' || type === 'rich_text' ? type : 'string';
}

function lastPart(urn: string): string {
  return urn.replace(/^urn:li:(?:dataType|entityType):(?:datahub\.)?/, '');
}
