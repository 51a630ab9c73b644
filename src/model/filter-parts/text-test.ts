/** Whether a text has one of the values. */
export type TextTest = (text: string) => boolean;

/** Makes the test for the values of a criterion. */
export type MakeTest = (values: readonly string[]) => TextTest;

/** Operators that compare a text with any number of values. */
export type TextOperator = 'EQUAL' | 'IN' | 'IEQUAL' | 'CONTAIN' | 'START_WITH' | 'END_WITH';

/** The test of a text by each operator that takes any number of values. */
export const TEXT_TESTS: Readonly<Record<TextOperator, MakeTest>> = {
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
