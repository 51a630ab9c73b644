import type { CatalogProcesses } from '../scale/catalog-processes.ts';
import type { Call } from './acknowledged-writes.ts';
import { until } from '../support/until.ts';

/** Whether a process reports that it is ready; rejects if it does not respond. */
export async function isReady(catalog: CatalogProcesses, i: number): Promise<boolean> {
  return (await catalog.call(i, 'GET', '/health/ready')).status === 200;
}

/** Value of a metric of a process; NaN if it has no such metric. */
export async function figure(catalog: CatalogProcesses, i: number, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${catalog.token}` };
  const response = await fetch(`${catalog.url(i)}/metrics`, { headers });
  const line = (await response.text()).split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

/** Writes that are compared with what a process shows. */
interface CheckedWrites {
  check(call: Call): Promise<void>;
}

/** Waits until these processes are ready and have no index lag, then checks all writes through each of them. */
export async function expectRecovery(
  catalog: CatalogProcesses,
  writes: CheckedWrites,
  processes: readonly number[],
): Promise<void> {
  for (const i of processes) {
    await until(`process ${i} is ready`, () => isReady(catalog, i));
    await until(
      `process ${i} is up to date`,
      async () => (await figure(catalog, i, 'colophon_index_lag_commits')) === 0,
    );
  }
  for (const i of processes) {
    await writes.check(async (method, path, body) => {
      const since = await figure(catalog, i, 'colophon_sequence{of="store"}');
      return catalog.call(i, method, path, body, Number.isNaN(since) ? {} : { since });
    });
  }
}
