import { isDeepStrictEqual } from 'node:util';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { entityTypeOf } from '../../model/urn.ts';
import type { Step } from '../decision-step.ts';
import { assertionRunSummaries } from './assertion-run-summaries.ts';
import { columnsOfDeleted } from './columns-of-deleted.ts';
import { datasetAliases } from './dataset-aliases.ts';
import { redefinedProperties } from './redefined-properties.ts';
import { incidentsSummaries } from './incidents-summaries.ts';
import { productsOfAssets } from './products-of-assets.ts';
import { dbtSiblings } from './dbt-siblings.ts';
import { restoredLinks } from './restored-links.ts';
import { NOTHING_FOLLOWS, type FollowUp, type SideEffect } from './side-effect.ts';
import { versionSetsFollow } from './version-sets.ts';

/** All side effects, in execution order. */
export const SIDE_EFFECTS: readonly SideEffect[] = [
  versionSetsFollow,
  datasetAliases,
  dbtSiblings,
  incidentsSummaries,
  assertionRunSummaries,
  productsOfAssets,
  restoredLinks,
  columnsOfDeleted,
  redefinedProperties,
];

/**
 * Side effects that also follow a rollback: those that derive aspects from others instead of being part of the
 * change, and the deletion of columns, since columns of other runs would outlive their entity.
 */
export const DERIVING: readonly SideEffect[] = SIDE_EFFECTS.filter(
  (effect) => !effect.isOfRun || effect === columnsOfDeleted,
);

/**
 * The steps that follow from a step. Call it before the step is decided, and the returned function once the state
 * includes the step. Skips changes that the stored value already has.
 */
export function followUpsOf(
  step: Step,
  effects: readonly SideEffect[] = SIDE_EFFECTS,
): () => readonly Step[] {
  const prepared: { readonly effect: SideEffect; readonly follow: FollowUp }[] = [];
  for (const effect of effects) {
    if (!isFollowed(effect, step)) continue;
    const follow = effect.follow(step);
    if (follow !== NOTHING_FOLLOWS) prepared.push({ effect, follow });
  }
  if (prepared.length === 0) return NO_STEPS;
  return () =>
    prepared.flatMap(({ effect, follow }) => follow().flatMap((change) => stepOf(step, change, effect)));
}

const NO_STEPS = (): readonly Step[] => [];

function isFollowed({ aspects, entityTypes }: SideEffect, { aspect, entity, proposal }: Step): boolean {
  if (entityTypes?.includes(entity.name) === false) return false;
  if (aspects === undefined || aspects.includes(aspect.name)) return true;
  const isDeletion = proposal.changeType === 'DELETE' && aspect === entity.keyAspect;
  return isDeletion && aspects.some((name) => entity.aspects.has(name));
}

function stepOf(step: Step, change: MetadataChangeProposal, { isOfRun }: SideEffect): readonly Step[] {
  const { context, metadata, proposal, sequence, stamp, traceId } = step;
  const { systemMetadata } = proposal;
  const { urn, aspectName } = change;
  const entity = context.registry.entities.get(entityTypeOf(urn));
  const aspect = entity?.aspects.get(aspectName);
  if (entity === undefined || aspect === undefined) return [];
  const stored = context.state.row(urn, aspectName)?.aspect.value;
  if ('value' in change && isDeepStrictEqual(stored, change.value)) return [];
  const made = isOfRun && systemMetadata !== undefined ? { ...change, systemMetadata } : change;
  const ofBatch = { context, metadata, stamp, traceId, sequence };
  return [{ proposal: made, urn, entity, aspect, ...ofBatch, isFollowUp: true }];
}
