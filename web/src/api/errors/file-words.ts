import type { FILE_REFUSALS } from '../../../../src/refusals/file-refusals.ts';
import type { Sentences } from './words.ts';

/** What a refusal of a file means. */
export const FILE_WORDS: Sentences<keyof typeof FILE_REFUSALS> = {
  FILE_EMPTY: () => 'The file is empty. Its first line names the columns.',
  FILE_WITHOUT_URN: () => 'The first line has no column urn. Export a table to see the format.',
  FILE_WITHOUT_CHANGES: () =>
    'The file has no column to change. Add tags, terms, owners, domain or a property.',
  FILE_COLUMN_TWICE: ({ quoted }) => `The first line has the column ${quoted('column')} twice. Remove one.`,
  FILE_COLUMN_UNKNOWN: ({ quoted }) => `${quoted('column')} is no field, and no property has this name.`,
  FILE_TOO_LONG: ({ number }) => `The file is too long: at most ${number('most')} rows or cells. Split it.`,
  FILE_ROW_LENGTH: ({ number }) =>
    `The row has ${number('cells')} cells, and the first line has ${number('columns')}. Check its quotes.`,
  FILE_ASSET_TWICE: ({ number }) => `Line ${number('line')} has the same asset. Merge the two lines.`,
  FILE_NOT_CSV: ({ number }) => `Line ${number('line')} is not CSV. Check its quotes.`,

  YAML_INVALID: () => 'The YAML cannot be read from here. Check indentation, quotes, colons and brackets.',
  YAML_TAB: () => 'A tab cannot indent YAML. Use spaces.',
  YAML_KEY_TWICE: () => 'The same key is here twice. Remove one.',
  YAML_ANCHOR_MISSING: ({ quoted }) => `There is no anchor ${quoted('name')}. Check its spelling.`,
  YAML_TOO_LARGE: () => 'The YAML has too many parts or levels. Split it, and use fewer levels.',
  FILE_WITHOUT_DEFINITIONS: () => 'The file defines no property. Write a list of properties.',
  DEFINITION_NOT_MAPPING: () => 'A property must be a group of keys, such as id and type.',
  DEFINITION_TWICE: ({ number }) =>
    `This property is defined on line ${number('line')} already. Remove one of them.`,
  ID_IS_URN: ({ quoted }) => `${quoted('name')} is a whole URN. Write only the part after its last colon.`,
};
