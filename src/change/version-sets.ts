import { isUrn, type Urn } from '../model/urn.ts';
import { VERSIONS } from '../model/version-set.ts';
import type { CurrentState } from '../store/metadata-store.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';

type Rows = Pick<CurrentState, 'row'>;

/** A version set as stored before a batch that adds versions to it. */
export interface JoinedSet {
  readonly set: Urn;
  readonly exists: boolean;
  readonly latest: Urn | undefined;
}

/** The properties of a version set; undefined when it has none. */
export function setProperties(set: Urn, state: Rows): JsonObject | undefined {
  return state.row(set, VERSIONS.ofSet)?.aspect.value;
}

/** The asset that the set names as its latest version, whether or not it is a version. */
export function latestOf(set: Urn, state: Rows): Urn | undefined {
  return urnIn(setProperties(set, state)?.['latest']);
}

/** The `versionProperties` of an asset; undefined when it has none. */
export function versionProperties(asset: Urn, state: Rows): JsonObject | undefined {
  return state.row(asset, VERSIONS.ofAsset)?.aspect.value;
}

/** The `versionProperties` of an asset that is a version of this set; undefined when it is not. */
export function versionIn(set: Urn, asset: Urn, state: Rows): JsonObject | undefined {
  const value = versionProperties(asset, state);
  return value?.['versionSet'] === set ? value : undefined;
}

/** The set that `versionProperties` name. */
export function setIn(properties: JsonObject | undefined): Urn | undefined {
  return urnIn(properties?.['versionSet']);
}

function urnIn(value: JsonValue | undefined): Urn | undefined {
  return typeof value === 'string' && isUrn(value) ? value : undefined;
}
