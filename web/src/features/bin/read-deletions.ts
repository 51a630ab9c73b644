import { ApiError } from '../../api/api-error.ts';
import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';

/** A permanent deletion that can still be undone. */
export interface Deletion {
  readonly urn: string;
  /** Epoch ms. */
  readonly time: number;
  readonly actor: string;
}

/** Longest look back, in ms. The server drops deletions after a week unless configured otherwise. */
const LOOK_BACK = 31 * 86_400_000;

/** Maximum pages of the change feed, and events in each. */
const PAGES = 20;
const PAGE = 1_000;

/** Maximum deletions offered. */
const MOST = 50;

/** Permanent deletions whose key aspects have these names, latest first, that the person may undo. Throws {@link ApiError}. */
export async function readDeletions(
  keys: readonly string[],
  signal: AbortSignal,
): Promise<readonly Deletion[]> {
  const found = new Map<string, Deletion>();
  let since = new Date(Date.now() - LOOK_BACK).toISOString();
  for (let pages = 0; pages < PAGES; pages++) {
    const page = await readPage(since, keys, signal);
    for (const deletion of page.deletions) {
      found.delete(deletion.urn);
      found.set(deletion.urn, deletion);
    }
    if (page.isAtEnd) break;
    since = page.cursor;
  }
  const latest = [...found.values()].reverse().slice(0, MOST);
  const undoable = await Promise.all(latest.map(({ urn }) => isUndoable(urn, signal)));
  return latest.filter((_, index) => undoable[index]);
}

async function readPage(
  since: string,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<{
  readonly deletions: readonly Deletion[];
  readonly cursor: string;
  readonly isAtEnd: boolean;
}> {
  const parameters = new URLSearchParams([
    ['since', since],
    ['limit', String(PAGE)],
    ...keys.map((name) => ['aspect', name]),
  ]);
  try {
    const page = await request(`/api/colophon/v1/changes?${parameters.toString()}`, { signal });
    const events: readonly unknown[] = isObject(page) && Array.isArray(page['events']) ? page['events'] : [];
    return {
      deletions: events
        .filter(isObject)
        .flatMap(({ kind, entityUrn, time, actorUrn }) =>
          kind === 'DELETE' && typeof entityUrn === 'string' && typeof time === 'number'
            ? [{ urn: entityUrn, time, actor: String(actorUrn) }]
            : [],
        ),
      cursor: isObject(page) ? String(page['cursor']) : since,
      isAtEnd: !isObject(page) || page['isAtEnd'] !== false,
    };
  } catch (error) {
    // The log does not go back that far: it is read from its beginning.
    if (error instanceof ApiError && error.status === 410 && since !== 'oldest')
      return { deletions: [], cursor: 'oldest', isAtEnd: false };
    throw error;
  }
}

async function isUndoable(urn: string, signal: AbortSignal): Promise<boolean> {
  const plan = await request('/api/colophon/v1/undo?orNone=true', { body: { urn, dryRun: true }, signal });
  return isObject(plan) && Array.isArray(plan['restored']);
}
