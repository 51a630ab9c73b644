import * as v from 'valibot';
import { TOKEN } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { definitionProblems } from './definition-problems.ts';
import { objectOf } from '../shapes.ts';

/** Problems with the form of the definition of a metadata test; empty if it is valid. */
export const validateTest = defineOperation({
  name: 'validateTest',
  effect: 'read',
  summary: 'Lists the problems of the definition of a metadata test.',
  input: () => objectOf({ json: v.nullish(v.string()) }),
  needs: TOKEN,
  run: ({ json }) => Promise.resolve(definitionProblems(json)),
});
