import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { OPEN } from '../../http/sessions/authentication.ts';
import { sendPage } from '../../http/security-headers.ts';
import { GRAPHIQL_PAGE, GRAPHIQL_SCRIPT, GRAPHIQL_STYLE } from './graphiql-page.ts';

const PATH = '/api/graphiql';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const STYLE_TYPE = 'text/css; charset=utf-8';
const DAY_SECONDS = 86_400;

/** CSP relaxation: GraphiQL's editor writes style elements and attributes. */
const RELAXATIONS = { 'style-src': "'self' 'unsafe-inline'" };

/**
 * Serves GraphiQL from the installed packages, so that it works without internet access. Needs no authentication: the
 * page itself contains no metadata.
 */
export function graphiqlRoutes(server: FastifyInstance): void {
  server.get(PATH, OPEN, (request, reply) =>
    // URLs in the page are relative to the path without a trailing slash.
    request.url.split('?', 1)[0]?.endsWith('/') === true
      ? reply.redirect('../graphiql')
      : sendPage(reply, GRAPHIQL_PAGE, RELAXATIONS),
  );
  serveText(server, 'start.js', SCRIPT_TYPE, GRAPHIQL_SCRIPT);
  serveText(server, 'page.css', STYLE_TYPE, GRAPHIQL_STYLE);
  servePackageFile(server, 'graphiql', 'graphiql.min.js', SCRIPT_TYPE);
  servePackageFile(server, 'graphiql', 'graphiql.min.css', STYLE_TYPE);
  servePackageFile(server, 'react', 'umd/react.production.min.js', SCRIPT_TYPE);
  servePackageFile(server, 'react-dom', 'umd/react-dom.production.min.js', SCRIPT_TYPE);
}

function serveText(server: FastifyInstance, name: string, type: string, text: string): void {
  server.get(`${PATH}/${name}`, OPEN, (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').type(type).send(text),
  );
}

/** Serves a file of an installed package. Reads it on the first request and caches it. */
function servePackageFile(server: FastifyInstance, packageName: string, file: string, type: string): void {
  let content: Buffer | undefined;
  server.get(`${PATH}/${file.replace(/^.*\//, '')}`, OPEN, (_request, reply) => {
    content ??= readFileSync(join(packageFolder(packageName), file));
    return reply.header('Cache-Control', `private, max-age=${DAY_SECONDS}`).type(type).send(content);
  });
}

/** Folder of the package's manifest, because React does not export its browser builds. */
function packageFolder(packageName: string): string {
  return dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`));
}
