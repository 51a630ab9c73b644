import { useQuery } from '@tanstack/react-query';
import { ApiError, problemsIn } from '../../api/api-error.ts';
import { isObject } from '../../api/is-object.ts';
import { request, requestText } from '../../api/request.ts';
import { useChange } from '../../api/use-change.ts';
import { parsePrometheusText } from './prometheus-text.ts';

const ROOT = '/api/colophon/v1';

/** Polling interval of live numbers, in ms. */
const REFRESH_MS = 5_000;

/** Polling interval of a running job's report, in ms. */
const FOLLOW_MS = 500;

/** The version of the server, and the number of visible assets by type. */
export const useStatus = () =>
  useQuery({
    queryKey: ['status'],
    queryFn: async ({ signal }) => {
      const answer = members(await request(`${ROOT}/status`, { signal }));
      const counts = Object.entries(members(answer['entities'])).flatMap(([type, count]) =>
        typeof count === 'number' ? [{ type, count }] : [],
      );
      return { version: text(answer['version']), counts };
    },
  });

/** Whether the server is ready for searches and writes; if not, why, in sentences of the page. */
export const useReadiness = () =>
  useQuery({
    queryKey: ['readiness'],
    queryFn: async ({ signal }) => {
      try {
        await request('/health/ready', { signal });
        return { isReady: true, reasons: [] };
      } catch (error) {
        if (error instanceof ApiError && error.status === 503)
          return { isReady: false, reasons: problemsIn(error).map((problem) => problem.message) };
        throw error;
      }
    },
    refetchInterval: REFRESH_MS,
  });

/** The samples of all metrics; asked for only by those who may read them. */
export const useMetrics = ({ enabled }: { readonly enabled: boolean }) =>
  useQuery({
    enabled,
    queryKey: ['metrics'],
    queryFn: async ({ signal }) =>
      parsePrometheusText(await requestText('/metrics', { signal, headers: { Accept: 'text/plain' } })),
    refetchInterval: REFRESH_MS,
  });

/** Removal of the values of a deleted or incompatibly changed property. Times are epoch ms. */
export interface ValueRemoval {
  readonly propertyUrn: string;
  readonly generation: number;
  readonly reason: string;
  readonly state: string;
  readonly found: number;
  readonly patched: number;
  readonly rate: number;
  readonly endedAt: number;
  readonly estimatedEndAt: number | undefined;
}

/** The removals of values, newest first; polled faster while one is running. */
export const useValueRemovals = () =>
  useQuery({
    queryKey: ['valueRemovals'],
    queryFn: async ({ signal }): Promise<readonly ValueRemoval[]> =>
      objects(members(await request(`${ROOT}/jobs`, { signal }))['jobs']).map((job) => ({
        propertyUrn: text(job['propertyUrn']),
        generation: number(job['generation']) ?? 0,
        reason: text(job['reason']),
        state: text(job['state']),
        found: number(job['found']) ?? 0,
        patched: number(job['patched']) ?? 0,
        rate: number(job['rate']) ?? 0,
        endedAt: number(job['endedAt']) ?? 0,
        estimatedEndAt: number(job['estimatedEndAt']),
      })),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state !== 'finished') === true ? FOLLOW_MS : REFRESH_MS,
  });

/** Catalog-wide job that an operator starts. */
export type JobKind = 'doctor' | 'system-update';

/** Report of a catalog-wide job. Times are epoch ms. */
export interface JobReport {
  readonly id: number;
  readonly state: 'waiting' | 'running' | 'succeeded' | 'failed';
  readonly phase: string;
  readonly done: number;
  readonly total: number;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  /** Error message; '' unless the job failed. */
  readonly error: string;
  readonly result: Readonly<Record<string, unknown>>;
}

/** Report of the latest job of a kind; null if there is none. Polled until the job has ended. */
export const useLatestJob = (kind: JobKind) =>
  useQuery({
    queryKey: ['job', kind],
    queryFn: async ({ signal }) => {
      const report = members(await request(`${ROOT}/${kind}?orNone=true`, { signal }));
      return 'id' in report ? reportOf(report) : null;
    },
    refetchInterval: ({ state: { data } }) => (isInProgress(data) ? FOLLOW_MS : false),
  });

/** Whether a job has not ended yet. */
export function isInProgress(report: JobReport | null | undefined): boolean {
  return report?.state === 'waiting' || report?.state === 'running';
}

/** Starts a job, which becomes the latest of its kind. */
export const useStartJob = (kind: JobKind) =>
  useChange(['job', 'indexMappings'], (body: Readonly<Record<string, unknown>>) =>
    request(`${ROOT}/${kind}`, { body }),
  );

/** Requests that a job stop; it stops asynchronously. */
export const useStopJob = (kind: JobKind) =>
  useChange(['job'], (id: number) => request(`${ROOT}/${kind}/${id}/stop`, { method: 'POST' }));

/** An index field for values of a structured property. */
export interface IndexMapping {
  readonly field: string;
  readonly propertyUrn: string;
  readonly entityType: string;
  readonly state: string;
  readonly values: number;
}

/** The index fields of structured properties. */
export const useIndexMappings = () =>
  useQuery({
    queryKey: ['indexMappings'],
    queryFn: async ({ signal }): Promise<readonly IndexMapping[]> =>
      objects(members(await request(`${ROOT}/system-update/mappings`, { signal }))['mappings']).map(
        (mapping) => ({
          field: text(mapping['field']),
          propertyUrn: text(mapping['propertyUrn']),
          entityType: text(mapping['entityType']),
          state: text(mapping['state']),
          values: number(mapping['values']) ?? 0,
        }),
      ),
  });

function reportOf(report: Readonly<Record<string, unknown>>): JobReport {
  const state = report['state'];
  return {
    id: number(report['id']) ?? 0,
    state: state === 'waiting' || state === 'running' || state === 'succeeded' ? state : 'failed',
    phase: text(report['phase']),
    done: number(report['done']) ?? 0,
    total: number(report['total']) ?? 0,
    startedAt: number(report['startedAt']),
    finishedAt: number(report['finishedAt']),
    error: text(report['error']),
    result: members(report['result']),
  };
}

/** Members of an object; empty for anything else. */
export function members(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** The objects in a list; empty for anything else. */
export function objects(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A string; '' for anything else. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A number; undefined for anything else. */
export function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The strings in a list; empty for anything else. */
export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
