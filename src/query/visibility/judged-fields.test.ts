import { expect, it } from 'vitest';
import { isJudged } from '../../search/documents/judged-fields.ts';
import { URN_FIELD } from '../../search/mapping.ts';
import { FIELDS } from './predicate-expression.ts';
import { SUBJECT_FIELDS } from './subject-fields.ts';

it('include all fields that policies read: no limit of the index may truncate them', () => {
  const read = [...Object.values(FIELDS), ...Object.values(SUBJECT_FIELDS)].flat();
  expect(read.filter((field) => field !== undefined && field !== URN_FIELD && !isJudged(field))).toEqual([]);
});
