import { object, text, texts } from '../util/json/json-members.ts';
import type { JsonObject } from '../util/json.ts';
import type { Urn } from './urn.ts';

/** Names of lifecycle stages in the metadata model. */
export const LIFECYCLE_STAGE = {
  entityType: 'lifecycleStageType',
  infoAspect: 'lifecycleStageTypeInfo',
  /** Aspect of an entity that names its stage. */
  statusAspect: 'status',
  /** Member of that aspect, and search field. */
  member: 'lifecycleStage',
  /** Member of that aspect: who moved the entity to its stage, and when. */
  stampMember: 'lifecycleLastUpdated',
  /** Means "no stage" in `allowedPreviousStages`. */
  none: 'urn:li:lifecycleStageType:__NONE__',
} as const;

/** The stages in DataHub's rules for documents. */
export const DOCUMENT_STAGES = {
  published: 'urn:li:lifecycleStageType:PUBLISHED',
  draft: 'urn:li:lifecycleStageType:DRAFT',
} as const;

/** The parsed aspect `lifecycleStageTypeInfo`: a stage that entities can be in. */
export interface LifecycleStage {
  readonly urn: Urn;
  readonly name: string;
  readonly description: string | undefined;
  /** Types of the entities that can be in it; undefined: all. */
  readonly entityTypes: readonly string[] | undefined;
  /** Whether searches leave out entities in it. */
  readonly hideInSearch: boolean;
  /** Urns of the stages from which an entity can move to it; undefined: all. */
  readonly allowedPreviousStages: readonly string[] | undefined;
}

/** The lifecycle stages of the catalog that are not soft-deleted. */
export interface LifecycleStages {
  /** In urn order. */
  all(): readonly LifecycleStage[];
}

/** Parses the aspect `lifecycleStageTypeInfo`. */
export function parseStage(urn: Urn, value: JsonObject): LifecycleStage {
  return {
    urn,
    name: text(value['name']) ?? '',
    description: text(value['description']),
    entityTypes: optionalTexts(value['entityTypes']),
    hideInSearch: object(value['settings'])?.['hideInSearch'] === true,
    allowedPreviousStages: optionalTexts(object(value['transitionPolicy'])?.['allowedPreviousStages']),
  };
}

/** Whether entities of a type can be in the stage. */
export function isStageFor({ entityTypes }: LifecycleStage, entityType: string): boolean {
  return entityTypes?.includes(entityType) !== false;
}

function optionalTexts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? texts(value) : undefined;
}
