import * as v from 'valibot';
import { patchIfAny, put, putGiven } from '../../model/proposal-builders.ts';
import { given } from '../../util/given.ts';
import { requireEntities } from '../assets.ts';
import { defineOperation } from '../operation.ts';
import { NAME_NEED } from './name-need.ts';
import { objectOf } from '../shapes.ts';

/** Changes the color and the icon of an entity. */
export const updateDisplayProperties = defineOperation({
  name: 'updateDisplayProperties',
  effect: 'write',
  summary: 'Changes the color and the icon of an entity.',
  input: (types) =>
    objectOf({
      urn: types.entity(),
      /** Such as `#1890ff`. */
      colorHex: v.nullish(v.string()),
      icon: v.nullish(
        objectOf({
          /** Default: MATERIAL. */
          iconLibrary: v.nullish(v.string()),
          name: v.nullish(v.string()),
          style: v.nullish(v.string()),
        }),
      ),
    }),
  needs: NAME_NEED,
  run: async ({ urn: entity, colorHex, icon }, work) => {
    await requireEntities([entity], work);
    const operations = putGiven({ colorHex });
    if (icon)
      operations.push(put(['icon'], { iconLibrary: 'MATERIAL', name: '', style: '', ...given(icon) }));
    await work.ingest(patchIfAny(entity.urn, 'displayProperties', operations));
  },
});
