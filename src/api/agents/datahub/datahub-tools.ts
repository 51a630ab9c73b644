import type { Tool } from '../tools/tool.ts';
import { READERS } from './readers.ts';
import { WRITERS } from './writers.ts';

/** Tools with DataHub's names, in the order of `tools/list`. */
export const DATAHUB_TOOLS: readonly Tool[] = [...READERS, ...WRITERS];
