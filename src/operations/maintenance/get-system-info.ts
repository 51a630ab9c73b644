import { DATAHUB_VERSION } from '../../model/datahub-version.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { objectOf } from '../shapes.ts';

/** DataHub's properties that hold for every server of this kind; scripts decide by them. */
const PROPERTIES = {
  'authentication.enabled': 'true',
  'authorization.defaultAuthorizer.enabled': 'true',
  'authorization.view.enabled': 'true',
} as const;

/** Version of DataHub that the server stands for, and those of DataHub's properties that have a meaning here. */
export const getSystemInfo = defineOperation({
  name: 'getSystemInfo',
  effect: 'read',
  summary: 'Gets the DataHub version that the server implements, and its DataHub properties.',
  needs: platform('MANAGE_SYSTEM_OPERATIONS'),
  input: () => objectOf({}),
  run: (_input) => Promise.resolve({ version: `v${DATAHUB_VERSION}`, properties: PROPERTIES }),
});
