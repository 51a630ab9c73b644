/** Maximum number of steps of a browse path. */
export const MOST_PATH_STEPS = 100;
/** Maximum number of browse paths of an entity. */
export const MOST_PATHS = 1_000;
