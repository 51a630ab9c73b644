import * as v from 'valibot';

/** Shapes of answers. They allow further members, so that a later version may add some. */
export const text = v.string();
export const count = v.number();
export const urns = v.array(v.string());

/** What people or sources wrote. */
export const UNTRUSTED = v.record(v.string(), v.unknown());

/** Members of every answer. */
const EVERY = {
  sequence: count,
  /** Of `Cut`. Not described in each tool, because its members explain themselves. */
  cut: v.optional(v.array(v.looseObject({}))),
  cursor: v.optional(text),
};

/** The shape of an answer with these members. */
export function answerOf(members: v.ObjectEntries): v.GenericSchema {
  return v.object({ ...members, ...EVERY });
}
