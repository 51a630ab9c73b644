import { DATAHUB_VERSION } from '../../model/datahub-version.ts';
import { platform } from '../needs.ts';
import { defineModelled } from '../operation.ts';

/** DataHub's properties that hold for every server of this kind; scripts decide by them. */
const PROPERTIES = {
  'authentication.enabled': 'true',
  'authorization.defaultAuthorizer.enabled': 'true',
  'authorization.view.enabled': 'true',
} as const;

/** Version of DataHub that the server stands for, and those of DataHub's properties that have a meaning here. */
export const getSystemInfo = defineModelled({
  name: 'getSystemInfo',
  effect: 'read',
  summary: 'Gets the DataHub version that the server implements, and its DataHub properties.',
  needs: platform('MANAGE_SYSTEM_OPERATIONS'),
  run: (_input: object) => Promise.resolve({ version: `v${DATAHUB_VERSION}`, properties: PROPERTIES }),
});
