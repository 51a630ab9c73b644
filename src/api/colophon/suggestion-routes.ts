import { suggest } from '../../operations/search/suggest.ts';
import { exposed, type OwnRoute } from './own-route.ts';

/** Suggestions for a text, by name. */
export const SUGGESTION_ROUTES: readonly OwnRoute[] = [exposed('GET /suggestions', suggest)];
