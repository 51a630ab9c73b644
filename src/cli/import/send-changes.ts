import { CatalogError } from '../../errors.ts';
import type { ErrorCode } from '../../errors.ts';
import type { JsonObject } from '../../util/json.ts';
import type { CatalogClient } from '../catalog-client.ts';
import type { FileChange } from './read-change.ts';

/** A change that the server, or the reading of the file, has refused. */
export interface RefusedChange {
  readonly line: number;
  readonly about: string | undefined;
  readonly error: CatalogError;
}

/** What became of a batch. */
export interface SentBatch {
  readonly written: number;
  readonly refused: readonly RefusedChange[];
}

/** Failures that say nothing about the change that was sent. */
const OF_THE_SERVER: ReadonlySet<ErrorCode> = new Set([
  'INTERNAL',
  'TIMEOUT',
  'TOO_MANY_REQUESTS',
  'UNAUTHENTICATED',
  'UNAVAILABLE',
]);

/**
 * Writes changes of one kind, all in one commit if none is refused; otherwise one by one in their order, up to the first
 * refused one unless the others are to be written nevertheless. Throws what is the matter with the server.
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

/** Why the server refuses the changes as a whole; undefined when they are written. */
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
