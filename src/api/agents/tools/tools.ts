import { changes } from './changes.ts';
import { explainAccess } from './explain-access.ts';
import { getEdit } from './get-edit.ts';
import { getEntities } from './get-entities.ts';
import { getLineage } from './get-lineage.ts';
import { getMe } from './get-me.ts';
import { listProperties } from './list-properties.ts';
import { report } from './report.ts';
import { resolve } from './resolve.ts';
import { review } from './review.ts';
import { search } from './search.ts';
import { setMetadata } from './set-metadata.ts';
import { setDefinitions } from './set-definitions.ts';
import type { Tool } from './tool.ts';
import { undo } from './undo.ts';

/** All tools, in the order of `tools/list`. */
export const TOOLS: readonly Tool[] = [
  search,
  resolve,
  getEntities,
  listProperties,
  getLineage,
  changes,
  explainAccess,
  getMe,
  setMetadata,
  getEdit,
  setDefinitions,
  undo,
  report,
  review,
];
