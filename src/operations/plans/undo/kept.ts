import type { EditFailure } from '../../../model/bulk-edit.ts';
import type { JsonObject } from '../../../util/json.ts';

/** What an undo leaves as it is because it changed since, and other failures. */
export function keptOf(failures: readonly EditFailure[]): {
  readonly kept: readonly JsonObject[];
  readonly rest: readonly JsonObject[];
} {
  const all = failures.map((failure) => ({ ...failure }));
  return {
    kept: all.filter(({ code }) => code === 'CONFLICT'),
    rest: all.filter(({ code }) => code !== 'CONFLICT'),
  };
}
