import * as v from 'valibot';

// Members that nothing is made of are ignored. The others may be null, as some producers send them.

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

const name = v.pipe(
  v.string(),
  v.check((given) => given.trim() !== '', 'it is empty. Give the name, which becomes part of a urn'),
);

/** A time as text, in epoch ms. */
const time = v.pipe(
  v.string(),
  v.check(
    (given) => ISO_TIME.test(given) && !Number.isNaN(Date.parse(given)),
    'it is not a time. Use ISO 8601, such as 2026-01-31T12:00:00Z',
  ),
  v.transform((given) => Date.parse(given)),
);

const text = v.nullish(v.string());
const documentation = v.nullish(v.object({ description: text }));
const ownership = v.nullish(v.object({ owners: v.nullish(v.array(v.object({ name, type: text }))) }));
const tags = v.nullish(v.object({ tags: v.nullish(v.array(v.object({ key: text, value: text }))) }));

/** A column, with the columns inside it. */
export interface EventColumn {
  readonly name: string;
  readonly type?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly fields?: readonly EventColumn[] | null | undefined;
}

const column: v.GenericSchema<EventColumn> = v.object({
  name,
  type: text,
  description: text,
  fields: v.nullish(v.array(v.lazy(() => column))),
});

const sourceColumn = v.object({
  namespace: name,
  name,
  field: name,
  transformations: v.nullish(v.array(v.object({ type: text, subtype: text }))),
});

const datasetFacets = v.object({
  documentation,
  ownership,
  tags,
  schema: v.nullish(v.object({ fields: v.nullish(v.array(column)) })),
  symlinks: v.nullish(
    v.object({ identifiers: v.nullish(v.array(v.object({ namespace: name, name, type: text }))) }),
  ),
  columnLineage: v.nullish(
    v.object({
      fields: v.nullish(v.record(v.string(), v.object({ inputFields: v.nullish(v.array(sourceColumn)) }))),
    }),
  ),
  lifecycleStateChange: v.nullish(v.object({ lifecycleStateChange: text })),
  datasetType: v.nullish(v.object({ datasetType: text, subType: text })),
});

const dataset = v.object({ namespace: name, name, facets: v.nullish(datasetFacets) });

const jobFacets = v.object({
  documentation,
  ownership,
  tags,
  jobType: v.nullish(v.object({ processingType: text, integration: text, jobType: text })),
  sql: v.nullish(v.object({ query: text })),
  sourceCode: v.nullish(v.object({ sourceCode: text, language: text })),
  sourceCodeLocation: v.nullish(v.object({ url: text, repoUrl: text })),
});

const job = v.object({ namespace: name, name, facets: v.nullish(jobFacets) });

const runFacets = v.object({
  parent: v.nullish(
    v.object({
      run: v.nullish(v.object({ runId: name })),
      job: v.nullish(v.object({ namespace: name, name })),
      _producer: text,
    }),
  ),
  processing_engine: v.nullish(v.object({ name: text, version: text, openlineageAdapterVersion: text })),
  nominalTime: v.nullish(v.object({ nominalStartTime: v.nullish(time), nominalEndTime: v.nullish(time) })),
  errorMessage: v.nullish(v.object({ message: text, programmingLanguage: text, stackTrace: text })),
});

const run = v.object({ runId: name, facets: v.nullish(runFacets) });

const EVENT_TYPES = ['START', 'RUNNING', 'COMPLETE', 'ABORT', 'FAIL', 'OTHER'] as const;

const EVENT = v.pipe(
  v.object({
    eventTime: time,
    eventType: v.nullish(v.picklist(EVENT_TYPES)),
    producer: text,
    run: v.nullish(run),
    job: v.nullish(job),
    dataset: v.nullish(dataset),
    inputs: v.nullish(v.array(dataset)),
    outputs: v.nullish(v.array(dataset)),
  }),
  v.check(
    (event) => Boolean(event.job) || (Boolean(event.dataset) && !event.run),
    'the event is about nothing. Give job, with run for an event of a run, or dataset',
  ),
);

/** An event of OpenLineage: of a run (`run` and `job`), of a job, or of a dataset. Whatever is sent is parsed. */
export const LINEAGE_EVENT: v.GenericSchema<unknown, LineageEvent> = EVENT;

export type LineageEvent = v.InferOutput<typeof EVENT>;
export type EventDataset = v.InferOutput<typeof dataset>;
export type EventJob = v.InferOutput<typeof job>;
export type EventRun = v.InferOutput<typeof run>;
export type EventOwners = v.InferOutput<typeof ownership>;
export type EventTags = v.InferOutput<typeof tags>;
