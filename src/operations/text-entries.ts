import * as v from 'valibot';
import { list } from './input-types.ts';
import { objectOf } from './shapes.ts';

/**
 * Texts by name, as a list of entries; of those with the same name, the last counts. Not `v.record`: it drops names
 * such as `constructor`.
 */
export const TEXT_ENTRIES = v.pipe(
  list(objectOf({ key: v.string(), value: v.nullish(v.string(), '') })),
  v.transform((entries) => Object.fromEntries(entries.map(({ key, value }) => [key, value]))),
);
