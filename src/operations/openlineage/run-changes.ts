import { patchIfAny, put, upsertOf } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import type { EventDataset, EventRun, LineageEvent } from './event-shape.ts';
import { datasetUrn, runUrn } from './event-urns.ts';
import { textsGiven } from './shared-facets.ts';

/** Proposals for the run of an event; `job`: the job that ran, `actor`: the sender. */
export function runChanges(
  event: LineageEvent & { readonly run: EventRun },
  job: Urn,
  actor: Urn,
): readonly MetadataChangeProposal[] {
  const { runId, facets } = event.run;
  const run = runUrn(runId);
  const { nominalTime, errorMessage, parent } = facets ?? {};
  const customProperties = textsGiven({
    nominalStartTime: isoText(nominalTime?.nominalStartTime),
    nominalEndTime: isoText(nominalTime?.nominalEndTime),
    errorMessage: errorMessage?.message,
    programmingLanguage: errorMessage?.programmingLanguage,
    stackTrace: errorMessage?.stackTrace,
  });
  const result = resultOf(event);
  return [
    upsertOf(run, 'dataProcessInstanceProperties', {
      name: runId,
      created: { time: nominalTime?.nominalStartTime ?? event.eventTime, actor },
      ...(customProperties !== undefined && { customProperties }),
    }),
    upsertOf(run, 'dataProcessInstanceRelationships', {
      parentTemplate: job,
      ...(parent?.run && { parentInstance: runUrn(parent.run.runId) }),
      upstreamInstances: [],
    }),
    ...datasetsAdded(run, 'dataProcessInstanceInput', 'inputs', event.inputs),
    ...datasetsAdded(run, 'dataProcessInstanceOutput', 'outputs', event.outputs),
    ...(result === undefined
      ? []
      : [upsertOf(run, 'dataProcessInstanceRunEvent', { timestampMillis: event.eventTime, ...result })]),
  ];
}

/** Proposals that add datasets: each event of a run may name others. */
function datasetsAdded(
  run: Urn,
  aspectName: string,
  list: string,
  datasets: readonly EventDataset[] | null | undefined,
): readonly MetadataChangeProposal[] {
  const urns = [...new Set((datasets ?? []).map(datasetUrn))];
  return patchIfAny(
    run,
    aspectName,
    urns.map((urn) => put([list, urn], urn)),
  );
}

/** Status and result of the run; undefined if the event has none. */
function resultOf({ eventType, run }: LineageEvent): JsonObject | undefined {
  const failed = (nativeResultType: string): JsonObject => ({
    status: 'COMPLETE',
    result: { type: 'FAILURE', nativeResultType },
  });
  const { message, stackTrace } = run?.facets?.errorMessage ?? {};
  if (message?.trim() || stackTrace?.trim()) return failed('ERROR_MESSAGE');
  switch (eventType) {
    case 'COMPLETE':
      return { status: 'COMPLETE', result: { type: 'SUCCESS', nativeResultType: eventType } };
    case 'FAIL':
    case 'ABORT':
      return failed(eventType);
    case 'START':
    case 'RUNNING':
      return { status: 'STARTED' };
    case 'OTHER':
    case null:
    case undefined:
      return undefined;
  }
}

function isoText(time: number | null | undefined): string | undefined {
  return time === undefined || time === null ? undefined : new Date(time).toISOString();
}
