import { CatalogError, type ErrorCode } from '../../errors.ts';
import type { JsonObject } from '../../util/json.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import type { FileChange } from './read-change.ts';

/** A change refused by the server, or a record that cannot be parsed. */
export interface RefusedChange {
  readonly line: number;
  readonly about: string | undefined;
  readonly error: CatalogError;
}

/** Outcome of a batch. */
export interface SentBatch {
  readonly written: number;
  readonly refused: readonly RefusedChange[];
}

/** Error codes that are not caused by the change itself. */
const OF_THE_SERVER: ReadonlySet<ErrorCode> = new Set([
  'INTERNAL',
  'TIMEOUT',
  'TOO_MANY_REQUESTS',
  'UNAUTHENTICATED',
  'UNAVAILABLE',
]);

/**
 * Writes changes of one kind in one commit. If the server refuses it, writes them one by one in order, up to the first
 * refused one or, with `keepGoing`, all of them. Throws errors that are not caused by the changes.
 */
export async function sendBatch(
  client: CatalogClient,
  batch: readonly FileChange[],
  keepGoing: boolean,
): Promise<SentBatch> {
  if (batch.length === 0) return { written: 0, refused: [] };
  if ((await refusalOf(client, batch)) === undefined) return { written: batch.length, refused: [] };
  const refused: RefusedChange[] = [];
  let written = 0;
  for (const change of batch) {
    const error = await refusalOf(client, [change]);
    if (error === undefined) written++;
    else refused.push({ line: change.line, about: change.about, error });
    if (refused.length > 0 && !keepGoing) break;
  }
  return { written, refused };
}

/** Sends the changes as one request; returns the error if the server refuses them. */
async function refusalOf(
  client: CatalogClient,
  changes: readonly FileChange[],
): Promise<CatalogError | undefined> {
  const { path, body } = requestOf(changes);
  try {
    await client.requestText('POST', path, body);
    return undefined;
  } catch (error) {
    if (error instanceof CatalogError && !OF_THE_SERVER.has(error.code)) return error;
    throw error;
  }
}

function requestOf(changes: readonly FileChange[]): { readonly path: string; readonly body: JsonObject } {
  const contents = changes.map(({ content }) => content);
  if (changes[0]?.kind === 'proposal') {
    return { path: '/aspects?action=ingestProposalBatch', body: { proposals: contents } };
  }
  return {
    path: '/entities?action=batchIngest',
    body: {
      entities: contents.map(({ value }) => ({ value })),
      systemMetadata: contents.map(({ systemMetadata }) => systemMetadata ?? null),
    },
  };
}
