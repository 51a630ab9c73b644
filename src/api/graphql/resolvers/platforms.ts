import type { FieldResolvers } from '../build-schema.ts';
import { details, fromAspect, fromKey } from './aspect-field.ts';

/** Fields of `DataPlatform`. */
export const DATA_PLATFORM: FieldResolvers = {
  name: fromKey('platformName'),
  properties: fromAspect('dataPlatformInfo', (value) => value),
};

/** Fields of `DataPlatformInstance`. */
export const DATA_PLATFORM_INSTANCE: FieldResolvers = {
  instanceId: fromKey('instance'),
  properties: details('dataPlatformInstanceProperties'),
};
