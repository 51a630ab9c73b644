import {
  DOCUMENT_STAGES,
  LIFECYCLE_STAGE,
  isStageFor,
  type LifecycleStages,
} from '../../model/lifecycle-stage.ts';
import { allOf, type Expression } from '../../search/expression.ts';
import { ENTITY_TYPE_FIELD, parentField } from '../../search/mapping.ts';
import { anyOf, negate, oneOf } from '../filters/combine.ts';
import type { LifecycleChoice } from '../metadata-query.ts';

const STAGE_FIELD = LIFECYCLE_STAGE.member;
const DOCUMENT = 'document';

interface SearchedEntities {
  readonly entityTypes: readonly string[];
  /** Fields that filter and query name. */
  readonly names: readonly string[];
  readonly stages: LifecycleStages;
}

/**
 * Conditions for the entities that a search finds by lifecycle. Excludes entities in hidden stages, unless the search
 * itself names the stage.
 */
export function lifecycleConditions(
  choice: LifecycleChoice,
  { entityTypes, names, stages }: SearchedEntities,
): readonly Expression[] {
  if (choice === 'any') return [];
  const namesStage = names.some((name) => parentField(name) === STAGE_FIELD);
  const hiding = stages
    .all()
    .filter((stage) => stage.hideInSearch && entityTypes.some((type) => isStageFor(stage, type)));
  const hidden = namesStage ? [] : hiding.map(({ urn }) => urn);
  return [
    negate(oneOf(STAGE_FIELD, hidden)),
    ...(choice === 'published' && entityTypes.includes(DOCUMENT) ? [negate(UNLISTED_DOCUMENT)] : []),
  ];
}

const HAS_STAGE: Expression = { kind: 'exists', field: STAGE_FIELD };

/** Documents found only by document search, or through their assets. A stage takes precedence over the state. */
const UNLISTED_DOCUMENT = allOf([
  oneOf(ENTITY_TYPE_FIELD, [DOCUMENT]),
  anyOf([
    oneOf('showInGlobalContext', ['false']),
    allOf([HAS_STAGE, negate(oneOf(STAGE_FIELD, [DOCUMENT_STAGES.published]))]),
    allOf([negate(HAS_STAGE), oneOf('state', ['UNPUBLISHED'])]),
  ]),
]);
