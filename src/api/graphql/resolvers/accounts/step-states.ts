import { getStepStates } from '../../../../operations/steps/get-step-states.ts';
import { updateStepStates } from '../../../../operations/steps/update-step-states.ts';
import { entries } from '../../../../util/json/json-members.ts';
import { answeredBy } from '../fields/bind-operation.ts';
import type { Resolvers, StringMapEntryInput } from '../../schema/schema-types.generated.ts';

/** Query of the caller's steps in tours. */
export const STEP_STATE_QUERIES = {
  batchGetStepStates: answeredBy(getStepStates, async (_root, { input }, context) => ({
    results: (await context.run(getStepStates, { ids: [...input.ids] })).map(({ id, properties }) => ({
      id,
      properties: entries(properties),
    })),
  })),
} satisfies Partial<Resolvers['Query']>;

/** Mutation of the caller's steps in tours. */
export const STEP_STATE_MUTATIONS = {
  batchUpdateStepStates: answeredBy(updateStepStates, async (_root, { input }, context) => {
    const states = input.states.map(({ id, properties }) => ({ id, properties: byKey(properties) }));
    await context.run(updateStepStates, { states });
    return { results: states.map(({ id }) => ({ id, succeeded: true })) };
  }),
} satisfies Partial<Resolvers['Mutation']>;

function byKey(properties: readonly (StringMapEntryInput | null)[]): Record<string, string> {
  return Object.fromEntries(
    properties.flatMap((entry) => (entry === null ? [] : [[entry.key, entry.value ?? ''] as const])),
  );
}
