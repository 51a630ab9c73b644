import type { Problem } from '../errors.ts';
import type { Refusal } from '../refusals.ts';
import { itemText } from '../util/list-text.ts';

/** Violation of a rule by one change. */
export interface Violation extends Pick<Problem, 'message'>, Refusal {
  /** Path of the refused member in the aspect, such as `upstreams[0].dataset`; absent: the whole aspect. */
  readonly field?: string | undefined;
  /** Urn of the structured property concerned. */
  readonly property?: string | undefined;
  /** Set if the change may be made, with a warning, unless the request is strict. */
  readonly isWarning?: true;
}

/** The field at a path of members and positions, each after a slash; absent for the value itself. */
export function fieldAt(path: string): string | undefined {
  const steps = path.split('/').slice(1);
  const text = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${itemText(step)}`)).join('');
  return text.replace(/^\./, '') || undefined;
}
