import { suggest } from '../../operations/search/suggest.ts';
import { suggestPropertyValues } from '../../operations/structured-properties/suggest-property-values.ts';
import { exposed, type OwnRoute } from './own-route.ts';

/** Suggestions for a text: entities by name, values of a property. */
export const SUGGESTION_ROUTES: readonly OwnRoute[] = [
  exposed('GET /suggestions', suggest),
  exposed('GET /property-values', suggestPropertyValues, { mayMiss: true }),
];
