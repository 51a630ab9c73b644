import { CatalogError } from '../../errors.ts';
import { patchOf, putOrTake } from '../../model/proposal-builders.ts';
import { text } from '../../util/json/json-members.ts';
import { defineOperation } from '../operation.ts';
import { requireFreeName } from '../sibling-names.ts';
import { readAspect } from '../stored.ts';
import { glossaryPart, requireParent } from './glossary-part.ts';
import { GLOSSARY_RIGHTS, glossaryRight, rightIn } from './glossary-rights.ts';
import { objectOf } from '../shapes.ts';

/**
 * Moves a glossary term or node below another node, or to the root without one. Throws VALIDATION when a node would
 * be below itself, and CONFLICT when its name is taken there.
 */
export const moveGlossaryEntity = defineOperation({
  name: 'moveGlossaryEntity',
  effect: 'write',
  summary: 'Moves a glossary term or term group below a term group, or to the top level.',
  input: (types) =>
    objectOf({ resourceUrn: glossaryPart(types), parentNode: types.optionalEntityOf('glossaryNode') }),
  needs: {
    anyOf: GLOSSARY_RIGHTS,
    clauses: ({ resourceUrn: part, parentNode: parent }, reading) =>
      Promise.all([glossaryRight(part, reading), rightIn(parent, reading)]),
  },
  run: async ({ resourceUrn: part, parentNode: parent }, work) => {
    const aspectName = `${part.entityType}Info`;
    const stored = await readAspect(part.urn, aspectName, work);
    if (stored === undefined) {
      throw new CatalogError('NOT_FOUND', `Failed to update ${part.urn}. It does not exist in the glossary.`);
    }
    await requireParent(parent, work);
    await requireFreeName(part, text(stored['name']) ?? '', parent?.urn, work);
    const moved = putOrTake(['parentNode'], parent?.urn);
    await work.ingest([patchOf(part.urn, aspectName, [moved])]);
  },
});
