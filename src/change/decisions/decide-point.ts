import { Aspect } from '../../model/aspect.ts';
import { canonicalAspect } from '../../model/aspects/aspect-text.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Outcome, Step } from '../decision-step.ts';
import { checkRules } from '../validators/index.ts';

/** Members that distinguish points with the same timestamp. */
const POINT_KEY = ['eventGranularity', 'partitionSpec', 'messageId'] as const;

/** Decides a write to a timeseries aspect: adds one point without reading earlier ones. */
export function decidePoint(step: Step): Outcome {
  const { aspect, context, proposal, sequence, stamp, urn } = step;
  const value: JsonObject = 'value' in proposal ? proposal.value : {};
  const timestampMillis = value['timestampMillis'];
  if (typeof timestampMillis !== 'number')
    throw new Error(`Timeseries aspect ${aspect.name} has no timestampMillis after validation.`);
  const point = new Aspect({
    urn,
    aspectName: aspect.name,
    text: canonicalAspect(aspect, value),
    systemMetadata: step.metadata.sentWith(step.proposal),
    created: stamp,
    sequence,
  });
  const pointKey = JSON.stringify(POINT_KEY.map((member) => value[member] ?? null));
  return {
    writes: [{ kind: 'putPoint', aspect: point, timestampMillis, pointKey }],
    entries: [{ urn, aspectName: aspect.name, changeType: 'UPSERT' }],
    failures: checkRules({ ...step, row: undefined, before: undefined, after: value }, context),
    result: { urn, aspectName: aspect.name, outcome: 'written', aspect: point },
  };
}
