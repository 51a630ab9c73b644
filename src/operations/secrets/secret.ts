import * as v from 'valibot';
import { given } from '../../util/given.ts';

/** Shape of a secret. */
export const secretInput = v.pipe(
  v.object({ name: v.string(), value: v.string(), description: v.nullish(v.string()) }),
  v.transform(({ name, value, description }) => ({ name, value, ...given({ description }) })),
);
