import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';
import { entityTypeOf } from '../../urls/urn.ts';

/** Members of a stored aspect or of a part of it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A version of an aspect, with its actor and time. */
export interface AspectVersion {
  /** From 1; higher is later. */
  readonly number: number;
  readonly value: JsonObject;
  /** Epoch ms. */
  readonly time: number;
  /** Urn of the actor; undefined if the server does not return it. */
  readonly actor: string | undefined;
}

/** The known versions of an aspect, oldest first, at least one. */
export interface AspectHistory {
  readonly aspect: string;
  readonly versions: readonly AspectVersion[];
  /** Whether the server finds versions by these numbers; false for values of which the person sees only a part. */
  readonly isNumbered: boolean;
  /** Whether the first version is included. If not, it is unknown what the oldest one changed. */
  readonly isWhole: boolean;
}

/** Maximum earlier versions requested per aspect. The server keeps 20 by default. */
const MAX_VERSIONS = 50;

const PROPERTIES = 'structuredProperties';

/** Reads the stored versions of all aspects of an entity of any type. Throws {@link ApiError}. */
export async function readHistories(urn: string, signal?: AbortSignal): Promise<readonly AspectHistory[]> {
  const path = `/openapi/v3/entity/generic/${encodeURIComponent(urn)}?systemMetadata=true`;
  const present = versionsIn(await request(path, { signal }));
  const [former, properties] = await Promise.all([
    readFormer(urn, present, signal),
    // People who may not read all properties get no actor and time with the aspect, but a timeline of the readable ones.
    present.get(PROPERTIES)?.time === undefined ? readPropertyTimeline(urn, signal) : undefined,
  ]);
  const histories = [...present].flatMap(([aspect, latest]) => {
    const known = [...former.flatMap((versions) => versions.get(aspect) ?? []), latest].filter(isStamped);
    const byNumber = new Map(known.map((version) => [version.number, version]));
    const versions = [...byNumber.values()].sort((a, b) => a.number - b.number);
    return versions.length === 0
      ? []
      : [{ aspect, versions, isNumbered: true, isWhole: versions[0]?.number === 1 }];
  });
  return properties === undefined ? histories : [...histories, properties];
}

type MaybeStamped = Omit<AspectVersion, 'time'> & { readonly time: number | undefined };

function isStamped(version: MaybeStamped): version is AspectVersion {
  return version.time !== undefined;
}

/** Reads all earlier versions in one request: its n-th entry asks for the version n before the latest of each aspect. */
async function readFormer(
  urn: string,
  present: ReadonlyMap<string, MaybeStamped>,
  signal: AbortSignal | undefined,
): Promise<readonly ReadonlyMap<string, MaybeStamped>[]> {
  const latest = [...present].filter(([, version]) => isStamped(version));
  const depth = Math.min(MAX_VERSIONS, Math.max(0, ...latest.map(([, { number }]) => number - 1)));
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

/** The aspects of an entity in the REST API's format. */
function versionsIn(entity: unknown): ReadonlyMap<string, MaybeStamped> {
  const versions = new Map<string, MaybeStamped>();
  for (const [aspect, member] of Object.entries(isObject(entity) ? entity : {})) {
    if (!isObject(member) || !isObject(member['value'])) continue;
    const metadata = isObject(member['systemMetadata']) ? member['systemMetadata'] : {};
    const { time, actor } = isObject(member['auditStamp']) ? member['auditStamp'] : {};
    versions.set(aspect, {
      // Aspects written only with their entity have no version number.
      number: Number(metadata['version'] ?? 1),
      value: member['value'],
      time: typeof time === 'number' && time > 0 ? time : undefined,
      actor: typeof actor === 'string' ? actor : undefined,
    });
  }
  return versions;
}

/** Versions of property values from the timeline API; undefined if it returns none. */
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
  return versions.length === 0
    ? undefined
    : { aspect: PROPERTIES, versions, isNumbered: false, isWhole: true };
}
