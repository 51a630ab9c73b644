import type { RemovalReport } from '../../../../model/properties/property-generation.ts';
import { listValueRemovals } from '../../../../operations/structured-properties/list-value-removals.ts';
import { answeredBy } from '../fields/bind-operation.ts';
import type {
  PropertyEndReason,
  PropertyValueRemovalState,
  Resolvers,
} from '../../schema/schema-types.generated.ts';

const REASONS: Readonly<Record<RemovalReport['reason'], PropertyEndReason>> = {
  deleted: 'DELETED',
  broken: 'BROKEN',
};

const STATES: Readonly<Record<RemovalReport['state'], PropertyValueRemovalState>> = {
  waiting: 'WAITING',
  running: 'RUNNING',
  finished: 'FINISHED',
};

/** Query for the background removals of values of deleted structured properties. */
export const VALUE_REMOVAL_QUERIES = {
  propertyValueRemovals: answeredBy(listValueRemovals, async (_root, _args, context) => {
    const removals = await context.run(listValueRemovals, {});
    return removals.map((removal) => ({
      ...removal,
      reason: REASONS[removal.reason],
      state: STATES[removal.state],
    }));
  }),
} satisfies Partial<Resolvers['Query']>;
