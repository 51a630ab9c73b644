import type { JsonObject } from '../../../util/json.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { ofType } from '../presenters/associations.ts';
import { auditStamp } from '../presenters/stamps.ts';
import { details, fromAspect, fromKey, fromMember, nameFrom } from './aspect-field.ts';
import { runsOf } from './operations.ts';

const flowInUrn = fromKey('flow');
const flowDetails = details('dataFlowInfo', {}, times);
const jobDetails = details('dataJobInfo', {}, times);

/** Fields of `DataFlow`. */
export const DATA_FLOW: FieldResolvers = {
  orchestrator: fromKey('orchestrator'),
  flowId: fromKey('flowId'),
  cluster: fromKey('cluster'),
  properties: flowDetails,
  info: flowDetails,
  editableProperties: fromAspect('editableDataFlowProperties', (value) => value),
};

/** Fields of `DataJob`. */
export const DATA_JOB: FieldResolvers = {
  jobId: fromKey('jobId'),
  runs: runsOf,
  dataFlow: (entity: EntityReference, args: unknown, context: GraphqlContext) =>
    ofType('dataFlow', context.references.find(flowInUrn(entity, args, context))),
  properties: jobDetails,
  info: jobDetails,
  editableProperties: fromAspect('editableDataJobProperties', (value) => value),
};

/** Fields of `DataProcessInstance`. */
export const DATA_PROCESS_INSTANCE: FieldResolvers = {
  name: nameFrom('dataProcessInstanceProperties'),
  properties: details('dataProcessInstanceProperties', {}, times),
  created: fromAspect('dataProcessInstanceProperties', (value) => auditStamp(value['created'])),
  externalUrl: fromMember('dataProcessInstanceProperties', 'externalUrl'),
};

function times(value: JsonObject): object {
  return { created: auditStamp(value['created']), lastModified: auditStamp(value['lastModified']) };
}
