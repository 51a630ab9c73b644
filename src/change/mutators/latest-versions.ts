import { GENERATED_SCHEME, VERSIONS, nextSortId } from '../../model/version-set.ts';
import { text } from '../../util/json/json-members.ts';
import { latestOf, setIn, versionIn } from '../version-sets.ts';
import type { Mutator } from './mutator.ts';

/**
 * Derives `isLatest` of a version, ignoring the sent one: a version that is new in its set, or gets another sort id,
 * becomes the latest if its sort id is greater than that of the current latest. Other versions, for example
 * re-ingested ones, keep their `isLatest`. Generates a missing sort id if the scheme says so.
 */
export const latestVersions: Mutator = {
  name: 'latestVersions',
  aspects: [VERSIONS.ofAsset],
  mutate: ({ after, before, isFollowUp, urn }, { state }) => {
    const set = setIn(after);
    if (set === undefined || isFollowUp === true) return after;
    const latest = latestOf(set, state);
    const greatest = latest && text(versionIn(set, latest, state)?.['sortId']);
    const known = setIn(before) === set ? text(before?.['sortId']) : undefined;
    const isGenerated = after['sortId'] === '' && after['versioningScheme'] === GENERATED_SCHEME;
    const sortId = isGenerated ? (known ?? nextSortId(greatest)) : text(after['sortId']);
    if (sortId === undefined) return after;
    const isAhead = greatest === undefined || sortId > greatest;
    const isLatest = latest === urn || (sortId === known ? (before?.['isLatest'] ?? null) : isAhead);
    return { ...after, sortId, isLatest };
  },
};
