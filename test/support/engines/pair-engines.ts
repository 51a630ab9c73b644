import type { TestProject } from 'vitest/node';
import { OpenSearchNode } from './opensearch-node.ts';
import { startPostgres } from './postgres-database.ts';

/** Servers that store the catalogs of a whole run. */
export interface PairEngines {
  /** Host and port of PostgreSQL. */
  readonly postgres: string;
  /** Address of OpenSearch; if absent, each catalog has an embedded index. */
  readonly opensearch?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Absent if catalogs are stored in their folders. */
    readonly engines?: PairEngines;
  }
}

/** Starts the engines in the project's name; returns a function that stops them. */
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
