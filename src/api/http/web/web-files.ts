import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { CatalogError } from '../../../errors.ts';
import { accepts } from '../answers/compress.ts';

/** Encodings of built files, smallest output first, with their file name suffixes. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Media type by the end of a file name; application/octet-stream for an unknown one. */
export function mediaTypeOf(name: string): string {
  return TYPES[extname(name)] ?? 'application/octet-stream';
}

/** A built file in the encoding that a client accepts. */
export interface WebFile {
  readonly content: Buffer;
  readonly type: string;
  /** Content encoding; undefined: none. */
  readonly encoding: string | undefined;
}

/** The built web interface. Files are read on first request, then cached. */
export interface WebFiles {
  /** The page, before the server completes it. */
  readonly page: string;
  /** Names of the files below `assets/web/`. */
  readonly names: readonly string[];
  /**
   * A file below `assets/web/`; undefined if there is none. `accepted`: the header `Accept-Encoding`. Throws UNAVAILABLE for a
   * file that was removed since the start.
   */
  read(name: string, accepted: string): WebFile | undefined;
}

/** The web interface in a folder that `npm run build` filled; undefined if it has not been built. */
export function openWebFiles(folder: string): WebFiles | undefined {
  let page: string;
  try {
    page = readFileSync(join(folder, 'index.html'), 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const assets = join(folder, 'assets/web');
  const stored = new Set(readdirSync(assets));
  const kept = new Map<string, Buffer>();
  const contentOf = (file: string): Buffer => {
    const content = kept.get(file) ?? readInstalled(join(assets, file));
    kept.set(file, content);
    return content;
  };
  return {
    page,
    names: [...stored],
    read: (name, accepted) => {
      if (!stored.has(name) || ENCODINGS.some(({ ending }) => name.endsWith(ending))) return undefined;
      const encoding = ENCODINGS.find((one) => stored.has(name + one.ending) && accepts(accepted, one.name));
      return {
        content: contentOf(name + (encoding?.ending ?? '')),
        type: mediaTypeOf(name),
        encoding: encoding?.name,
      };
    },
  };
}

function readInstalled(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new CatalogError(
      'UNAVAILABLE',
      'The web interface has been replaced since the server started, by an upgrade or a build. Restart the server.',
      { cause: error },
    );
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
