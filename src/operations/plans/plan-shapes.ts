import * as v from 'valibot';
import { described } from '../shapes.ts';

/** Longest reason, as in the audit log. */
const LONGEST_REASON = 500;
const A_REASON = `a text of 1 to ${LONGEST_REASON} characters`;

/** Why something is written. */
export const REASON = described(
  'Why, for the audit log and the report.',
  v.pipe(v.string(A_REASON), v.minLength(1, A_REASON), v.maxLength(LONGEST_REASON, A_REASON)),
);
