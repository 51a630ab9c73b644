import { loadDemo } from '../../../../operations/demo/load-demo.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { ofArguments } from '../fields/bind-operation.ts';

export const DEMO_MUTATIONS = {
  loadDemo: ofArguments(loadDemo, { present: (loaded) => loaded }),
} satisfies Partial<Resolvers['Mutation']>;
