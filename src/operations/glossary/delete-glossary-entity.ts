import { defineOperation } from '../operation.ts';
import { deleteEverywhere } from '../stored.ts';
import { glossaryPart } from './glossary-part.ts';
import { GLOSSARY_RIGHTS, glossaryRight } from './glossary-rights.ts';
import { objectOf } from '../shapes.ts';

/** Deletes a glossary term or node and, in the background, references to it. */
export const deleteGlossaryEntity = defineOperation({
  name: 'deleteGlossaryEntity',
  effect: 'delete',
  summary: 'Deletes a glossary term or term group; references to it are removed in the background.',
  input: (types) => objectOf({ urn: glossaryPart(types) }),
  needs: {
    anyOf: GLOSSARY_RIGHTS,
    clauses: async ({ urn: part }, reading) => [await glossaryRight(part, reading)],
  },
  run: ({ urn: part }, work) => deleteEverywhere(part, work),
});
