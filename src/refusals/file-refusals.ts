import type { RefusalKind } from './refusal-kind.ts';

/** Refusals of files: tables as CSV, and definitions as YAML. */
export const FILE_REFUSALS = {
  FILE_EMPTY: { when: 'The file is empty.', data: {} },
  FILE_WITHOUT_URN: { when: 'The first line has no column urn.', data: {} },
  FILE_WITHOUT_CHANGES: { when: 'The file has no column to change.', data: {} },
  FILE_COLUMN_TWICE: { when: 'The first line names a column twice.', data: { column: 'text' } },
  FILE_COLUMN_UNKNOWN: {
    when: 'The column is no field, and no property has its name.',
    data: { column: 'text' },
  },
  FILE_TOO_LONG: { when: 'The file has too many rows, columns or cells.', data: { most: 'number' } },
  FILE_ROW_LENGTH: {
    when: 'A row has another number of cells than the first line.',
    data: { cells: 'number', columns: 'number' },
  },
  FILE_ASSET_TWICE: { when: 'An earlier line has the same asset.', data: { line: 'number' } },
  FILE_NOT_CSV: { when: 'The file is not CSV.', data: { line: 'number' } },

  YAML_INVALID: { when: 'The text is not valid YAML.', data: {} },
  YAML_TAB: { when: 'A tab indents a line of YAML.', data: {} },
  YAML_KEY_TWICE: { when: 'A mapping has a key twice.', data: {} },
  YAML_ANCHOR_MISSING: { when: 'An alias names an anchor that does not exist.', data: { name: 'text' } },
  YAML_TOO_LARGE: { when: 'The YAML has too many parts, levels, aliases or tags.', data: {} },
  FILE_WITHOUT_DEFINITIONS: { when: 'The file defines nothing.', data: {} },
  DEFINITION_NOT_MAPPING: { when: 'A definition is not a mapping of keys and values.', data: {} },
  DEFINITION_TWICE: {
    when: 'The file defines a property twice; `line` has the first definition.',
    data: { line: 'number' },
  },
  ID_IS_URN: { when: 'An id is given as a whole urn.', data: { name: 'text' } },
} as const satisfies Readonly<Record<string, RefusalKind>>;
