import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { fromKey } from '../fields/aspect-field.ts';

/** Fields of `DataPlatform`. */
export const DATA_PLATFORM = {
  name: fromKey('platformName'),
} satisfies Partial<Resolvers['DataPlatform']>;

/** Fields of `DataPlatformInstance`. */
export const DATA_PLATFORM_INSTANCE = {
  instanceId: fromKey('instance'),
} satisfies Partial<Resolvers['DataPlatformInstance']>;
