import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';
import { entityTypeOf } from '../../urls/urn.ts';

/** Members of a stored aspect or of a part of it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A version of an aspect, with who wrote it when. */
export interface AspectVersion {
  /** From 1; higher is later. */
  readonly number: number;
  readonly value: JsonObject;
  /** Epoch ms. */
  readonly time: number;
  /** Urn of who wrote it; undefined if the server does not say. */
  readonly actor: string | undefined;
}

/** The known versions of an aspect, oldest first, at least one. */
export interface AspectHistory {
  readonly aspect: string;
  readonly versions: readonly AspectVersion[];
  /** Whether the first version is among them. If not, what the oldest one changed is unknown. */
  readonly isWhole: boolean;
}

/** Versions of each aspect that are asked for, before the present one. The server keeps 20 by default. */
const MOST_VERSIONS = 50;

const PROPERTIES = 'structuredProperties';

/** Reads the kept versions of all aspects of an entity, of any type. Throws {@link ApiError}. */
export async function readHistories(urn: string, signal?: AbortSignal): Promise<readonly AspectHistory[]> {
  const path = `/openapi/v3/entity/generic/${encodeURIComponent(urn)}?systemMetadata=true`;
  const present = versionsIn(await request(path, { signal }));
  const [former, properties] = await Promise.all([
    readFormer(urn, present, signal),
    // Who may not read all properties gets no writer and time with the aspect, but the timeline of what may be read.
    present.get(PROPERTIES)?.time === undefined ? readPropertyTimeline(urn, signal) : undefined,
  ]);
  const histories = [...present].flatMap(([aspect, latest]) => {
    const known = [...former.flatMap((versions) => versions.get(aspect) ?? []), latest].filter(isStamped);
    const byNumber = new Map(known.map((version) => [version.number, version]));
    const versions = [...byNumber.values()].sort((a, b) => a.number - b.number);
    return versions.length === 0 ? [] : [{ aspect, versions, isWhole: versions[0]?.number === 1 }];
  });
  return properties === undefined ? histories : [...histories, properties];
}

type MaybeStamped = Omit<AspectVersion, 'time'> & { readonly time: number | undefined };

function isStamped(version: MaybeStamped): version is AspectVersion {
  return version.time !== undefined;
}

/** One request for all former versions: its n-th entry asks for the version n before the present one of each aspect. */
async function readFormer(
  urn: string,
  present: ReadonlyMap<string, MaybeStamped>,
  signal: AbortSignal | undefined,
): Promise<readonly ReadonlyMap<string, MaybeStamped>[]> {
  const latest = [...present].filter(([, version]) => isStamped(version));
  const depth = Math.min(MOST_VERSIONS, Math.max(0, ...latest.map(([, { number }]) => number - 1)));
  const wanted = Array.from({ length: depth }, (_, index) => ({
    urn,
    ...Object.fromEntries(
      latest.flatMap(([aspect, { number }]) => {
        const version = number - index - 1;
        return version < 1 ? [] : [[aspect, { headers: { 'If-Version-Match': String(version) } }]];
      }),
    ),
  }));
  if (wanted.length === 0) return [];
  const type = entityTypeOf(urn);
  const body = { [type]: wanted };
  const answer = await request('/openapi/v3/entity/generic/batchGet?systemMetadata=true', { body, signal });
  const list = isObject(answer) ? answer[type] : undefined;
  return Array.isArray(list) ? list.map(versionsIn) : [];
}

/** The aspects in an entity of the REST API. */
function versionsIn(entity: unknown): ReadonlyMap<string, MaybeStamped> {
  const versions = new Map<string, MaybeStamped>();
  for (const [aspect, member] of Object.entries(isObject(entity) ? entity : {})) {
    if (!isObject(member) || !isObject(member['value'])) continue;
    const metadata = isObject(member['systemMetadata']) ? member['systemMetadata'] : {};
    const { time, actor } = isObject(member['auditStamp']) ? member['auditStamp'] : {};
    versions.set(aspect, {
      // Aspects that were written only with their entity carry no number.
      number: Number(metadata['version'] ?? 1),
      value: member['value'],
      time: typeof time === 'number' && time > 0 ? time : undefined,
      actor: typeof actor === 'string' ? actor : undefined,
    });
  }
  return versions;
}

/** The values of properties over time, as the timeline tells them; undefined if it tells nothing. */
async function readPropertyTimeline(
  urn: string,
  signal: AbortSignal | undefined,
): Promise<AspectHistory | undefined> {
  const query = 'categories=STRUCTURED_PROPERTY&raw=true&startTime=0';
  const answer = await request(`/openapi/v2/timeline/v1/${encodeURIComponent(urn)}?${query}`, { signal });
  const transactions = Array.isArray(answer) ? answer.filter(isObject) : [];
  const versions = transactions.flatMap(({ timestamp, actor, rawDiff }, index) => {
    const diffs = Array.isArray(rawDiff) ? rawDiff.filter(isObject) : [];
    const value = diffs.find(({ path }) => path === `/${PROPERTIES}`)?.['value'];
    if (!isObject(value) || typeof timestamp !== 'number') return [];
    return [
      { number: index + 1, value, time: timestamp, actor: typeof actor === 'string' ? actor : undefined },
    ];
  });
  return versions.length === 0 ? undefined : { aspect: PROPERTIES, versions, isWhole: true };
}
