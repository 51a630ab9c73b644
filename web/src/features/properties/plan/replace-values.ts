import { PageError } from '../../../api/api-error.ts';
import { editToEnd } from '../../../shared/edits/edit-report.ts';
import { counted } from '../../../components/counted.ts';
import type { NewDefinition } from './plan.ts';

/** Removed allowed values, and the one that takes their place. */
export interface Replacement {
  /** The new definition, without the removed values. */
  readonly definition: NewDefinition;
  readonly removed: readonly string[];
  readonly by: string;
}

/** Why values were not replaced, as a sentence. */
export class ReplacementError extends PageError {}

/**
 * Replaces removed values in all assets, then writes the new definition, as one bulk edit of the server: every other
 * value is kept, and the edit continues without this page. Returns its number, which undoes it. Throws {@link ApiError}
 * and {@link ReplacementError}.
 */
export async function replaceAndApply(
  { definition, removed, by }: Replacement,
  onStep: (step: string) => void,
): Promise<number> {
  onStep(`Replacing the values by ${by}…`);
  const changes = [{ field: definition.urn, action: 'replace', values: [...removed, by] }];
  const report = await editToEnd({ definition, changes }, ({ done, total }) => {
    if (total > 0)
      onStep(`Replacing the values by ${by}: ${done.toLocaleString('en')} of ${counted(total, 'asset')}…`);
  });
  if (report.commit === undefined) throw new ReplacementError(reasonOf(report, definition.urn));
  return report.id;
}

function reasonOf({ failures, id, isStopped }: Awaited<ReturnType<typeof editToEnd>>, urn: string): string {
  const kept = 'The property was not changed, and no value is lost.';
  if (isStopped) return `The edit was stopped. ${kept} Save again to do the rest.`;
  if (failures.some((failure) => failure.urn === urn))
    return `Other assets have a removed value by now, or assets that you may not see. ${kept}`;
  return `Some assets refused the new value: edit ${String(id)} under Your edits lists them. ${kept}`;
}
