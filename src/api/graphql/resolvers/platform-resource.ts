import type { FieldResolvers } from '../build-schema.ts';
import { fromAspect } from './aspect-field.ts';

/** Fields of `DataHubPlatformResource`. */
export const PLATFORM_RESOURCE: FieldResolvers = {
  info: fromAspect('platformResourceInfo', (value) => value),
  properties: () => null,
};
