import type { FieldResolvers } from '../build-schema.ts';
import { details, fromAspect, fromKey, fromMember } from './aspect-field.ts';

const platformDetails = fromAspect('dataPlatformInfo', (value) => value);

/** Fields of `DataPlatform`. */
export const DATA_PLATFORM: FieldResolvers = {
  name: fromKey('platformName'),
  properties: platformDetails,
  info: platformDetails,
  displayName: fromMember('dataPlatformInfo', 'displayName'),
};

/** Fields of `DataPlatformInstance`. */
export const DATA_PLATFORM_INSTANCE: FieldResolvers = {
  instanceId: fromKey('instance'),
  properties: details('dataPlatformInstanceProperties'),
};
