/** Steps of a system update, in the order in which they run. */
export const STEP_LABELS: Readonly<Record<string, string>> = {
  'apply-bootstrap': 'Write built-in entities',
  'apply-default-policies': 'Write default policies',
  'derive-aspects': 'Complete aspects from earlier versions',
  'clean-indices': 'Remove fields of deleted properties',
  'restore-indices': 'Rebuild the index',
  'add-checksums': 'Add checksums to rows from earlier versions',
};

const PHASES: Readonly<Record<string, string>> = {
  ...STEP_LABELS,
  'remove-property-values': 'Waiting for the removal of property values',
  'doctor, rows': 'Checking rows',
  store: 'Comparing the store with the index',
  index: 'Comparing the index with the store',
};

/** What a job does now. */
export function phaseText(phase: string): string {
  return PHASES[phase] ?? 'In progress';
}

/** Why a step of an update did not run, by the cause in the report. */
const CAUSES: Readonly<Record<string, string>> = {
  UP_TO_DATE: 'Everything is up to date.',
  ON_REQUEST: 'This runs only if you choose it.',
  NOT_FOR_THIS_ENGINE: 'This server does not need it.',
  SWITCHED_OFF: 'This is turned off by an option of the server.',
  REMOVALS_RUNNING: 'Values of deleted properties are still being removed.',
  STILL_USED: 'The fields still have values.',
  DUE: 'This is due and runs with the next update.',
};

/** Why a step did not run; '' for one that ran. */
export function stepReason(outcome: string, code: string): string {
  return outcome === 'skipped' ? (CAUSES[code] ?? 'This was not needed.') : '';
}

/** Why the values of a property are removed. */
export function removalReason(code: string): string {
  return code === 'broken' ? 'Changed so that its values became invalid' : 'Deleted';
}

const REMOVAL_STATES: Readonly<Record<string, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  finished: 'Finished',
};

export function removalState(state: string): string {
  return REMOVAL_STATES[state] ?? 'Waiting';
}

const MAPPING_STATES: Readonly<Record<string, string>> = {
  active: 'In use',
  'soft-deleted': 'Deleted, can be restored',
  deleted: 'No longer used',
};

export function mappingState(state: string): string {
  return MAPPING_STATES[state] ?? 'In use';
}
