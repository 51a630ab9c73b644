import type { ChangeEvent } from '../../model/changes/change-event.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { objects } from '../../util/json/json-members.ts';

/** What decides whether an asset counts at a time. */
export interface AssetState {
  readonly isRemoved: boolean;
  /** Urns of the properties with a value. */
  readonly has: ReadonlySet<string>;
}

/** The values of the aspects `status` and `structuredProperties` as the state of an asset. */
export function assetState(status: JsonObject | undefined, assigned: JsonObject | undefined): AssetState {
  return { isRemoved: isRemoved(status), has: assignedProperties(assigned) };
}

/**
 * The states of one existing asset, from its current one and its changes in log order, back to the start of these.
 * A former asset with the same urn is another one.
 */
export class PastStates {
  readonly #now: AssetState;
  /** Epoch ms; undefined: it was created before the changes. */
  readonly #created: number | undefined;
  readonly #removed: Before<boolean>[] = [];
  readonly #has: Before<ReadonlySet<string>>[] = [];
  #unknown = -Infinity;

  /** `created`: epoch ms; undefined: before the changes. */
  constructor(now: AssetState, changes: readonly ChangeEvent[], created: number | undefined) {
    this.#now = now;
    this.#created = created;
    for (const change of changes) if (change.time >= (created ?? -Infinity)) this.#add(change);
  }

  /** The states before this time (epoch ms), and at it, are not known, because versions are not kept. */
  get unknownUpTo(): number {
    return this.#unknown;
  }

  /** The state before the first commit made at `time` (epoch ms) or later; undefined: the asset did not exist. */
  at(time: number): AssetState | undefined {
    if (this.#created !== undefined && this.#created >= time) return undefined;
    return {
      isRemoved: valueAt(this.#removed, time) ?? this.#now.isRemoved,
      has: valueAt(this.#has, time) ?? this.#now.has,
    };
  }

  #add({ aspectName, before, notKept, time }: ChangeEvent): void {
    const isStatus = aspectName === 'status';
    if (!isStatus && aspectName !== STRUCTURED_PROPERTY.assignmentAspect) return;
    if (notKept.includes('before')) {
      this.#unknown = Math.max(this.#unknown, time);
    } else if (isStatus) {
      this.#removed.push({ time, value: isRemoved(before?.value) });
    } else {
      this.#has.push({ time, value: assignedProperties(before?.value) });
    }
  }
}

/** A value that a change at `time` replaced. */
interface Before<Value> {
  readonly time: number;
  readonly value: Value;
}

function valueAt<Value>(replaced: readonly Before<Value>[], time: number): Value | undefined {
  return replaced.find((change) => change.time >= time)?.value;
}

function isRemoved(status: JsonObject | undefined): boolean {
  return status?.['removed'] === true;
}

function assignedProperties(assigned: JsonObject | undefined): ReadonlySet<string> {
  return new Set(
    objects(assigned?.['properties']).flatMap(({ propertyUrn, values }) =>
      typeof propertyUrn === 'string' && Array.isArray(values) && values.length > 0 ? [propertyUrn] : [],
    ),
  );
}

/** Numbers of assets with a value and of all, at a time (epoch ms). */
export interface CoveragePoint {
  readonly time: number;
  readonly present: number;
  readonly possible: number;
}

/**
 * The coverage of a property at earlier times, from that of now. `assets`: those in its reach that have changed since the first
 * time. Leaves out times whose states are not known, and those before the first asset.
 */
export function pastCoverage(
  property: Urn,
  now: CoveragePoint,
  times: readonly number[],
  assets: readonly PastStates[],
): readonly CoveragePoint[] {
  const unknown = assets.reduce((latest, { unknownUpTo }) => Math.max(latest, unknownUpTo), -Infinity);
  // `Infinity`: after all changes, so the current state.
  const [presentNow, possibleNow] = countAt(property, assets, Infinity);
  const past = times
    .filter((time) => time > unknown)
    .map((time) => {
      const [present, possible] = countAt(property, assets, time);
      return {
        time,
        // Writes during the request could make them differ by a few.
        present: Math.max(0, now.present - presentNow + present),
        possible: Math.max(0, now.possible - possibleNow + possible),
      };
    });
  const first = past.findIndex(({ possible }) => possible > 0);
  return [...(first === -1 ? [] : past.slice(first)), now];
}

/** Of these assets, those with a value and all that count. */
function countAt(property: Urn, assets: readonly PastStates[], time: number): readonly [number, number] {
  let [present, possible] = [0, 0];
  for (const asset of assets) {
    const state = asset.at(time);
    if (state === undefined || state.isRemoved) continue;
    possible++;
    if (state.has.has(property)) present++;
  }
  return [present, possible];
}
