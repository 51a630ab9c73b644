/** Default number of entities in a page. */
export const DEFAULT_COUNT = 20;
