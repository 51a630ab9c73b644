import type { FilterOperator } from '../filter.ts';

/** Whether a text has one of the values. */
export type TextTest = (text: string) => boolean;

/** Tests of a text by the operators that compare with any number of values. */
export const TEXT_TESTS: Readonly<Partial<Record<FilterOperator, (values: readonly string[]) => TextTest>>> =
  {
    EQUAL: isOneOf,
    IN: isOneOf,
    IEQUAL: (values) => {
      const isLowerOneOf = isOneOf(values.map((value) => value.toLowerCase()));
      return (text) => isLowerOneOf(text.toLowerCase());
    },
    CONTAIN: (values) => (text) => values.some((value) => text.includes(value)),
    START_WITH: (values) => (text) => values.some((value) => text.startsWith(value)),
    END_WITH: (values) => (text) => values.some((value) => text.endsWith(value)),
  };

function isOneOf(values: readonly string[]): TextTest {
  const known = new Set(values);
  return (text) => known.has(text);
}
