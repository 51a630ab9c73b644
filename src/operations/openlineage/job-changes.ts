import { invalidRequest } from '../../errors.ts';
import { patchIfAny, put, upsertOf } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal, PatchOperation } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import type { Steps } from '../../util/concurrency/steps.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import type { EventDataset, EventJob, LineageEvent } from './event-shape.ts';
import { columnUrn, datasetUrn, jobUrns, orchestratorOfProducer, type JobUrns } from './event-urns.ts';
import { membersSet, ownersAdded, tagsAdded, textsGiven } from './shared-facets.ts';
import { because } from '../../refusals.ts';

/** Pairs of columns that are processed between two checks of the clock. */
const PER_LOOK = 64;

/** Maximum number of datasets and pairs of columns of one event. */
export const MAX_EVENT_LINKS = 50_000;

/** Proposals for the job of an event and its flow; `actor`: the sender. Yields between steps. */
export function* jobChanges(
  event: LineageEvent & { readonly job: EventJob },
  urns: JobUrns,
  actor: Urn,
): Steps<readonly MetadataChangeProposal[]> {
  const { flow, job, flowName, orchestrator } = urns;
  const { documentation, ownership, tags, jobType, sourceCodeLocation } = event.job.facets ?? {};
  const engine = event.run?.facets?.processing_engine;
  const customProperties = textsGiven({
    processingEngine: engine?.name,
    processingEngineVersion: engine?.version,
    openlineageAdapterVersion: engine?.openlineageAdapterVersion,
  });
  const [, shortName] = /^[^.]*\.(.+)$/s.exec(event.job.name) ?? [];
  return [
    ...membersSet(flow, 'dataFlowInfo', { name: flowName, customProperties: customProperties ?? null }),
    upsertOf(flow, 'status', { removed: false }),
    ...membersSet(job, 'dataJobInfo', {
      name: shortName ?? event.job.name,
      flowUrn: flow,
      type: { string: jobType?.processingType?.trim() || orchestrator },
      created: { time: event.eventTime },
      customProperties: customProperties ?? null,
      description: documentation?.description ?? null,
      externalUrl: sourceCodeLocation?.url ?? sourceCodeLocation?.repoUrl ?? null,
    }),
    upsertOf(job, 'status', { removed: false }),
    ...ownersAdded(job, ownership),
    ...tagsAdded(job, tags),
    ...typeNames(job, jobType?.jobType),
    ...statements(job, event.job),
    ...(yield* lineage(event, job, actor)),
  ];
}

function typeNames(job: Urn, name: string | null | undefined): readonly MetadataChangeProposal[] {
  return name?.trim() ? [upsertOf(job, 'subTypes', { typeNames: [name.trim()] })] : [];
}

/** The statements that the job runs. */
function statements(job: Urn, { facets }: EventJob): readonly MetadataChangeProposal[] {
  const found = [
    [facets?.sql?.query, 'SQL'] as const,
    [facets?.sourceCode?.sourceCode, 'UNKNOWN'] as const,
  ].flatMap(([value, language]) => (value ? [{ queryStatement: { value, language } }] : []));
  return found.length === 0 ? [] : [upsertOf(job, 'dataTransformLogic', { transforms: found })];
}

/** Proposals that add edges: each event of a run may name other datasets. */
function* lineage(event: LineageEvent, job: Urn, actor: Urn): Steps<readonly MetadataChangeProposal[]> {
  const lastModified = { time: event.eventTime, actor };
  const edge = (list: string) => (destinationUrn: Urn) =>
    put([list, destinationUrn], { destinationUrn, lastModified });
  const parent = event.run?.facets?.parent;
  const parents = parent?.job ? [jobUrns(parent.job, orchestratorOfProducer(parent._producer)).job] : [];
  const inputs = event.inputs ?? [];
  const outputs = event.outputs ?? [];
  requireFewLinks([...inputs, ...outputs]);
  const operations = [
    ...new Set(inputs.map(datasetUrn)).values().map(edge('inputDatasetEdges')),
    ...new Set(outputs.map(datasetUrn)).values().map(edge('outputDatasetEdges')),
    ...parents.filter((urn) => urn !== job).map(edge('inputDatajobEdges')),
  ];
  for (const dataset of [...inputs, ...outputs]) {
    for (const operation of columnLineage(dataset)) {
      operations.push(operation);
      if (operations.length % PER_LOOK === 0 && isTurnOver()) yield;
    }
    if (isTurnOver()) yield;
  }
  return patchIfAny(job, 'dataJobInputOutput', operations);
}

/** Throws INVALID_REQUEST for an event with more than `MAX_EVENT_LINKS`: all of them are written in one commit. */
function requireFewLinks(datasets: readonly EventDataset[]): void {
  const pairs = datasets.flatMap((dataset) =>
    Object.values(columnsOf(dataset)).map(({ inputFields }) => inputFields?.length ?? 0),
  );
  const links = pairs.reduce((sum, count) => sum + count, datasets.length);
  if (links <= MAX_EVENT_LINKS) return;
  throw invalidRequest(
    `inputs and outputs have ${links} datasets and pairs of columns, more than ${MAX_EVENT_LINKS}. ` +
      'Send an event for each of several parts of the outputs: an event adds to earlier ones.',
    undefined,
    because('LIST_TOO_LONG', { size: links, most: MAX_EVENT_LINKS }),
  );
}

type EventColumns = NonNullable<NonNullable<NonNullable<EventDataset['facets']>['columnLineage']>['fields']>;

function columnsOf({ facets }: EventDataset): EventColumns {
  return facets?.columnLineage?.fields ?? {};
}

/** Patch operations that add column-level lineage: one per pair of a column and its source column. */
function* columnLineage(dataset: EventDataset): Generator<PatchOperation> {
  const urn = datasetUrn(dataset);
  for (const [path, { inputFields }] of Object.entries(columnsOf(dataset))) {
    const sources = inputFields ?? [];
    const steps = sources.flatMap(({ transformations }) =>
      (transformations ?? []).map(({ type, subtype }) => `${type ?? ''}:${subtype ?? ''}`),
    );
    const transformation = [...new Set(steps)].sort().join(',') || 'TRANSFORM';
    const to = columnUrn(urn, path);
    for (const source of sources) {
      const from = columnUrn(datasetUrn({ namespace: source.namespace, name: source.name }), source.field);
      yield put(['fineGrainedLineages', transformation, to, 'NONE', from], { confidenceScore: 1 });
    }
  }
}
