import { RETENTION, retentionFailures } from '../../model/retention.ts';
import type { Validator } from '../rules.ts';

/** Limits of a policy of retention are above zero. */
export const retentionLimits: Validator = {
  name: 'retentionLimits',
  aspects: [RETENTION.configAspect],
  check: ({ after }) => (after === undefined ? [] : retentionFailures(after)),
};
