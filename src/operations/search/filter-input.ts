import * as v from 'valibot';
import { FILTER_OPERATORS, type Filter } from '../../model/filter.ts';
import { list } from '../input-types.ts';
import { objectOf } from '../shapes.ts';

/** Shape of a filter: OR of ANDs. */
export const FILTER: v.GenericSchema<Filter> = list(
  list(
    objectOf({
      field: v.string(),
      operator: v.picklist(FILTER_OPERATORS),
      values: list(v.string()),
      negated: v.boolean(),
    }),
  ),
);
