import * as v from 'valibot';
import { TOKEN } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { definitionProblems } from './definition-problems.ts';
import { objectOf } from '../shapes.ts';

/** What is wrong with the form of the definition of a metadata test; empty if nothing is. */
export const validateTest = defineOperation({
  name: 'validateTest',
  effect: 'read',
  summary: 'Lists what is wrong with the definition of a metadata test.',
  input: () => objectOf({ json: v.nullish(v.string()) }),
  needs: TOKEN,
  run: ({ json }) => Promise.resolve(definitionProblems(json)),
});
