import * as v from 'valibot';
import { openObjectOf } from '../shapes.ts';

// Shapes of OpenLineage events. Unused members are ignored. The others may be null, as some producers send them.

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
const documentation = v.nullish(openObjectOf({ description: text }));
const ownership = v.nullish(openObjectOf({ owners: v.nullish(v.array(openObjectOf({ name, type: text }))) }));
const tags = v.nullish(openObjectOf({ tags: v.nullish(v.array(openObjectOf({ key: text, value: text }))) }));

/** A column, with the columns inside it. */
export interface EventColumn {
  readonly name: string;
  readonly type?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly fields?: readonly EventColumn[] | null | undefined;
}

const column: v.GenericSchema<EventColumn> = openObjectOf({
  name,
  type: text,
  description: text,
  fields: v.nullish(v.array(v.lazy(() => column))),
});

const sourceColumn = openObjectOf({
  namespace: name,
  name,
  field: name,
  transformations: v.nullish(v.array(openObjectOf({ type: text, subtype: text }))),
});

const datasetFacets = openObjectOf({
  documentation,
  ownership,
  tags,
  schema: v.nullish(openObjectOf({ fields: v.nullish(v.array(column)) })),
  symlinks: v.nullish(
    openObjectOf({ identifiers: v.nullish(v.array(openObjectOf({ namespace: name, name, type: text }))) }),
  ),
  columnLineage: v.nullish(
    openObjectOf({
      fields: v.nullish(
        v.record(v.string(), openObjectOf({ inputFields: v.nullish(v.array(sourceColumn)) })),
      ),
    }),
  ),
  lifecycleStateChange: v.nullish(openObjectOf({ lifecycleStateChange: text })),
  datasetType: v.nullish(openObjectOf({ datasetType: text, subType: text })),
});

const dataset = openObjectOf({ namespace: name, name, facets: v.nullish(datasetFacets) });

const jobFacets = openObjectOf({
  documentation,
  ownership,
  tags,
  jobType: v.nullish(openObjectOf({ processingType: text, integration: text, jobType: text })),
  sql: v.nullish(openObjectOf({ query: text })),
  sourceCode: v.nullish(openObjectOf({ sourceCode: text, language: text })),
  sourceCodeLocation: v.nullish(openObjectOf({ url: text, repoUrl: text })),
});

const job = openObjectOf({ namespace: name, name, facets: v.nullish(jobFacets) });

const runFacets = openObjectOf({
  parent: v.nullish(
    openObjectOf({
      run: v.nullish(openObjectOf({ runId: name })),
      job: v.nullish(openObjectOf({ namespace: name, name })),
      _producer: text,
    }),
  ),
  processing_engine: v.nullish(openObjectOf({ name: text, version: text, openlineageAdapterVersion: text })),
  nominalTime: v.nullish(
    openObjectOf({ nominalStartTime: v.nullish(time), nominalEndTime: v.nullish(time) }),
  ),
  errorMessage: v.nullish(openObjectOf({ message: text, programmingLanguage: text, stackTrace: text })),
});

const run = openObjectOf({ runId: name, facets: v.nullish(runFacets) });

const EVENT_TYPES = ['START', 'RUNNING', 'COMPLETE', 'ABORT', 'FAIL', 'OTHER'] as const;

const EVENT = v.pipe(
  openObjectOf({
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
    'the event names no job and no dataset. Give job, with run for a run event, or dataset',
  ),
);

/** An OpenLineage event: of a run (`run` and `job`), of a job, or of a dataset. Accepts any JSON as raw input. */
export const LINEAGE_EVENT: v.GenericSchema<unknown, LineageEvent> = EVENT;

export type LineageEvent = v.InferOutput<typeof EVENT>;
export type EventDataset = v.InferOutput<typeof dataset>;
export type EventJob = v.InferOutput<typeof job>;
export type EventRun = v.InferOutput<typeof run>;
export type EventOwners = v.InferOutput<typeof ownership>;
export type EventTags = v.InferOutput<typeof tags>;
