import { CatalogError } from '../../errors.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import { DEFAULT_SCHEME, VERSIONS, VERSION_SET } from '../../model/version-set.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Step } from '../decision-step.ts';
import { latestOf, setIn, setProperties, versionIn, versionProperties } from '../version-sets.ts';
import { NOTHING_FOLLOWS, type FollowUp, type SideEffect } from './side-effect.ts';
import { because } from '../../refusals.ts';

/**
 * Keeps version sets up to date: a new latest version creates its set or becomes the set's latest; a change of a
 * set's latest version moves `isLatest` from one asset to the other.
 */
export const versionSetsFollow: SideEffect = {
  name: 'versionSets',
  entityTypes: undefined,
  aspects: [VERSIONS.ofAsset, VERSIONS.ofSet],
  isOfRun: true,
  follow,
};

function follow(step: Step): FollowUp {
  const { aspect, context, entity, urn } = step;
  if (aspect.name === VERSIONS.ofAsset) {
    const before = versionProperties(urn, context.state);
    return () => {
      const after = versionProperties(urn, context.state);
      return after === undefined ? afterUnlinking(step, before) : afterLinking(step, after);
    };
  }
  if (entity.name !== VERSION_SET) return NOTHING_FOLLOWS;
  const former = latestOf(urn, context.state);
  return () => {
    const latest = latestOf(urn, context.state);
    return [
      ...(former !== undefined && former !== latest ? flagged(step, former, false) : []),
      ...(latest === undefined ? [] : flagged(step, latest, true)),
    ];
  };
}

function afterLinking(step: Step, version: JsonObject): readonly MetadataChangeProposal[] {
  const { context, urn } = step;
  const set = setIn(version);
  if (set === undefined || version['isLatest'] !== true || latestOf(set, context.state) === urn) return [];
  const { versioningScheme = DEFAULT_SCHEME } = version;
  return put(set, VERSIONS.ofSet, {
    ...(setProperties(set, context.state) ?? { versioningScheme }),
    latest: urn,
  });
}

/**
 * The proposed successor becomes the latest version; without one the set ends. Throws PRECONDITION when the successor has
 * left the set meanwhile.
 */
function afterUnlinking(step: Step, before: JsonObject | undefined): readonly MetadataChangeProposal[] {
  const { context, proposal, urn } = step;
  const set = setIn(before);
  if (set === undefined || proposal.changeType !== 'DELETE' || proposal.unlinks === undefined) return [];
  if (latestOf(set, context.state) !== urn) return [];
  const { successor } = proposal.unlinks;
  if (successor === undefined) {
    const keyAspect = context.registry.entities.get(VERSION_SET)?.keyAspect;
    return [{ urn: set, aspectName: keyAspect?.name ?? '', changeType: 'DELETE' }];
  }
  if (versionIn(set, successor, context.state) === undefined) {
    throw new CatalogError(
      'PRECONDITION',
      `The versions of ${set} have changed. Try again.`,
      because('CATALOG_BUSY'),
    );
  }
  return put(set, VERSIONS.ofSet, { ...setProperties(set, context.state), latest: successor });
}

/** Sets `isLatest` of an asset that is a version of the step's set. */
function flagged(step: Step, asset: Urn, isLatest: boolean): readonly MetadataChangeProposal[] {
  const version = versionIn(step.urn, asset, step.context.state);
  if (version === undefined || version['isLatest'] === isLatest) return [];
  return put(asset, VERSIONS.ofAsset, { ...version, isLatest });
}

function put(urn: Urn, aspectName: string, value: JsonObject): readonly MetadataChangeProposal[] {
  return [{ urn, aspectName, changeType: 'UPSERT', value }];
}
