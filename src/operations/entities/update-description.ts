import * as v from 'valibot';
import { patchOf, put } from '../../model/proposal-builders.ts';
import { requireAssets } from '../assets.ts';
import { GLOSSARY_RIGHTS, privilegeOrGlossaryRight } from '../glossary/glossary-rights.ts';
import { defineOperation } from '../operation.ts';
import { DESCRIPTIONS } from './described-places.ts';
import { requirePlace } from './stored-texts.ts';
import { objectOf } from '../shapes.ts';

const OF_ENTITY = 'EDIT_ENTITY_DOCS';
const OF_COLUMN = 'EDIT_DATASET_COL_DESCRIPTION';

/** Changes the description of an entity or a column. */
export const updateDescription = defineOperation({
  name: 'updateDescription',
  effect: 'write',
  summary: 'Changes the description of an entity or a column.',
  input: (types) => objectOf({ asset: types.asset(), description: v.string() }),
  needs: {
    anyOf: [OF_ENTITY, OF_COLUMN, ...GLOSSARY_RIGHTS],
    clauses: async ({ asset: { entity, fieldPath } }, reading) => [
      await privilegeOrGlossaryRight(fieldPath === undefined ? OF_ENTITY : OF_COLUMN, entity, reading),
    ],
  },
  run: async ({ asset, description }, work) => {
    await requireAssets([asset], work);
    const { entity, fieldPath } = asset;
    if (fieldPath !== undefined) {
      const path = ['editableSchemaFieldInfo', fieldPath, 'description'];
      await work.ingest([patchOf(entity.urn, 'editableSchemaMetadata', [put(path, description)])]);
      return;
    }
    const { place } = await requirePlace('description', DESCRIPTIONS, entity, work);
    await work.ingest([patchOf(entity.urn, place.aspectName, [put([place.member], description)])]);
  },
});
