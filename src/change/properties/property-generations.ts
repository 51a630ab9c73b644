import {
  newGeneration,
  type EndReason,
  type GenerationKey,
} from '../../model/properties/property-generation.ts';
import { STRUCTURED_PROPERTY, parseDefinition } from '../../model/structured-property.ts';
import type { AspectRow, RowInternal } from '../../store/entity-rows.ts';
import type { RowWrite } from '../../store/metadata-store.ts';
import type { Step } from '../decision-step.ts';
import { generationOf, isSoftDeleted } from './property-state.ts';
import type { AspectChange } from '../rules.ts';

const { definitionAspect } = STRUCTURED_PROPERTY;

/** Row writes that end and begin generations for a written definition; empty unless it creates or breaks the property. */
export function generationsChangedBy(
  step: Step,
  { row, after }: AspectChange,
  internal: RowInternal,
): readonly RowWrite[] {
  const { generation } = internal;
  if (step.aspect.name !== definitionAspect || after === undefined || generation === undefined) return [];
  if (row !== undefined && generationOf(row) === generation) return [];
  const record = newGeneration({ propertyUrn: step.urn, generation }, parseDefinition(after));
  return [...end(step, row, 'broken'), { kind: 'beginGeneration', record }];
}

/**
 * Row writes that end the property's generation when its definition is deleted, alone or with the entity. If only the
 * definition of a soft-deleted property is deleted, also deletes `status`: it would block defining the name again.
 */
export function generationsEndedBy(step: Step): readonly RowWrite[] {
  const { aspect, context, entity, urn } = step;
  const endsGeneration = aspect.name === definitionAspect || aspect === entity.keyAspect;
  if (!endsGeneration || entity.name !== STRUCTURED_PROPERTY.entityType) return [];
  const row = context.state.row(urn, definitionAspect);
  const isLeftRemoved = row !== undefined && aspect !== entity.keyAspect && isSoftDeleted(urn, context.state);
  return [
    ...end(step, row, 'deleted'),
    ...(isLeftRemoved ? [{ kind: 'deleteAspect', urn, aspectName: 'status' } as const] : []),
  ];
}

function end(step: Step, row: AspectRow | undefined, reason: EndReason): readonly RowWrite[] {
  if (row === undefined) return [];
  const key: GenerationKey = { propertyUrn: step.urn, generation: generationOf(row) };
  return [
    { kind: 'endGeneration', ...key, ended: { sequence: step.sequence, time: step.stamp.time, reason } },
  ];
}
