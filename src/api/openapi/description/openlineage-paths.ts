import { LINEAGE_PATH } from '../openlineage/openlineage-routes.ts';
import { flag, json, listOf, objectOf, text, whole, type Node } from './node.ts';
import { operation } from './operation.ts';

/** Tag of the paths for events of OpenLineage. */
export const OPENLINEAGE_TAG = 'OpenLineage';

const dataset = objectOf({ namespace: text, name: text, facets: { type: 'object' } }, ['namespace', 'name']);

const event = {
  ...objectOf(
    {
      eventTime: { ...text, format: 'date-time' },
      eventType: { ...text, enum: ['START', 'RUNNING', 'COMPLETE', 'ABORT', 'FAIL', 'OTHER'] },
      producer: text,
      run: objectOf({ runId: text, facets: { type: 'object' } }, ['runId']),
      job: dataset,
      dataset,
      inputs: listOf(dataset),
      outputs: listOf(dataset),
    },
    ['eventTime'],
  ),
  description: 'An event of a run (`run` and `job`), of a job, or of a dataset.',
};

/** Paths for events of OpenLineage. */
export const OPENLINEAGE_PATHS: Readonly<Record<string, Node>> = {
  [LINEAGE_PATH]: {
    post: operation({
      id: 'postLineageEvent',
      summary: 'Write the job, run, datasets and lineage of an event, all or none',
      tag: OPENLINEAGE_TAG,
      body: json(event),
      success: 201,
    }),
  },
  [`${LINEAGE_PATH}/batch`]: {
    post: operation({
      id: 'postLineageEvents',
      summary: 'Write up to 1,000 events, each on its own',
      tag: OPENLINEAGE_TAG,
      body: json(listOf(event)),
      answer: objectOf(
        {
          status: { ...text, enum: ['success', 'partial_success', 'failure'] },
          summary: objectOf({
            received: whole,
            successful: whole,
            failed: whole,
            retriable: whole,
            non_retriable: whole,
          }),
          failed_events: listOf(objectOf({ index: whole, reason: text, retriable: flag })),
        },
        ['status', 'summary', 'failed_events'],
      ),
    }),
  },
};
