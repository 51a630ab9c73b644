import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { OPEN } from '../sessions/authentication.ts';
import { mediaTypeOf } from './web-files.ts';

/** Copies of files of packages, compressed with Brotli by scripts/build-web.ts. */
const FOLDER = join(import.meta.dirname, '../../../../web/dist/explorers');
const decompress = promisify(brotliDecompress);
const DAY_SECONDS = 86_400;

/**
 * Serves, below a path, a file of a package that the GraphQL or the API explorer loads, so that they work without the internet.
 * Reads it at the first request and keeps it.
 */
export function serveExplorerFile(server: FastifyInstance, path: string, name: string): void {
  let content: Buffer | undefined;
  server.get(`${path}/${name}`, OPEN, async (_request, reply) => {
    content ??= await decompress(await readFile(join(FOLDER, `${name}.br`)));
    return reply
      .header('Cache-Control', `private, max-age=${DAY_SECONDS}`)
      .type(mediaTypeOf(name))
      .send(content);
  });
}
