import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { fromAspect } from '../fields/aspect-field.ts';

/** Fields of `DataHubPlatformResource`. */
export const PLATFORM_RESOURCE = {
  info: fromAspect('platformResourceInfo', (value) => value),
  properties: () => null,
} satisfies Partial<Resolvers['DataHubPlatformResource']>;
