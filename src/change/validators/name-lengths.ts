import { because } from '../../refusals.ts';
import type { Validator } from '../rules.ts';
import { textsWithRule, type RuledText } from '../field-texts.ts';
import { fieldAt } from '../violation.ts';

/** Maximum length of a name, in UTF-16 units. */
export const LONGEST_NAME = 65_536;

/** Members that are names, besides the autocomplete fields. */
const NAME_MEMBERS: ReadonlySet<string> = new Set(['displayName', 'fullName', 'name', 'title']);

/** Maximum length of a custom type name, in UTF-16 units: facets and summaries copy it. */
export const LONGEST_CUSTOM_TYPE = 200;

/** Members and search fields with a custom type name. */
const CUSTOM_TYPES: ReadonlySet<string> = new Set(['customType', 'customOperationType']);

/** What a string is, and its maximum length. */
interface LengthRule {
  readonly what: string;
  readonly most: number;
}

const NAME: LengthRule = { what: 'name', most: LONGEST_NAME };
const CUSTOM_TYPE: LengthRule = { what: 'custom type', most: LONGEST_CUSTOM_TYPE };

const ruledIn = textsWithRule(({ name, searchable, type }): LengthRule | undefined => {
  if (type.kind !== 'string') return undefined;
  if (CUSTOM_TYPES.has(name) || searchable.some(({ fieldName }) => CUSTOM_TYPES.has(fieldName)))
    return CUSTOM_TYPE;
  const isName = NAME_MEMBERS.has(name) || searchable.some(({ enableAutocomplete }) => enableAutocomplete);
  return isName ? NAME : undefined;
});

/**
 * Limits the length of names, including those of custom types: lists, sort orders, rankings and summaries read them.
 * Stored names are not checked.
 */
export const nameLengths: Validator = {
  name: 'nameLengths',
  aspects: undefined,
  check: ({ aspect, after, before }) => {
    const long = after === undefined ? [] : ruledIn(aspect.record, after).filter(isLong);
    if (long.length === 0) return [];
    const stored = new Set(before && ruledIn(aspect.record, before).map(({ text }) => text));
    return long
      .filter(({ text }) => !stored.has(text))
      .map(({ path, rule, text }) => ({
        field: fieldAt(path),
        message: `The ${rule.what} at ${path} of ${aspect.name} has ${text.length} characters, more than ${rule.most}. Use a shorter one.`,
        ...because('TEXT_TOO_LONG', { length: text.length, most: rule.most }),
      }));
  },
};

function isLong({ rule, text }: RuledText<LengthRule>): boolean {
  return text.length > rule.most;
}
