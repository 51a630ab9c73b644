import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';
import type { AspectHistory } from '../../shared/entities/aspect-versions.ts';
import { differences, type Difference } from '../../shared/differences/differences.ts';
import type { Moment } from './moments.ts';

/** Aspects that the server derives, and definitions, which the page of a property sets back. Keys are fixed, too. */
const NOT_SET_BACK: ReadonlySet<string> = new Set([
  'aliases',
  'assertionRunSummary',
  'dataProducts',
  'incidentsSummary',
  'propertyDefinition',
]);

/** An aspect and the number of its version to set it back to. */
export interface EarlierVersion {
  readonly aspectName: string;
  readonly version: number;
  /** Number of the latest version that the person sees. */
  readonly ifVersion: number;
}

/** The aspects that an entry changed and that later entries changed again, with their versions at the time of the entry. */
export function earlierVersions(
  histories: readonly AspectHistory[],
  { differences: changed, time }: Moment,
): readonly EarlierVersion[] {
  const names = new Set(changed.map(({ aspect }) => aspect));
  return histories.flatMap(({ aspect, isNumbered, versions }) => {
    if (!names.has(aspect) || !isNumbered || NOT_SET_BACK.has(aspect) || aspect.endsWith('Key')) return [];
    const version = versions.findLast((one) => one.time <= time)?.number;
    const ifVersion = versions.at(-1)?.number;
    if (version === undefined || ifVersion === undefined || version === ifVersion) return [];
    return [{ aspectName: aspect, version, ifVersion }];
  });
}

/** What setting aspects back would change, from now to then. */
export function changesBack(
  histories: readonly AspectHistory[],
  wanted: readonly EarlierVersion[],
): readonly Difference[] {
  return wanted.flatMap(({ aspectName, ifVersion, version }) => {
    const versions = histories.find(({ aspect }) => aspect === aspectName)?.versions ?? [];
    const valueOf = (number: number) => versions.find((one) => one.number === number)?.value;
    return differences(aspectName, valueOf(ifVersion), valueOf(version));
  });
}

/** Sets aspects of an entity back, or checks whether that is possible. Returns what undoes it. Throws {@link ApiError}. */
export async function setBack(
  urn: string,
  versions: readonly EarlierVersion[],
  { dryRun = false, signal }: { readonly dryRun?: boolean; readonly signal?: AbortSignal } = {},
): Promise<readonly EarlierVersion[]> {
  const answer = await request('/api/colophon/v1/restore', {
    body: { urn, versions, dryRun },
    ...(signal && { signal }),
  });
  const aspects =
    isObject(answer) && Array.isArray(answer['aspects']) ? answer['aspects'].filter(isObject) : [];
  return aspects.flatMap(({ aspectName, latest, replaced }) => {
    if (typeof aspectName !== 'string' || typeof latest !== 'number' || typeof replaced !== 'number')
      return [];
    return latest === replaced ? [] : [{ aspectName, version: replaced, ifVersion: latest }];
  });
}
