import { inject } from 'vitest';
import { databasesOn, dropDatabase, startPostgres, type PostgresDatabases } from './postgres-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Host and port of the server that the files of a suite share; absent: each starts its own. */
    readonly postgres?: string;
  }
}

/**
 * The server that the suite shares, as a start takes seconds, or one of its own where there is none. The databases are dropped in the
 * end. For tests that only use databases: those that stop a server or change its settings start their own.
 */
export async function usePostgres(): Promise<PostgresDatabases> {
  const address = inject('postgres');
  if (address === undefined) return startPostgres();
  const databases = databasesOn(address);
  const created: string[] = [];
  return {
    ...databases,
    createDatabase: async () => {
      const url = await databases.createDatabase();
      created.push(url);
      return url;
    },
    [Symbol.asyncDispose]: async () => {
      for (const url of created) await dropDatabase(url);
    },
  };
}
