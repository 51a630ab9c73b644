import { breakingReasons, versionAllowsBreaking } from '../../model/properties/definition-change.ts';
import type { Sequence } from '../../model/sequence.ts';
import { parseDefinition, type PropertyDefinition } from '../../model/structured-property.ts';
import type { RowInternal } from '../../store/entity-rows.ts';
import type { JsonObject } from '../../util/json.ts';
import { generationOf, highestVersionOf } from './property-state.ts';
import type { AspectChange } from '../rules.ts';

/**
 * Internal row data of a property definition written at `now` (epoch ms). The generation is the sequence of the
 * commit that created the definition or made an allowed breaking change; values assigned under an earlier generation
 * are dead. A change that keeps values keeps the generation, too. The highest version is kept even when a later definition has none.
 */
export function definitionInternal(
  { proposal, row, after }: Pick<AspectChange, 'proposal' | 'row'> & { readonly after: JsonObject },
  sequence: Sequence,
  now: number,
): RowInternal {
  const next = parseDefinition(after);
  const keepsValues = 'keepValues' in proposal;
  const highest = highestVersionOf(row, now);
  const version = [highest, next.version]
    .filter((text) => text !== undefined)
    .sort()
    .at(-1);
  return {
    generation:
      row === undefined || (!keepsValues && breaksOnPurpose(row.aspect.value, next, highest))
        ? sequence
        : generationOf(row),
    ...(version !== undefined && { highestVersion: version }),
  };
}

function breaksOnPurpose(before: JsonObject, next: PropertyDefinition, highest: string | undefined): boolean {
  return (
    breakingReasons(parseDefinition(before), next).length > 0 && versionAllowsBreaking(next.version, highest)
  );
}
