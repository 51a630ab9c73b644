/** Versions of an aspect that are kept besides the latest; DataHub's default retention. */
export const KEPT_VERSIONS = 20;
