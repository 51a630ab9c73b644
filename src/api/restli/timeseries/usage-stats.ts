import { invalidRequest } from '../../../errors.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import { parseUrn } from '../../../model/urn.ts';
import { asList, asObject, asText, optionalInteger } from '../../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { checkBatchSize } from '../../../util/batch-size.ts';
import { ingestProposals } from '../../../operations/entities/ingest-proposals.ts';
import { noteUnknownMembers } from '../../http/requests/unknown-members.ts';
import { action, type Resource } from '../resource.ts';
import { query, queryRange, readDuration } from './query-usage.ts';

/** Metrics with the same name in the bucket and in the aspect. */
const METRICS = ['uniqueUserCount', 'totalSqlQueries', 'topSqlQueries'] as const;

const BUCKET = ['bucket', 'duration', 'resource', 'metrics'];

/** `POST /usageStats?action=batchIngest`: writes usage in DataHub's older form, which precedes timeseries aspects. */
const batchIngest = action(ingestProposals, async ({ requester, input }) => {
  const buckets = asList(input['buckets'], 'buckets');
  checkBatchSize('buckets', buckets.length);
  await requester.run(
    ingestProposals,
    buckets.map((bucket, index) => usageProposal(bucket, `buckets[${index}]`)),
  );
  return { done: true };
});

function usageProposal(value: JsonValue, at: string): MetadataChangeProposal {
  const bucket = asObject(value, at);
  noteUnknownMembers(bucket, BUCKET, at);
  const timestampMillis = optionalInteger(bucket['bucket'], `${at}.bucket`);
  if (timestampMillis === undefined)
    throw invalidRequest(`${at}.bucket is missing. Give the time of the bucket in epoch ms.`);
  const unit = readDuration(bucket['duration'], `${at}.duration`);
  return {
    urn: parseUrn(asText(bucket['resource'], `${at}.resource`)),
    aspectName: 'datasetUsageStatistics',
    changeType: 'UPSERT',
    value: {
      timestampMillis,
      eventGranularity: { unit, multiple: 1 },
      ...metricsOf(asObject(bucket['metrics'] ?? {}, `${at}.metrics`), `${at}.metrics`),
    },
  };
}

function metricsOf(metrics: JsonObject, at: string): JsonObject {
  noteUnknownMembers(metrics, [...METRICS, 'users', 'fields'], at);
  const lists = {
    userCounts: elements(metrics['users'], `${at}.users`),
    fieldCounts: elements(metrics['fields'], `${at}.fields`).map(({ fieldName, ...count }) => ({
      ...count,
      fieldPath: fieldName,
    })),
  };
  return {
    ...Object.fromEntries(METRICS.map((name) => [name, metrics[name] ?? null])),
    ...(metrics['users'] !== undefined && { userCounts: lists.userCounts }),
    ...(metrics['fields'] !== undefined && { fieldCounts: lists.fieldCounts }),
  };
}

function elements(value: JsonValue | undefined, at: string): readonly JsonObject[] {
  return asList(value ?? [], at).map((item, index) => asObject(item, `${at}[${index}]`));
}

/** `/usageStats`: usage of datasets. */
export const USAGE_STATS: Resource = { name: 'usageStats', actions: { batchIngest, query, queryRange } };
