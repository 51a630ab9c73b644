import * as v from 'valibot';
import { CatalogError, type Problem } from '../../errors.ts';
import { given } from '../../util/given.ts';
import type { JsonObject } from '../../util/json.ts';
import { platform } from '../needs.ts';
import { definitionProblems } from './definition-problems.ts';
import { objectOf } from '../shapes.ts';

/** Entity type of metadata tests. */
export const METADATA_TEST = 'test';
export const TEST_INFO = 'testInfo';

/** The right to manage metadata tests. */
export const MANAGES_TESTS = platform('MANAGE_TESTS');

/** Shape of all members of a metadata test. */
export const TEST_SHAPE = {
  name: v.string(),
  category: v.string(),
  description: v.nullish(v.string()),
  /** Definition as JSON; see `definitionProblems`. */
  definition: objectOf({ json: v.nullish(v.string()) }),
};

type MetadataTest = v.InferOutput<v.ObjectSchema<typeof TEST_SHAPE, undefined>>;

/** The `testInfo` aspect. INVALID_REQUEST if the definition is malformed. */
export function testInfo({ name, category, description, definition: { json } }: MetadataTest): JsonObject {
  const problems = definitionProblems(json).map((problem): Problem => ({
    code: 'INVALID_REQUEST',
    field: 'definition.json',
    ...problem,
  }));
  if (problems.length > 0) {
    const sentences = problems.map(({ message }) => message).join('\n');
    throw new CatalogError('INVALID_REQUEST', `Failed to validate test definition: \n${sentences}`, {
      problems,
    });
  }
  return { name, category, ...given({ description }), definition: { type: 'JSON', ...given({ json }) } };
}
