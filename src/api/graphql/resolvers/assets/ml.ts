import type { EntityReference, EntityReferences } from '../../../../model/entity-reference.ts';
import { object, text, texts } from '../../../../util/json/json-members.ts';
import type { JsonObject } from '../../../../util/json.ts';
import { ofType } from '../../presenters/associations.ts';
import { auditStamp } from '../../presenters/stamps.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { details, fromAspect, fromKey, fromMember } from '../fields/aspect-field.ts';

/** Fields of `MLModel`. */
export const ML_MODEL = {
  properties: details('mlModelProperties', {}, (value, references) => ({
    version: object(value['version'])?.['versionTag'],
    groups: named('mlModelGroup', value['groups'], references),
    created: auditStamp(value['created']),
    lastModified: auditStamp(value['lastModified']),
    mlModelLineageInfo: lineageInfo(value),
  })),
  editableProperties: fromAspect('editableMlModelProperties', (value) => value),
  intendedUse: fromAspect('intendedUse', (value) => value),
  metrics: fromAspect('mlModelMetrics', (value) => value),
  trainingData: fromMember('mlModelTrainingData', 'trainingData'),
  evaluationData: fromMember('mlModelEvaluationData', 'evaluationData'),
  sourceCode: fromAspect('sourceCode', (value) => value),
  ethicalConsiderations: fromAspect('mlModelEthicalConsiderations', (value) => value),
  description: fromMember('mlModelProperties', 'description'),
  factorPrompts: fromAspect('mlModelFactorPrompts', (value) => value),
  quantitativeAnalyses: fromAspect('mlModelQuantitativeAnalyses', (value) => ({
    unitaryResults: boxed(value['unitaryResults']),
    intersectionalResults: boxed(value['intersectionalResults']),
  })),
  caveatsAndRecommendations: fromAspect('mlModelCaveatsAndRecommendations', (value) => value),
  cost: fromAspect('cost', (value) => ({
    costType: value['costType'],
    costValue: object(value['cost']) ?? {},
  })),
} satisfies Partial<Resolvers['MLModel']>;

/** Fields of `MLModelGroup`. */
export const ML_MODEL_GROUP = {
  properties: details('mlModelGroupProperties', {}, (value) => ({
    created: auditStamp(value['created']),
    lastModified: auditStamp(value['lastModified']),
    mlModelLineageInfo: lineageInfo(value),
  })),
  editableProperties: fromAspect('editableMlModelGroupProperties', (value) => value),
  description: fromMember('mlModelGroupProperties', 'description'),
} satisfies Partial<Resolvers['MLModelGroup']>;

const featureProperties = details('mlFeatureProperties', {}, (value, references) => ({
  sources: named('dataset', value['sources'], references),
}));

/** Fields of `MLFeature`. */
export const ML_FEATURE = {
  featureNamespace: fromKey('featureNamespace'),
  properties: featureProperties,
  featureProperties,
  editableProperties: fromAspect('editableMlFeatureProperties', (value) => value),
  description: fromMember('mlFeatureProperties', 'description'),
  dataType: fromMember('mlFeatureProperties', 'dataType'),
} satisfies Partial<Resolvers['MLFeature']>;

const featureTableProperties = details('mlFeatureTableProperties', {}, (value, references) => ({
  mlFeatures: named('mlFeature', value['mlFeatures'], references),
  mlPrimaryKeys: named('mlPrimaryKey', value['mlPrimaryKeys'], references),
}));

/** Fields of `MLFeatureTable`. */
export const ML_FEATURE_TABLE = {
  properties: featureTableProperties,
  featureTableProperties,
  editableProperties: fromAspect('editableMlFeatureTableProperties', (value) => value),
  description: fromMember('mlFeatureTableProperties', 'description'),
} satisfies Partial<Resolvers['MLFeatureTable']>;

const primaryKeyProperties = details('mlPrimaryKeyProperties', {}, (value, references) => ({
  sources: named('dataset', value['sources'], references),
}));

/** Fields of `MLPrimaryKey`. */
export const ML_PRIMARY_KEY = {
  featureNamespace: fromKey('featureNamespace'),
  properties: primaryKeyProperties,
  primaryKeyProperties,
  editableProperties: fromAspect('editableMlPrimaryKeyProperties', (value) => value),
  description: fromMember('mlPrimaryKeyProperties', 'description'),
  dataType: fromMember('mlPrimaryKeyProperties', 'dataType'),
} satisfies Partial<Resolvers['MLPrimaryKey']>;

function named(entityType: string, urns: unknown, references: EntityReferences): readonly EntityReference[] {
  return texts(urns).flatMap((urn) => ofType(entityType, references.find(urn)) ?? []);
}

function lineageInfo({ trainingJobs, downstreamJobs }: JsonObject): object {
  return { trainingJobs, downstreamJobs };
}

function boxed(value: unknown): object | undefined {
  const stringValue = text(value);
  return stringValue === undefined ? undefined : { stringValue };
}
