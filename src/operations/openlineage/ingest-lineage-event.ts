import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { inSteps, type Steps } from '../../util/concurrency/steps.ts';
import { WRITE } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import type { Urn } from '../../model/urn.ts';
import { datasetChanges } from './dataset-changes.ts';
import { LINEAGE_EVENT, type LineageEvent } from './event-shape.ts';
import { jobUrns, orchestratorOf } from './event-urns.ts';
import { jobChanges } from './job-changes.ts';
import { runChanges } from './run-changes.ts';

/**
 * Writes an OpenLineage event in one commit: its job and flow, the run, the datasets, and the lineage between them.
 * Adds to the data of earlier events.
 */
export const ingestLineageEvent = defineOperation({
  name: 'ingestLineageEvent',
  effect: 'write',
  summary: 'Writes the job, the run, the datasets and the lineage of an OpenLineage event in one commit.',
  input: () => LINEAGE_EVENT,
  needs: WRITE,
  run: async (event, work) => work.ingest(await inSteps(changesOf(event, work.actor.urn))),
});

function* changesOf(event: LineageEvent, actor: Urn): Steps<readonly MetadataChangeProposal[]> {
  const { dataset, job, run, inputs, outputs } = event;
  const datasets = job ? [...(inputs ?? []), ...(outputs ?? [])] : dataset ? [dataset] : [];
  const ofDatasets = datasets.flatMap(datasetChanges);
  if (!job) return ofDatasets;
  const urns = jobUrns(job, orchestratorOf(event));
  return [
    ...(yield* jobChanges({ ...event, job }, urns, actor)),
    ...(run ? runChanges({ ...event, run }, urns.job, actor) : []),
    ...ofDatasets,
  ];
}
