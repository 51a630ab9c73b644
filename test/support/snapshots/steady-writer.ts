import type { TestServer } from '../start-server.ts';

/** Writes datasets sequentially until it is stopped. */
export interface SteadyWriter {
  /** Number of acknowledged writes. */
  readonly written: number;
  stop(): Promise<void>;
}

/** Name of the dataset at a position, from 0. */
const nameOf = (place: number): string => `steady_${String(place).padStart(6, '0')}`;

/** Starts writing datasets one after another; resolves once ten writes are acknowledged. */
export async function startWriting(server: Pick<TestServer, 'request'>): Promise<SteadyWriter> {
  let written = 0;
  let isStopped = false;
  const { promise: begun, resolve: hasBegun } = Promise.withResolvers<undefined>();
  const write = async (): Promise<void> => {
    while (!isStopped) {
      const urn = `urn:li:dataset:(urn:li:dataPlatform:hive,${nameOf(written)},PROD)`;
      const body = [{ urn, datasetProperties: { value: { name: nameOf(written) } } }];
      const { status, text } = await server.request('POST', '/openapi/v3/entity/dataset?async=false', body);
      if (status !== 200) throw new Error(`A write failed: ${text}`);
      if (++written === 10) hasBegun(undefined);
    }
  };
  const writing = write();
  await Promise.race([begun, writing]);
  return {
    get written() {
      return written;
    },
    stop: async () => {
      isStopped = true;
      await writing;
    },
  };
}

/** Number of datasets of a steady writer that a scroll finds. Throws if there is a gap. */
export async function steadyWrites(server: Pick<TestServer, 'request' | 'graphql'>): Promise<number> {
  const path = '/openapi/v3/entity/scroll?count=5000';
  const { json } = await server.request('POST', path, { entities: ['dataset'], aspects: [] });
  const entities: readonly { readonly urn: string }[] = json.entities;
  const names = entities.flatMap(({ urn }) => /steady_\d+/.exec(urn) ?? []).toSorted();
  const gap = names.findIndex((name, place) => name !== nameOf(place));
  if (gap >= 0) throw new Error(`${nameOf(gap)} is missing, or cannot be found, before ${names[gap] ?? ''}.`);
  return names.length;
}
