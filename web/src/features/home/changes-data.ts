import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';
import { DAY_MS } from '../../shared/search/days.ts';
import { aspectWord } from '../../shared/words/aspect-words.ts';

/** How far back changes are read, in days: first a short time, then a long one if little changed in it. */
const SHORT_DAYS = 7;
export const CHANGED_DAYS = 30;
/** Events per request, and maximum requests. The oldest changes come first. */
const PAGE = 200;
const MAX_PAGES = 4;
/** Maximum changes shown. */
const MAX_CHANGES = 8;
/** Maximum characters of urns in an address. */
const MAX_CHARACTERS = 6_000;

/** One commit's change of one entity. */
export interface AssetChange {
  readonly key: string;
  readonly urn: string;
  /** Urn of the actor. */
  readonly actor: string;
  /** Epoch ms. */
  readonly time: number;
  /** Urns of the structured properties that changed. */
  readonly properties: readonly string[];
  /** Words for the other changed parts: `owners`, `description`. */
  readonly parts: readonly string[];
  readonly kind: 'created' | 'deleted' | 'changed';
}

/** Query options for the last changes of these entities, newest first. */
export function changesQuery(urns: readonly string[]) {
  return queryOptions({
    queryKey: ['homeChanges', urns],
    meta: { shows: { urns } },
    queryFn: ({ signal }) => readChanges(urns, signal),
    enabled: urns.length > 0,
    staleTime: 10_000,
  });
}

async function readChanges(urns: readonly string[], signal: AbortSignal): Promise<readonly AssetChange[]> {
  const selected: string[] = [];
  for (let room = MAX_CHARACTERS; selected.length < urns.length;) {
    const next = urns[selected.length] ?? '';
    room -= encodeURIComponent(next).length + 5;
    if (room < 0) break;
    selected.push(next);
  }
  const recent = await changesSince(Date.now() - SHORT_DAYS * DAY_MS, selected, signal);
  return recent.length > MAX_CHANGES / 2
    ? recent
    : changesSince(Date.now() - CHANGED_DAYS * DAY_MS, selected, signal);
}

/** The last changes since a time (epoch ms), newest first. */
async function changesSince(
  start: number,
  urns: readonly string[],
  signal: AbortSignal,
): Promise<readonly AssetChange[]> {
  let since = new Date(start).toISOString();
  let found: readonly AssetChange[] = [];
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await readPage(urns, since, signal);
    // A log whose first commit is later than others, as after loading the demo, is read from its start.
    found = [...found, ...changesIn(page.events).filter(({ time }) => time >= start)];
    if (page.isAtEnd) break;
    since = page.cursor;
  }
  return merged(found).slice(-MAX_CHANGES).reverse();
}

async function readPage(
  urns: readonly string[],
  since: string,
  signal: AbortSignal,
): Promise<{ events: readonly unknown[]; cursor: string; isAtEnd: boolean }> {
  const ask = (start: string): Promise<unknown> => {
    const parameters = new URLSearchParams([
      ['since', start],
      ['limit', String(PAGE)],
      ...urns.map((urn) => ['urn', urn]),
    ]);
    return request(`/api/colophon/v1/changes?${parameters.toString()}`, { signal });
  };
  let answer: unknown;
  try {
    answer = await ask(since);
  } catch (error) {
    // The log does not go back that far.
    if (!(error instanceof ApiError) || error.status !== 410) throw error;
    answer = await ask('oldest');
  }
  const members = isObject(answer) ? answer : {};
  return {
    events: Array.isArray(members['events']) ? (members['events'] as readonly unknown[]) : [],
    cursor: typeof members['cursor'] === 'string' ? members['cursor'] : 'now',
    isAtEnd: members['isAtEnd'] !== false,
  };
}

function changesIn(events: readonly unknown[]): readonly AssetChange[] {
  return events.filter(isObject).flatMap((event) => {
    const { actorUrn, after, aspectName, before, entityUrn, kind, properties, sequence, time } = event;
    if (typeof entityUrn !== 'string' || typeof aspectName !== 'string' || typeof time !== 'number')
      return [];
    const isKey = aspectName.endsWith('Key');
    const word = aspectWord(aspectName);
    if (!isKey && word === undefined) return [];
    // An asset is usually written with its details for the first time.
    const isCreation = word === 'details' && before === null && after !== null;
    const changed = Array.isArray(properties) ? properties.filter(isObject) : [];
    return [
      {
        key: `${String(sequence)} ${entityUrn}`,
        urn: entityUrn,
        actor: typeof actorUrn === 'string' ? actorUrn : '',
        time,
        properties: changed.flatMap(({ propertyUrn }) =>
          typeof propertyUrn === 'string' ? propertyUrn : [],
        ),
        parts: isKey || word === undefined || changed.length > 0 ? [] : [word],
        kind: isKey && kind === 'DELETE' ? 'deleted' : isCreation ? 'created' : 'changed',
      } as const,
    ];
  });
}

/** One change for each commit and entity, in order of the log. */
function merged(changes: readonly AssetChange[]): readonly AssetChange[] {
  const byKey = new Map<string, AssetChange>();
  for (const change of changes) {
    const known = byKey.get(change.key);
    byKey.set(
      change.key,
      known === undefined
        ? change
        : {
            ...known,
            properties: [...new Set([...known.properties, ...change.properties])],
            parts: [...new Set([...known.parts, ...change.parts])],
            kind: change.kind === 'changed' ? known.kind : change.kind,
          },
    );
  }
  return [...byKey.values()].filter(
    ({ kind, parts, properties }) => kind !== 'changed' || parts.length + properties.length > 0,
  );
}
