import type { Validator } from '../rules.ts';
import { textsWithRule } from '../field-texts.ts';

/** Maximum length of a name, in UTF-16 units. */
export const LONGEST_NAME = 65_536;

/** Members that are names, besides those by which entities are completed while they are typed. */
const NAME_MEMBERS: ReadonlySet<string> = new Set(['displayName', 'fullName', 'name', 'title']);

const namesIn = textsWithRule(({ name, searchable, type }) => {
  const isName = NAME_MEMBERS.has(name) || searchable.some(({ enableAutocomplete }) => enableAutocomplete);
  return type.kind === 'string' && isName ? 'name' : undefined;
});

/** Names have a limited length: lists, sort orders and rankings read them. Those that the aspect already has are left alone. */
export const nameLengths: Validator = {
  name: 'nameLengths',
  aspects: undefined,
  check: ({ aspect, after, before }) => {
    const long = after === undefined ? [] : namesIn(aspect.record, after).filter(({ text }) => isLong(text));
    if (long.length === 0) return [];
    const stored = new Set(before && namesIn(aspect.record, before).map(({ text }) => text));
    return long
      .filter(({ text }) => !stored.has(text))
      .map(
        ({ path, text }) =>
          `The name at ${path} of ${aspect.name} has ${text.length} characters, more than ${LONGEST_NAME}. Use a shorter one.`,
      );
  },
};

function isLong(text: string): boolean {
  return text.length > LONGEST_NAME;
}
