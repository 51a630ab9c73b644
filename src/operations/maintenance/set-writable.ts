import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { because } from '../../refusals.ts';

/** Allows writes, which are always allowed. Throws INVALID_REQUEST for `false`, because there is no read-only mode. */
export const setWritable = defineOperation({
  name: 'setWritable',
  effect: 'write',
  summary: 'Allows writes; the server has no read-only mode, so `false` is refused.',
  input: () => objectOf({ isWritable: v.boolean() }),
  needs: platform('SET_WRITEABLE_PRIVILEGE'),
  denial: () => 'User is unauthorized to enable and disable write mode.',
  run: async ({ isWritable }) => {
    if (!isWritable)
      throw invalidRequest(
        'This server has no read-only mode. Stop it to prevent writes.',
        undefined,
        because('NOT_SUPPORTED'),
      );
    return Promise.resolve();
  },
});
