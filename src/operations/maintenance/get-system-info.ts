import { DATAHUB_VERSION } from '../../model/datahub-version.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { objectOf } from '../shapes.ts';

/** DataHub's settings with fixed values here; scripts read them. */
const PROPERTIES = {
  'authentication.enabled': 'true',
  'authorization.defaultAuthorizer.enabled': 'true',
  'authorization.view.enabled': 'true',
} as const;

/** Version of DataHub that the server implements, and those of DataHub's settings that apply here. */
export const getSystemInfo = defineOperation({
  name: 'getSystemInfo',
  effect: 'read',
  summary: "Gets the DataHub version that the server implements, and its settings in DataHub's form.",
  needs: platform('MANAGE_SYSTEM_OPERATIONS'),
  input: () => objectOf({}),
  run: (_input) => Promise.resolve({ version: `v${DATAHUB_VERSION}`, properties: PROPERTIES }),
});
