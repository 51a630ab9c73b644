import { isObject } from '../../../api/is-object.ts';
import { request } from '../../../api/request.ts';
import {
  definitionDifferences,
  displayDifferences,
  rulesDifferences,
  settingsDifferences,
  type Difference,
} from '../definition/differences.ts';
import type { Aspect, StoredProperty } from '../definition/stored-property.ts';

/** The aspects with a history. */
export const PARTS = [
  'propertyDefinition',
  'structuredPropertySettings',
  'structuredPropertyDisplay',
  'structuredPropertyRules',
] as const;

/** One write of a part of the definition. */
export interface HistoryEntry {
  readonly what: (typeof PARTS)[number];
  readonly version: number;
  readonly title: string;
  readonly actor: string;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly differences: readonly Difference[];
  /** Whether it is the current version. */
  readonly isLatest: boolean;
}

/** Writes of a property, newest first. */
export interface PropertyHistory {
  readonly entries: readonly HistoryEntry[];
  /** Whether there are earlier writes. */
  readonly isCut: boolean;
}

/** Maximum writes read per aspect. */
const MAX_WRITES = 20;

interface AspectVersion {
  readonly value: Aspect;
  readonly version: number;
  readonly actor: string;
  readonly time: number;
}

/** Reads the stored versions of the parts of a definition, with the changes of each. Throws {@link ApiError}. */
export async function readHistory(urn: string, signal?: AbortSignal): Promise<PropertyHistory> {
  const [definitions, settings, displays, rules] = await Promise.all([
    readVersions(urn, 'propertyDefinition', signal),
    readVersions(urn, 'structuredPropertySettings', signal),
    readVersions(urn, 'structuredPropertyDisplay', signal),
    readVersions(urn, 'structuredPropertyRules', signal),
  ]);
  const entries = [
    ...entriesOf('propertyDefinition', definitions, 'Definition', definitionDifferences),
    ...entriesOf('structuredPropertySettings', settings, 'Settings', settingsDifferences),
    ...entriesOf('structuredPropertyDisplay', displays, 'Display', displayDifferences),
    ...entriesOf('structuredPropertyRules', rules, 'Rules', rulesDifferences),
  ];
  return {
    entries: entries.sort((a, b) => b.time - a.time),
    isCut: [definitions, settings, displays, rules].some((versions) => (versions.at(-1)?.version ?? 1) > 1),
  };
}

function entriesOf(
  what: HistoryEntry['what'],
  versions: readonly AspectVersion[],
  noun: string,
  differencesOf: (before: Aspect, after: Aspect) => readonly Difference[],
): readonly HistoryEntry[] {
  return versions.flatMap(({ value, version, actor, time }, i) => {
    const before = versions[i + 1];
    const isFirst = before === undefined && version === 1;
    const differences = before === undefined ? [] : differencesOf(before.value, value);
    // A version that only has another stamp changed nothing that anyone can see.
    if (before !== undefined && differences.length === 0) return [];
    return {
      what,
      version,
      title: isFirst ? `${noun} created` : `${noun} changed`,
      actor,
      time,
      differences,
      isLatest: i === 0,
    };
  });
}

/** Reads the latest versions of an aspect, newest first; fewer if the server keeps fewer. */
async function readVersions(
  urn: string,
  aspect: string,
  signal?: AbortSignal,
): Promise<readonly AspectVersion[]> {
  const latest = await readVersion(urn, aspect, 0, signal);
  if (latest === undefined) return [];
  const numbers = Array.from(
    { length: Math.min(latest.version - 1, MAX_WRITES - 1) },
    (_, i) => latest.version - 1 - i,
  );
  const earlier = await Promise.all(numbers.map((version) => readVersion(urn, aspect, version, signal)));
  return [latest, ...earlier.filter((found) => found !== undefined)];
}

const MEMBERS = {
  propertyDefinition: 'definition',
  structuredPropertySettings: 'settings',
  structuredPropertyDisplay: 'display',
  structuredPropertyRules: 'rules',
} as const satisfies Record<HistoryEntry['what'], keyof StoredProperty>;

/** An earlier state of a property: one aspect as of a version, the rest as now. Undefined if it is not kept. */
export async function readFormer(
  now: StoredProperty,
  what: HistoryEntry['what'],
  version: number,
  signal?: AbortSignal,
): Promise<StoredProperty | undefined> {
  const found = await readVersion(now.urn, what, version, signal);
  if (found === undefined) return undefined;
  return { ...now, [MEMBERS[what]]: found.value };
}

async function readVersion(
  urn: string,
  aspect: string,
  version: number,
  signal?: AbortSignal,
): Promise<AspectVersion | undefined> {
  const headers = version === 0 ? {} : { headers: { 'If-Version-Match': String(version) } };
  const path = '/openapi/v3/entity/structuredproperty/batchGet?systemMetadata=true';
  const answer = await request(path, { body: [{ urn, [aspect]: headers }], signal });
  const entity: unknown = Array.isArray(answer) ? answer[0] : undefined;
  const found = isObject(entity) ? entity[aspect] : undefined;
  if (!isObject(found) || !isObject(found['value'])) return undefined;
  const { auditStamp: stamp, systemMetadata: system } = found;
  return {
    value: found['value'],
    version: version === 0 ? Number(isObject(system) ? (system['version'] ?? 1) : 1) : version,
    actor: isObject(stamp) ? String(stamp['actor']) : '',
    time: isObject(stamp) ? Number(stamp['time']) : 0,
  };
}
