import { getMe } from './get-me.ts';
import { search } from './search.ts';
import type { Tool } from './tool.ts';

/** All tools, in the order of `tools/list`. */
export const TOOLS: readonly Tool[] = [search, getMe];
