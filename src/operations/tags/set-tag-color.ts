import * as v from 'valibot';
import { patchOf, put } from '../../model/proposal-builders.ts';
import { defineOperation } from '../operation.ts';
import { TAG_INFO, requireTag } from './tag.ts';
import { objectOf } from '../shapes.ts';

/** Sets the color of a tag, such as `#1890ff`. */
export const setTagColor = defineOperation({
  name: 'setTagColor',
  effect: 'write',
  summary: 'Sets the color of a tag, such as `#1890ff`.',
  input: (types) => objectOf({ urn: types.entityOf('tag'), colorHex: v.string() }),
  needs: { on: ({ urn }) => urn, anyOf: ['MANAGE_TAGS', 'EDIT_TAG_COLOR'] },
  run: async ({ urn: tag, colorHex: color }, work) => {
    await requireTag(tag, work);
    await work.ingest([patchOf(tag.urn, TAG_INFO, [put(['colorHex'], color)])]);
  },
});
