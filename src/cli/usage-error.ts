/** Error in the command line. The exit code is 2 instead of 1. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
