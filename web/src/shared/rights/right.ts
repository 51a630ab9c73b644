import type { Reason } from '../../api/reason.ts';

/** Whether the signed-in person may do something; unknown until the server has responded. */
export type Right<Why = Reason> =
  | { readonly state: 'unknown' }
  | { readonly state: 'allowed' }
  | { readonly state: 'refused'; readonly reason: Why };
