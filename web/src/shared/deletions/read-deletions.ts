import { PageError } from '../../api/api-error.ts';
import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';

/** A permanent change that can still be undone. */
export interface Deletion {
  /** `values`: a breaking change of a property that cleared its values. */
  readonly kind: 'entity' | 'values';
  readonly urn: string;
  /** Epoch ms. */
  readonly time: number;
  readonly actor: string;
  /** Commit of the change. */
  readonly sequence: number;
  /** Assets that lost a value; undefined for an entity. */
  readonly assets: number | undefined;
}

/** A page of deletions, latest first. */
export interface DeletionPage {
  readonly deletions: readonly Deletion[];
  /** Cursor of the next page; undefined after the last one. */
  readonly next: string | undefined;
}

/** Permanent deletions of these entity types, or of all if empty. Throws {@link ApiError}. */
export async function readDeletions(
  types: readonly string[],
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<DeletionPage> {
  const parameters = new URLSearchParams([
    ...types.map((type) => ['entityTypes', type]),
    ...(cursor === undefined ? [] : [['cursor', cursor]]),
  ]);
  const page = await request(`/api/colophon/v1/deletions?${parameters.toString()}`, { signal });
  if (!isObject(page) || !Array.isArray(page['deletions']))
    throw new PageError('The server sent deletions in an unknown format. Reload the page.');
  return {
    deletions: page['deletions'].filter(isObject).map(deletionIn),
    next: typeof page['next'] === 'string' ? page['next'] : undefined,
  };
}

/** How long a permanent deletion can be undone, in ms; 0 if never. Throws {@link ApiError}. */
export async function readUndoWindow(signal: AbortSignal): Promise<number> {
  const page = await request('/api/colophon/v1/deletions?count=1', { signal });
  if (!isObject(page) || typeof page['undoableFor'] !== 'number')
    throw new PageError('The server sent deletions in an unknown format. Reload the page.');
  return page['undoableFor'];
}

function deletionIn({ actor, assets, kind, sequence, time, urn }: Record<string, unknown>): Deletion {
  return {
    kind: kind === 'values' ? 'values' : 'entity',
    urn: String(urn),
    time: Number(time),
    actor: String(actor),
    sequence: Number(sequence),
    assets: typeof assets === 'number' ? assets : undefined,
  };
}
