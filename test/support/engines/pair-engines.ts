import type { TestProject } from 'vitest/node';
import { OpenSearchNode } from './opensearch-node.ts';
import { startPostgres } from './postgres-database.ts';

/** Servers that the catalogs of a whole run are kept on. */
export interface PairEngines {
  /** Host and port of PostgreSQL. */
  readonly postgres: string;
  /** Address of OpenSearch; each catalog has an embedded index without it. */
  readonly opensearch?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Absent where catalogs are kept in their folders. */
    readonly engines?: PairEngines;
  }
}

/** Starts what the pair of the project's name is made of; what it answers ends that. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using disposal = new AsyncDisposableStack();
  const postgres = disposal.use(await startPostgres());
  let opensearch: OpenSearchNode | undefined;
  if (project.name === 'postgres-opensearch') {
    opensearch = await OpenSearchNode.start();
    disposal.adopt(opensearch, (node) => node.stop());
  }
  project.provide('engines', {
    postgres: postgres.server.address,
    ...(opensearch !== undefined && { opensearch: opensearch.url }),
  });
  const started = disposal.move();
  return () => started.disposeAsync();
}
