import { join } from 'node:path';
import { openWebFiles, type WebFiles } from '../api/http/web/web-files.ts';
import type { Config } from '../config/options.ts';

/** The built web interface: a folder of the package, and of a clone in which `npm ci` or `npm run build` made it. */
export const WEB_FOLDER = join(import.meta.dirname, '../../web/dist');

/** The web interface to serve; undefined if it is disabled or, after a call of `warn`, if it has not been built. */
export function openWebInterface(
  { web }: Pick<Config, 'web'>,
  folder: string,
  warn: (message: string) => void,
): WebFiles | undefined {
  if (!web) return undefined;
  const files = openWebFiles(folder);
  if (files === undefined)
    warn('The web interface is not served, because it has not been built: run `npm run build`.');
  return files;
}
