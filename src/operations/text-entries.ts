import * as v from 'valibot';
import { list } from './input-types.ts';
import { TEXT, described, objectOf } from './shapes.ts';

/**
 * Texts by name, as a list of entries; of those with the same name, the last counts. Not `v.record`: it drops names
 * such as `constructor`.
 */
export const TEXT_ENTRIES = v.pipe(
  list(
    objectOf({
      key: described('Name.', TEXT),
      value: v.nullish(described('Value; default: empty.', TEXT), ''),
    }),
  ),
  v.transform((entries) => Object.fromEntries(entries.map(({ key, value }) => [key, value]))),
);
