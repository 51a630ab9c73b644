import type { Resolvers } from '../schema-types.generated.ts';
import { fromAspect } from './aspect-field.ts';

/** Fields of `DataHubPlatformResource`. */
export const PLATFORM_RESOURCE = {
  info: fromAspect('platformResourceInfo', (value) => value),
  properties: () => null,
} satisfies Partial<Resolvers['DataHubPlatformResource']>;
