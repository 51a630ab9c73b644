import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Fields of `DataHubPlatformResource`. */
export const PLATFORM_RESOURCE = {
  properties: () => null,
} satisfies Partial<Resolvers['DataHubPlatformResource']>;
