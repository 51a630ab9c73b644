import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-database.ts';

/** Starts one PostgreSQL server for all files of a suite. */
export async function setup(project: TestProject): Promise<() => PromiseLike<void>> {
  const postgres = await startPostgres();
  project.provide('postgres', postgres.server.address);
  return () => postgres[Symbol.asyncDispose]();
}
