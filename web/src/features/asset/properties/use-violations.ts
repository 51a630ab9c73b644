import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { query } from '../../../api/query.ts';
import { brokenRules } from '../../../shared/rules/broken-rules.ts';
import { criteriaText } from '../../../shared/policies/policy-sentence.ts';
import type { Criterion } from '../../../shared/policies/policy-data.ts';
import { urnsInRules } from '../../../shared/rules/rule-facts.ts';
import { violationText } from '../../../shared/rules/rule-words.ts';
import { VIOLATIONS_FIELD } from '../../../shared/search/fields.ts';
import type { PropertyDefinition, Value } from '../../../shared/values/property-definition.ts';
import { valueWithUnit } from '../../../shared/values/value-text.ts';

const BROKEN = graphql(`
  query brokenProperties($input: AggregateAcrossEntitiesInput!) {
    aggregateAcrossEntities(input: $input) {
      facets {
        aggregations {
          value
        }
      }
    }
  }
`);

/** What is wrong with the values of an entity. */
export interface Violations {
  /** Whether a value is required and absent. */
  readonly isMissing: (definition: PropertyDefinition) => boolean;
  /** The broken rules of a property in words; undefined if there are none. */
  readonly textOf: (definition: PropertyDefinition, values: readonly Value[]) => string | undefined;
}

/** The rules that the properties of an entity break. The server says of which properties, the browser which ones where it can. */
export function useViolations(urn: string, definitions: readonly PropertyDefinition[]): Violations {
  const { data: broken } = useQuery({
    // Part of the entity: renewed with it after an edit.
    queryKey: ['entity', urn, VIOLATIONS_FIELD],
    meta: { shows: { urns: [urn] } },
    queryFn: async ({ signal }) => {
      const here = { and: [{ field: 'urn', values: [urn] }] };
      const input = { query: '*', facets: [VIOLATIONS_FIELD], orFilters: [here] };
      const { aggregateAcrossEntities: counted } = await query(BROKEN, { input }, signal);
      const values = counted?.facets?.flatMap(({ aggregations }) => aggregations.map(({ value }) => value));
      return new Set(values);
    },
    enabled: definitions.some(({ rules }) => rules !== undefined),
  });
  const isBroken = (definition: PropertyDefinition): boolean => broken?.has(definition.urn) === true;
  const nameOf = useEntityNames(
    definitions.filter(isBroken).flatMap(({ rules }) => (rules === undefined ? [] : urnsInRules(rules))),
  );
  return {
    isMissing: (definition) => isBroken(definition) && definition.rules?.requiredLevel !== undefined,
    textOf: (definition, values) => {
      const { rules } = definition;
      if (rules === undefined) return undefined;
      const wording = {
        conditionsOf: (criteria: readonly Criterion[]) => criteriaText(criteria, nameOf),
        textOf: (value: Value) => valueWithUnit(definition, value),
      };
      if (values.length === 0)
        return isBroken(definition) && rules.requiredLevel !== undefined ? 'Required' : undefined;
      const own = values.flatMap((value) =>
        brokenRules(value, rules).map((rule) => {
          const text = violationText(rule, rules, wording, value);
          return values.length === 1 ? text : `${wording.textOf(value)}: ${text}`;
        }),
      );
      if (own.length > 0) return own.join('. ');
      if (!isBroken(definition)) return undefined;
      const left = [
        ...(rules.pattern === undefined ? [] : ['pattern' as const]),
        ...(rules.refersTo.length > 0 ? ['refersTo' as const] : []),
        ...(rules.appliesIf.length > 0 ? ['appliesIf' as const] : []),
      ];
      return left.map((rule) => violationText(rule, rules, wording)).join(', or: ');
    },
  };
}
