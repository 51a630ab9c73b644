import { RETENTION, retentionFailures } from '../../model/retention.ts';
import type { Validator } from '../rules.ts';

/** Limits of a retention policy must be above zero. */
export const retentionLimits: Validator = {
  name: 'retentionLimits',
  aspects: [RETENTION.configAspect],
  check: ({ after }) => (after === undefined ? [] : retentionFailures(after)),
};
