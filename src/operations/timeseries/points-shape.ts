import * as v from 'valibot';
import { FILTER } from '../search/search-shape.ts';
import { NUMBER } from '../shapes.ts';

/** Members of a time range in epoch ms, both ends included: see `PointWindow`. */
export const POINT_WINDOW = { from: v.optional(NUMBER), to: v.optional(NUMBER) };

/** Members that select points: see `PointsInput`. */
export const POINTS = { ...POINT_WINDOW, limit: NUMBER, filter: v.nullish(FILTER, []) };
