/** States in which a run has ended, by DataHub's names. */
const FINISHED = [
  'SUCCESS',
  'SUCCEEDED_WITH_WARNINGS',
  'FAILURE',
  'CANCELLED',
  'TIMEOUT',
  'ABORTED',
  'DUPLICATE',
];
/** States of a finished run that is being, or was, rolled back. */
const UNDONE = ['ROLLING_BACK', 'ROLLED_BACK', 'ROLLBACK_FAILED'];

/** Whether the run of an execution request has ended. Undefined `status`: no executor has started it. */
export function isFinished(status: string | undefined): status is string {
  return status !== undefined && [...FINISHED, ...UNDONE].includes(status);
}

/** Whether the status is one of a rollback, which follows the end of a run. */
export function isUndone(status: string | undefined): boolean {
  return status !== undefined && UNDONE.includes(status);
}
