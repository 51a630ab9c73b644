/** What proposing a change of a definition does. */
export const NOTHING_YET = 'Nothing changes until somebody who manages properties approves it.';
