import type { ReactNode } from 'react';
import { plural } from '../../components/counted.ts';
import { entityTypeLabel } from '../../api/names/entity-type-label.ts';
import { usePrivileges } from '../../api/privileges.ts';
import { Badge } from '../../components/text/badge.tsx';
import { Stats } from '../../components/data/stats.tsx';
import { Denied, LoadProblem } from '../../components/feedback/denied.tsx';
import { Notice, Skeleton } from '../../components/feedback/notices.tsx';
import { Row, Stack, TitledPanel } from '../../components/layout/layout.tsx';
import { useMetrics, useReadiness, useStatus } from './operations-data.ts';
import { sumOf, type Sample } from './prometheus-text.ts';

/** Health of the server: readiness, index lag, catalog contents, and response times. */
export function OverviewTab(): ReactNode {
  const status = useStatus();
  const maySeeMetrics = usePrivileges()?.has('GET_PLATFORM_EVENTS', 'MANAGE_SYSTEM_OPERATIONS');
  const metrics = useMetrics({ enabled: maySeeMetrics === true });
  return (
    <Stack gap={4}>
      <Readiness version={status.data?.version} />
      <TitledPanel title="Index and store">
        {maySeeMetrics === false && <Denied what="see metrics" needs="Get Platform Events" />}
        {metrics.error !== null && <LoadProblem error={metrics.error} what="see metrics" />}
        {maySeeMetrics !== false && metrics.data === undefined && metrics.error === null && (
          <Skeleton lines={3} />
        )}
        {metrics.data && <Stats stats={indexStats(metrics.data)} />}
      </TitledPanel>
      {maySeeMetrics !== false && (metrics.data !== undefined || metrics.error === null) && (
        <TitledPanel title="Requests and process">
          {metrics.data === undefined && <Skeleton lines={3} />}
          {metrics.data && <Stats stats={processStats(metrics.data)} />}
        </TitledPanel>
      )}
      <TitledPanel title="Catalog contents">
        {status.error !== null && <LoadProblem error={status.error} what="see the status" />}
        {status.data === undefined && status.error === null && <Skeleton lines={4} />}
        {status.data?.counts.length === 0 && <p>Nothing yet. Load the demo, or set up ingestion.</p>}
        {status.data && (
          <Stats
            stats={status.data.counts.map(({ type, count }) => ({
              label: count === 1 ? entityTypeLabel(type) : plural(entityTypeLabel(type)),
              value: count.toLocaleString('en'),
            }))}
          />
        )}
      </TitledPanel>
    </Stack>
  );
}

function Readiness({ version }: { readonly version: string | undefined }): ReactNode {
  const { data, error } = useReadiness();
  if (error !== null) return <LoadProblem error={error} what="see whether the server is ready" />;
  if (data === undefined) return <Skeleton lines={1} />;
  if (!data.isReady) {
    return (
      <Notice tone="bad">
        <strong>Not ready</strong>
        {data.reasons.map((reason) => (
          <span key={reason}>{reason}</span>
        ))}
      </Notice>
    );
  }
  return (
    <Row>
      <Badge tone="good">Ready</Badge>
      <span>The store and the index respond{version === undefined ? '.' : `. Colophon ${version}.`}</span>
    </Row>
  );
}

function indexStats(samples: readonly Sample[]) {
  const lag = sumOf(samples, 'colophon_index_lag_seconds');
  return [
    { label: 'Commits in the store', value: shown(sumOf(samples, 'colophon_sequence', { of: 'store' })) },
    { label: 'Commits in the index', value: shown(sumOf(samples, 'colophon_sequence', { of: 'index' })) },
    {
      label: 'Index lag',
      value: shown(sumOf(samples, 'colophon_index_lag_commits')),
      note: lag === undefined || lag === 0 ? 'commits' : `commits, the oldest ${seconds(lag)} old`,
    },
    {
      label: 'Removals in progress',
      value: shown(
        (sumOf(samples, 'colophon_value_removals', { state: 'waiting' }) ?? 0) +
          (sumOf(samples, 'colophon_value_removals', { state: 'running' }) ?? 0),
      ),
      note: `of values; ${shown(sumOf(samples, 'colophon_value_removal_entities', { what: 'left' }))} entities left`,
    },
  ];
}

function processStats(samples: readonly Sample[]) {
  const requests = sumOf(samples, 'colophon_http_request_seconds_count') ?? 0;
  const time = sumOf(samples, 'colophon_http_request_seconds_sum') ?? 0;
  const failed = samples
    .filter(
      ({ name, labels }) =>
        name === 'colophon_http_request_seconds_count' && labels['status']?.startsWith('5') === true,
    )
    .reduce((sum, { value }) => sum + value, 0);
  const memory = sumOf(samples, 'process_resident_memory_bytes');
  const delay = sumOf(samples, 'nodejs_eventloop_lag_max_seconds');
  return [
    { label: 'Requests', value: shown(requests), note: 'since the process started' },
    { label: 'Mean duration', value: requests === 0 ? '–' : seconds(time / requests) },
    { label: 'Failed requests', value: shown(failed), note: 'with a status of 500 or more' },
    { label: 'Memory', value: memory === undefined ? '–' : `${shown(Math.round(memory / 2 ** 20))} MiB` },
    {
      label: 'Longest pause',
      value: delay === undefined ? '–' : seconds(delay),
      note: 'of the event loop, since the last reading',
    },
  ];
}

function shown(value: number | undefined): string {
  return value === undefined ? '–' : value.toLocaleString('en');
}

function seconds(value: number): string {
  return value < 1
    ? `${(value * 1_000).toLocaleString('en', { maximumFractionDigits: value < 0.01 ? 1 : 0 })} ms`
    : `${value.toLocaleString('en', { maximumFractionDigits: 1 })} s`;
}
