import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { details, fromAspect, fromKey, fromMember } from '../fields/aspect-field.ts';

const platformDetails = fromAspect('dataPlatformInfo', (value) => value);

/** Fields of `DataPlatform`. */
export const DATA_PLATFORM = {
  name: fromKey('platformName'),
  properties: platformDetails,
  info: platformDetails,
  displayName: fromMember('dataPlatformInfo', 'displayName'),
} satisfies Partial<Resolvers['DataPlatform']>;

/** Fields of `DataPlatformInstance`. */
export const DATA_PLATFORM_INSTANCE = {
  instanceId: fromKey('instance'),
  properties: details('dataPlatformInstanceProperties'),
} satisfies Partial<Resolvers['DataPlatformInstance']>;
