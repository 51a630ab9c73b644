import * as v from 'valibot';
import { TEXT } from '../shapes.ts';

/** A moment of the past. */
export const MOMENT = v.pipe(
  TEXT,
  v.description('A cursor of the change feed, or a time such as 2026-03-01T14:30:00Z.'),
);
