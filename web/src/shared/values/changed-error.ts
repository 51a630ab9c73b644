import { PageError } from '../../api/api-error.ts';

/** Thrown if what is edited has changed since it was shown. */
export class ChangedError<Value> extends PageError {
  /** The stored value. */
  readonly current: Value;

  /** `what` changed: `the description`. */
  constructor(what: string, current: Value) {
    super(`Someone else changed ${what}.`);
    this.name = 'ChangedError';
    this.current = current;
  }
}
