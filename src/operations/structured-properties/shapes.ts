import * as v from 'valibot';
import { partsIn, type DefinitionParts } from '../../model/properties/definition-parts.ts';
import { VALUE_COLORS } from '../../model/properties/property-display.ts';
import { RESOLUTIONS, SOURCE_TYPES } from '../../model/properties/inheritance.ts';
import { RULE_LEVELS, VALUE_FORMATS } from '../../model/properties/property-rules.ts';
import { PROPERTY_SETTINGS, type SettingsInput } from '../../model/properties/property-settings.ts';
import { STRUCTURED_PROPERTY, type PropertyValue } from '../../model/structured-property.ts';
import { given } from '../../util/given.ts';
import type { JsonObject } from '../../util/json.ts';
import { list, type InputTypes } from '../input-types.ts';
import { FLAG, NUMBER, TEXT, described, objectOf, oneOf, wholeNumber } from '../shapes.ts';

export const TEXTS = list(TEXT);

/** A value in the words of GraphQL: exactly one member is given. */
export interface ValueInput {
  readonly stringValue?: string | null | undefined;
  readonly numberValue?: number | null | undefined;
}

const VALUE_MEMBERS = {
  stringValue: v.nullish(described('A text, date or urn; give this or `numberValue`.', TEXT)),
  numberValue: v.nullish(described('A number; give this or `stringValue`.', NUMBER)),
};

/** A value in the union form of the aspects; undefined unless exactly one member is given. */
export function propertyValue({ stringValue, numberValue }: ValueInput): PropertyValue | undefined {
  const hasText = typeof stringValue === 'string';
  const hasNumber = typeof numberValue === 'number';
  if (hasText && !hasNumber) return { string: stringValue };
  return hasNumber && !hasText ? { double: numberValue } : undefined;
}

/** Why a value is none. `what`: what it is called. */
export function notOneValue(what: string, { stringValue, numberValue }: ValueInput): string {
  const found = (stringValue ?? numberValue ?? null) === null ? 'neither' : 'both';
  return `Each ${what} must provide exactly one of stringValue or numberValue, but it has ${found}`;
}

/** A value of a structured property. */
export const VALUE: v.GenericSchema<ValueInput, PropertyValue> = v.pipe(
  objectOf(VALUE_MEMBERS),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const value = propertyValue(dataset.value);
    if (value !== undefined) return value;
    addIssue({ message: notOneValue('value', dataset.value) });
    return NEVER;
  }),
);

const ALLOWED_VALUE = v.pipe(
  objectOf({ ...VALUE_MEMBERS, description: v.nullish(described('What the value means.', TEXT)) }),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { description, ...input } = dataset.value;
    const value = propertyValue(input);
    if (value !== undefined) return { value, ...given({ description }) };
    addIssue({ message: notOneValue('allowed value', input) });
    return NEVER;
  }),
);

/** The values of one property. */
export function assignmentInput(types: InputTypes) {
  return objectOf({
    structuredPropertyUrn: described('Urn of the property.', types.entityOf(STRUCTURED_PROPERTY.entityType)),
    values: described('All its values; replaces those that the asset has.', list(VALUE)),
  });
}

/** Allowed values, in the form of a definition. */
export const ALLOWED_VALUES = list(ALLOWED_VALUE);

const SETTING_SENTENCES: Readonly<Record<(typeof PROPERTY_SETTINGS)[number], string>> = {
  isHidden: 'Hidden in the web application; all `show...` settings must then be false.',
  showInSearchFilters: 'Shown as a search filter.',
  showInAssetSummary: 'Shown in the sidebar of an asset.',
  hideInAssetSummaryWhenEmpty: 'Not shown in the sidebar if the asset has no value.',
  showAsAssetBadge: 'Shown as a badge on assets; at most one property.',
  showInColumnsTable: 'Shown as a column in the schema table of a dataset.',
};

/** Settings to change. */
export const SETTINGS: v.GenericSchema<SettingsInput> = objectOf(
  Object.fromEntries(
    PROPERTY_SETTINGS.map((name) => [name, v.nullish(described(SETTING_SENTENCES[name], FLAG))]),
  ),
);

const COLORED_VALUE = v.pipe(
  objectOf({ ...VALUE_MEMBERS, color: described('Color of the value.', oneOf(VALUE_COLORS)) }),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { color, ...input } = dataset.value;
    const value = propertyValue(input);
    if (value !== undefined) return { value, color };
    addIssue({ message: notOneValue('colored value', input) });
    return NEVER;
  }),
);

/** Display, read into the aspect. */
const DISPLAY = v.pipe(
  objectOf({
    group: v.nullish(described('Heading under which the property is listed, at most 100 characters.', TEXT)),
    order: v.nullish(
      described(
        'Position in lists, smallest first; properties without one come last.',
        wholeNumber('a whole number'),
      ),
    ),
    unit: v.nullish(described('Unit of the values, such as days; at most 40 characters.', TEXT)),
    valueColors: v.nullish(described('Colors of values that the property allows.', list(COLORED_VALUE))),
  }),
  v.transform((display): JsonObject => given(display)),
);

const PROPERTY_VALUES = objectOf({
  propertyUrn: described('Urn of the property.', TEXT),
  values: described('Values of which any may match.', TEXTS),
});

const CRITERIA = described(
  'At most 20 criteria of which all must hold, each for any of its values, as in policies.',
  list(
    v.pipe(
      objectOf({
        field: described('DOMAIN, TAG, or another field of policies.', TEXT),
        condition: described('How values are compared.', oneOf(['EQUALS', 'STARTS_WITH', 'NOT_EQUALS'])),
        values: described('Values of which any may match.', TEXTS),
        structuredPropertyValues: v.nullish(
          described('Exactly one property; only for field STRUCTURED_PROPERTY.', list(PROPERTY_VALUES)),
        ),
      }),
      v.transform((criterion): JsonObject => given(criterion)),
    ),
  ),
);

function level(byDefault: string) {
  return v.nullish(described(`What a broken rule does; default: ${byDefault}.`, oneOf(RULE_LEVELS)));
}

const LENGTH = wholeNumber('a whole number');

const VALUE_RULES = objectOf({
  level: level('ENFORCE'),
  format: v.nullish(described('INTEGER for numbers, the others for strings.', oneOf(VALUE_FORMATS))),
  min: v.nullish(described('Smallest value, allowed itself.', VALUE)),
  max: v.nullish(described('Greatest value, allowed itself.', VALUE)),
  pattern: v.nullish(
    described('RE2 expression that the whole text must match; at most 256 characters.', TEXT),
  ),
  hint: v.nullish(described('The pattern in words; errors show it.', TEXT)),
  minLength: v.nullish(described('Least number of characters (code points).', LENGTH)),
  maxLength: v.nullish(described('Greatest number of characters (code points).', LENGTH)),
  refersTo: v.nullish(
    described('What the entity that a urn names must meet.', objectOf({ criteria: v.nullish(CRITERIA) })),
  ),
});

/** Rules, read into the aspect; its validator checks whether they fit the property. */
const RULES = v.pipe(
  objectOf({
    values: v.nullish(described('Rules of single values.', VALUE_RULES)),
    appliesIf: v.nullish(
      described(
        'What an entity with a value must meet.',
        objectOf({ criteria: CRITERIA, level: level('ENFORCE') }),
      ),
    ),
    required: v.nullish(
      described('Every entity that may have a value must have one.', objectOf({ level: level('REPORT') })),
    ),
    deprecatedValues: v.nullish(
      described(
        'Values that nobody should choose any more.',
        list(
          objectOf({
            value: described('The value.', VALUE),
            replacedBy: v.nullish(described('Value to use instead.', VALUE)),
          }),
        ),
      ),
    ),
    inherit: v.nullish(
      described(
        'From where an entity without a value of its own takes one.',
        objectOf({
          from: described('In order of precedence.', list(oneOf(SOURCE_TYPES))),
          resolve: v.nullish(
            described('Which of several values counts; default: NEAREST.', oneOf(RESOLUTIONS)),
          ),
        }),
      ),
    ),
  }),
  v.transform(({ appliesIf, deprecatedValues, inherit, required, values }): JsonObject =>
    given({
      values: values && given({ ...values, refersTo: values.refersTo && given(values.refersTo) }),
      appliesIf: appliesIf && given(appliesIf),
      required: required && given(required),
      deprecatedValues: deprecatedValues?.map((item) => given(item)),
      inherit: inherit && given({ ...inherit, from: inherit.from.slice() }),
    }),
  ),
);

/** Parts of a definition that are replaced as a whole, in the form of their aspects. */
export const REPLACED_PARTS = {
  display: v.nullish(described('How it is shown; replaces all of it.', DISPLAY)),
  rules: v.nullish(
    described('Its rules; replaces all of them, so that an empty object removes them.', RULES),
  ),
};

/** The parts that are given, by the names of their aspects. */
export function partAspects({
  display,
  rules,
}: v.InferOutput<v.ObjectSchema<typeof REPLACED_PARTS, undefined>>): DefinitionParts {
  return partsIn({ structuredPropertyDisplay: display, structuredPropertyRules: rules });
}

const WORD_SEARCH = objectOf({
  fullText: described('Whether searches for words find the values, which must be texts.', FLAG),
  weight: v.nullish(
    described('Multiplies the score of a match in them: above 0, up to 100; default: 1.', NUMBER),
  ),
});

/** Members of a definition that it is created with, and that can change. */
export const DEFINITION_MEMBERS = {
  displayName: v.nullish(described('Display name.', TEXT)),
  description: v.nullish(described('What the values mean.', TEXT)),
  immutable: v.nullish(described('Whether a value cannot be changed once set; default: false.', FLAG)),
  search: v.nullish(described('Search for words of the values.', WORD_SEARCH)),
};
