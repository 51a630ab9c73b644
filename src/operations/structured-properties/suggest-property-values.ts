import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import { undefinedProperty } from '../../model/properties/undefined-property.ts';
import {
  STRUCTURED_PROPERTY,
  type PropertyState,
  type PropertyValue,
  type ValueType,
} from '../../model/structured-property.ts';
import { formatUrn, isUrn } from '../../model/urn.ts';
import { PLAIN_FLAGS, type FacetBucket } from '../../query/metadata-query.ts';
import { checkWholeNumber } from '../../util/whole-number.ts';
import { checkTextLength } from '../list-limits.ts';
import { defineRead } from '../operation.ts';
import { NUMBER, TEXT, described, objectOf } from '../shapes.ts';
import type { Reading } from '../work.ts';
import { reachOf } from './property-reach.ts';

/** Maximum length of the text, in UTF-16 code units. */
const LONGEST_TEXT = 255;
/** Maximum and default number of values. */
const MOST_VALUES = 50;
const DEFAULT_VALUES = 20;
/** Number of the most frequent values, of the assets with a matching one, that are compared with the text. */
const COMPARED = 10_000;

/** A value in use. */
export interface UsedValue {
  readonly value: PropertyValue;
  /** Number of assets and columns with the value. */
  readonly count: number;
}

/** Values of a structured property in use that contain a text, the most frequent first. */
export const suggestPropertyValues = defineRead({
  name: 'suggestPropertyValues',
  summary:
    'Suggests values of a structured property that are in use and contain a text, the most frequent first.',
  input: () =>
    objectOf({
      property: described('Urn or qualified name of the property.', TEXT),
      query: v.nullish(
        described(
          `Text that the values contain, in any case, at most ${LONGEST_TEXT} characters; default: any.`,
          TEXT,
        ),
        '',
      ),
      count: v.nullish(
        described(`Maximum number of values, at most ${MOST_VALUES}; default: ${DEFAULT_VALUES}.`, NUMBER),
        DEFAULT_VALUES,
      ),
    }),
  limits: ({ query, count }) => {
    checkWholeNumber('count', count, 1, MOST_VALUES);
    checkTextLength('query', query, LONGEST_TEXT, 'Use a part of the value.');
  },
  isLong: true,
  run: async ({ property, query, count }, reading): Promise<{ readonly values: readonly UsedValue[] }> => {
    const state = definedProperty(property, reading);
    const { valueType } = state.definition;
    const text = query.trim().toLowerCase();
    const used = (await countedValues(state, text, reading)).map((bucket) => usedValue(bucket, valueType));
    return { values: used.filter(({ value }) => shownText(value).includes(text)).slice(0, count) };
  },
});

/** The property with this urn or name. Throws NOT_FOUND unless it exists and the caller may see its values. */
function definedProperty(property: string, { query: { properties }, scope }: Reading): PropertyState {
  const state = isUrn(property) ? properties.get(property) : properties.resolve(property);
  if (state !== undefined && !state.removed && scope.seesAssignment(state.urn, state.generation))
    return state;
  const urn = isUrn(property) ? property : formatUrn(STRUCTURED_PROPERTY.entityType, property);
  throw new CatalogError('NOT_FOUND', undefinedProperty(urn)).inPart('property');
}

/** Values of the assets that have a value with the text; among them other values of the same assets. */
async function countedValues(
  state: PropertyState,
  text: string,
  { query, scope, settings: { registry } }: Reading,
): Promise<readonly FacetBucket[]> {
  const { name, types } = reachOf(state, registry);
  if (types.length === 0) return [];
  const field = `${STRUCTURED_PROPERTY.fieldPrefix}${name}`;
  // Numbers and dates have no parts in the index.
  const isText = state.definition.valueType !== 'number' && state.definition.valueType !== 'date';
  const contains = { field, operator: 'CONTAIN', values: [text], negated: false } as const;
  const search = {
    entityTypes: types,
    query: '*',
    filter: text !== '' && isText ? [[contains]] : [],
    flags: { ...PLAIN_FLAGS, maxAggValues: COMPARED },
  };
  const [facet] = await query.aggregate(search, [field], scope);
  return facet?.buckets.filter((bucket) => bucket.count > 0) ?? [];
}

function usedValue({ value, count, displayName }: FacetBucket, valueType: ValueType | undefined): UsedValue {
  if (valueType === 'number') return { value: { double: Number(value) }, count };
  // Dates are times in the index, and shown as days.
  return { value: { string: displayName ?? value }, count };
}

function shownText(value: PropertyValue): string {
  return 'string' in value ? value.string.toLowerCase() : String(value.double);
}
