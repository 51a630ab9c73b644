/** The engines that store the catalog of a suite, besides its folder. */
export interface Engines extends AsyncDisposable {
  /** Flags of `colophon serve`. */
  readonly flags: readonly string[];
}

/**
 * Starts the engines of `COLOPHON_TEST_PAIR`: `postgres-embedded` or `postgres-opensearch`. None by default: SQLite and the
 * embedded index.
 */
export async function startEngines(): Promise<Engines> {
  const pair = process.env['COLOPHON_TEST_PAIR'] ?? '';
  await using disposal = new AsyncDisposableStack();
  const flags: string[] = [];
  if (pair.startsWith('postgres')) {
    // Loaded by runs that need it.
    const { startPostgres } = await import('../support/engines/postgres-database.ts');
    const postgres = disposal.use(await startPostgres());
    flags.push('--store', await postgres.createDatabase(), '--secrets-key', 'the key of a suite of tests');
  }
  if (pair.endsWith('opensearch')) {
    const { OpenSearchNode } = await import('../support/engines/opensearch-node.ts');
    const node = disposal.adopt(await OpenSearchNode.start(), (started) => started.stop());
    flags.push('--search', node.url, '--search-immediate');
  }
  const started = disposal.move();
  return { flags, [Symbol.asyncDispose]: () => started.disposeAsync() };
}
