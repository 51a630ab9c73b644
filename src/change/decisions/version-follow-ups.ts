import { CatalogError } from '../../errors.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { entityTypeOf } from '../../model/urn.ts';
import type { Urn } from '../../model/urn.ts';
import { DEFAULT_SCHEME, VERSIONS, VERSION_SET } from '../../model/version-set.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Step } from '../decision-step.ts';
import { latestOf, setIn, setProperties, versionIn, versionProperties } from '../version-sets.ts';

/** Makes the writes that follow from a step, once that is decided. */
type FollowUps = () => readonly Step[];

/**
 * What follows from a write of versions, whatever writes them: a new latest version makes its set or becomes the latest
 * of it; another latest of a set moves `isLatest` from one asset to the other. To be called before the step is decided.
 */
export function followUpsOf(step: Step): FollowUps {
  const { aspect, context, entity, urn } = step;
  if (aspect.name === VERSIONS.ofAsset) {
    const before = versionProperties(urn, context.state);
    return () => {
      const after = versionProperties(urn, context.state);
      return after === undefined ? afterUnlinking(step, before) : afterLinking(step, after);
    };
  }
  if (entity.name !== VERSION_SET) return () => [];
  const former = latestOf(urn, context.state);
  return () => {
    const latest = latestOf(urn, context.state);
    return [
      ...(former !== undefined && former !== latest ? flagged(step, former, false) : []),
      ...(latest === undefined ? [] : flagged(step, latest, true)),
    ];
  };
}

function afterLinking(step: Step, version: JsonObject): readonly Step[] {
  const { context, urn } = step;
  const set = setIn(version);
  if (set === undefined || version['isLatest'] !== true || latestOf(set, context.state) === urn) return [];
  const { versioningScheme = DEFAULT_SCHEME } = version;
  return put(step, set, VERSIONS.ofSet, {
    ...(setProperties(set, context.state) ?? { versioningScheme }),
    latest: urn,
  });
}

/**
 * The proposed successor becomes the latest version; without one the set ends. Throws PRECONDITION when the successor has
 * left the set meanwhile.
 */
function afterUnlinking(step: Step, before: JsonObject | undefined): readonly Step[] {
  const { context, proposal, urn } = step;
  const set = setIn(before);
  if (set === undefined || proposal.changeType !== 'DELETE' || proposal.unlinks === undefined) return [];
  if (latestOf(set, context.state) !== urn) return [];
  const { successor } = proposal.unlinks;
  if (successor === undefined) {
    const keyAspect = context.registry.entities.get(VERSION_SET)?.keyAspect;
    return followUp(step, { urn: set, aspectName: keyAspect?.name ?? '', changeType: 'DELETE' });
  }
  if (versionIn(set, successor, context.state) === undefined) {
    throw new CatalogError('PRECONDITION', `The versions of ${set} have changed. Try again.`);
  }
  return put(step, set, VERSIONS.ofSet, { ...setProperties(set, context.state), latest: successor });
}

/** Sets `isLatest` of an asset that is a version of the step's set. */
function flagged(step: Step, asset: Urn, isLatest: boolean): readonly Step[] {
  const version = versionIn(step.urn, asset, step.context.state);
  if (version === undefined || version['isLatest'] === isLatest) return [];
  return put(step, asset, VERSIONS.ofAsset, { ...version, isLatest });
}

function put(step: Step, urn: Urn, aspectName: string, value: JsonObject): readonly Step[] {
  return followUp(step, { urn, aspectName, changeType: 'UPSERT', value });
}

/** The step that makes this change, by the run of the step that it follows from. */
function followUp(step: Step, change: MetadataChangeProposal): readonly Step[] {
  const { context, metadata, proposal, sequence, stamp, traceId } = step;
  const { systemMetadata } = proposal;
  const { urn, aspectName } = change;
  const entity = context.registry.entities.get(entityTypeOf(urn));
  const aspect = entity?.aspects.get(aspectName);
  if (entity === undefined || aspect === undefined) return [];
  const made = systemMetadata === undefined ? change : { ...change, systemMetadata };
  const ofBatch = { context, metadata, stamp, traceId, sequence };
  return [{ proposal: made, urn, entity, aspect, ...ofBatch, isFollowUp: true }];
}
