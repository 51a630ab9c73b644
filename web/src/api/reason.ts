import { isObject } from './is-object.ts';

/** Why something is allowed or refused, with the urns and privileges that the text names. */
export interface Reason {
  readonly text: string;
  readonly urns: readonly string[];
  readonly privileges: readonly string[];
}

/** A reason that the web interface itself gives; names no urns or privileges. */
export function plainReason(text: string): Reason {
  return { text, urns: [], privileges: [] };
}

/** Reasons in an untyped response. */
export function reasonsIn(list: unknown): readonly Reason[] {
  return (Array.isArray(list) ? list : []).filter(isObject).map(({ text, urns, privileges }) => ({
    text: String(text),
    urns: textsIn(urns),
    privileges: textsIn(privileges),
  }));
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(String) : [];
}
