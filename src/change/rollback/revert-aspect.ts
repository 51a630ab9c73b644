import { Aspect } from '../../model/aspect.ts';
import { canonicalAspect } from '../../model/aspects/aspect-text.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { AspectRow, FormerVersion, RowInternal } from '../../store/entity-rows.ts';
import type { RowWrite } from '../../store/metadata-store.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Step } from '../decision-step.ts';
import { mergeAssignments, splitAssignments } from '../properties/property-assignments.ts';
import { generationsChangedBy } from '../properties/property-generations.ts';
import { generationOf, highestVersionOf } from '../properties/property-state.ts';
import { asWriterLeftIt } from './run-of.ts';

/**
 * Makes a former version of an aspect the latest again, with its original run id. Ended generations stay ended:
 * assignments of properties deleted or broken since do not come back, and a definition from before a breaking change
 * begins a new generation, without the values of the old one.
 */
export function revertAspect(step: Step, current: AspectRow, former: FormerVersion): readonly RowWrite[] {
  const { urn, aspect, sequence, stamp } = step;
  const { value, internal } = contentOf(step, current, former.row);
  const systemMetadata = {
    ...asWriterLeftIt(former.row.aspect.systemMetadata),
    version: String(Number(current.aspect.systemMetadata.version ?? 0) + 1),
    aspectModified: stamp,
  };
  const text = canonicalAspect(aspect, value);
  const reverted = new Aspect({
    urn,
    aspectName: aspect.name,
    text,
    systemMetadata,
    created: stamp,
    sequence,
  });
  const change = { ...step, row: current, before: current.aspect.value, after: value };
  return [
    { kind: 'revertAspect', row: { aspect: reverted, internal }, version: former.version },
    ...generationsChangedBy(step, change, internal),
  ];
}

function contentOf(
  { aspect, context, sequence }: Step,
  current: AspectRow,
  former: AspectRow,
): { readonly value: JsonObject; readonly internal: RowInternal } {
  const { value } = former.aspect;
  if (aspect.name === STRUCTURED_PROPERTY.assignmentAspect) {
    const { visible, hidden } = splitAssignments(former, context.state);
    return mergeAssignments(visible, hidden, context.state);
  }
  if (aspect.name !== STRUCTURED_PROPERTY.definitionAspect) return { value, internal: {} };
  const isSameGeneration = generationOf(former) === generationOf(current);
  const highestVersion = highestVersionOf(current);
  return {
    value,
    internal: {
      generation: isSameGeneration ? generationOf(current) : sequence,
      ...(highestVersion !== undefined && { highestVersion }),
    },
  };
}
