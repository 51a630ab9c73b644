import { LIFECYCLE_STAGE, parseStage } from '../../../../model/lifecycle-stage.ts';
import {
  listLifecycleStages,
  type LifecycleStage,
} from '../../../../operations/lifecycle/list-lifecycle-stages.ts';
import { setLifecycleStage } from '../../../../operations/lifecycle/set-lifecycle-stage.ts';
import type { Eventual } from '../../context/entity-loader.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { ofType } from '../../presenters/associations.ts';
import { auditStamp } from '../../presenters/stamps.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { after, fromAspect } from '../fields/aspect-field.ts';
import { DONE, answeredBy, ofArguments } from '../fields/bind-operation.ts';

const { entityType, infoAspect, member, statusAspect } = LIFECYCLE_STAGE;

/** Query for the lifecycle stages. */
export const LIFECYCLE_QUERIES = {
  listLifecycleStages: answeredBy(listLifecycleStages, (_root, _args, context) =>
    context.run(listLifecycleStages, {}),
  ),
} satisfies Partial<Resolvers['Query']>;

/** Mutation that moves an entity between lifecycle stages. */
export const LIFECYCLE_MUTATIONS = {
  setLifecycleStage: ofArguments(setLifecycleStage, DONE),
} satisfies Partial<Resolvers['Mutation']>;

/** Resolver of the soft-delete status and the lifecycle stage of an entity. */
export const status = fromAspect(statusAspect, (value, _references, _entity, context) => ({
  removed: value['removed'] === true,
  lifecycleLastUpdated: auditStamp(value['lifecycleLastUpdated']),
  lifecycleStage: () => stageOf(value[member], context),
}));

/** The stage with a urn; undefined if the caller cannot see it. */
function stageOf(urn: unknown, { loader, references }: GraphqlContext): Eventual<LifecycleStage | undefined> {
  const stage = ofType(entityType, references.find(urn));
  if (stage === undefined) return undefined;
  return after(loader.aspect(stage.urn, infoAspect), (info) => info && parseStage(stage.urn, info));
}
