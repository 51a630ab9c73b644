import { restoreVersions } from '../../../../operations/undo/restore-versions.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { ofInput } from '../fields/bind-operation.ts';

/** Mutation that sets aspects back to earlier versions. */
export const RESTORE_MUTATIONS = {
  restoreVersions: ofInput(restoreVersions, { present: (restored) => restored }),
} satisfies Partial<Resolvers['Mutation']>;
