import { object } from '../util/json/json-members.ts';

/** Names of column types that differ from the class name. */
const OTHER_WORDS: Readonly<Record<string, string>> = { RECORD: 'STRUCT' };

/** Name of a column type: `STRING` for `{"type": {"com.linkedin.schema.StringType": {}}}`. */
export function columnType(value: unknown): string | undefined {
  const [className = ''] = Object.keys(object(object(value)?.['type']) ?? {});
  const word = className.replace(/^.*\./, '').replace(/Type$/, '').toUpperCase();
  return OTHER_WORDS[word] ?? word;
}
