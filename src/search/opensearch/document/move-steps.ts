import type { ColumnChoice } from '../../column-moves.ts';
import type { ColumnList, ColumnRule } from './columns.ts';

/** Fields that move together; a query has several conditions for each, and the engine accepts 1,024. */
const MOST_AT_ONCE = 100;

/**
 * The part of a choice that can be moved now, so that at most `most` eligible fields have their own column afterwards.
 * Leaves out fields that are already in the chosen place.
 */
export function movableNow(
  { up, down, dropped }: ColumnChoice,
  list: ColumnList,
  rule: ColumnRule,
): ColumnChoice {
  const own = new Set(list.fields);
  const leaving = dropped.filter((field) => own.has(field));
  const downNow = down.filter((field) => own.has(field)).slice(0, MOST_AT_ONCE);
  const left = list.fields.filter(rule.isEligible).length - leaving.length - downNow.length;
  const room = Math.max(0, Math.min(MOST_AT_ONCE, rule.most - left));
  return { up: up.filter((field) => !own.has(field)).slice(0, room), down: downNow, dropped: leaving };
}

/** Writers write the fields to both places; readers read the old one. Dropped fields lose their own column. */
export function beginMove(list: ColumnList, { up, down, dropped }: ColumnChoice): ColumnList {
  return {
    ...without(list, dropped),
    // A field that shares a column must not get its own with the next value.
    isClosed: true,
    ...(up.length + down.length > 0 && { move: { fields: [...up, ...down], isSwitched: false } }),
  };
}

/** Readers read the new place; writers still write to both. */
export function switchMove(list: ColumnList): ColumnList {
  const { fields = [] } = list.move ?? {};
  const own = new Set(list.fields);
  const down = fields.filter((field) => own.has(field));
  const up = fields.filter((field) => !own.has(field));
  const moved = without(list, down);
  return {
    ...moved,
    fields: [...moved.fields, ...up],
    move: { fields, isSwitched: true },
    switches: (list.switches ?? 0) + 1,
  };
}

/** Writers write to the new place only. */
export function endMove({ move: _, ...list }: ColumnList): ColumnList {
  return list;
}

/** Number of fields that the mapping has a column for, in use or not. */
export function mappedFields({ fields, former = [], move }: ColumnList): number {
  return new Set([...fields, ...former, ...(move?.fields ?? [])]).size;
}

function without(list: ColumnList, gone: readonly string[]): ColumnList {
  const former = new Set([...(list.former ?? []), ...gone]);
  return {
    ...list,
    fields: list.fields.filter((field) => !gone.includes(field)),
    ...(former.size > 0 && { former: [...former] }),
  };
}
