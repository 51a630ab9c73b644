import type { FastifyInstance } from 'fastify';
import { OPEN } from '../../http/sessions/authentication.ts';
import { serveExplorerFile } from '../../http/web/explorer-files.ts';
import { sendPage } from '../../http/security-headers.ts';
import { GRAPHIQL_PAGE, GRAPHIQL_SCRIPT, GRAPHIQL_STYLE } from './graphiql-page.ts';

const PATH = '/api/graphiql';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const STYLE_TYPE = 'text/css; charset=utf-8';

/** CSP relaxation: GraphiQL's editor writes style elements and attributes. */
const RELAXATIONS = { 'style-src': "'self' 'unsafe-inline'" };

/**
 * Serves GraphiQL from files of its packages, so that it works without internet access. Needs no authentication: the
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
  serveExplorerFile(server, PATH, 'graphiql.min.js', SCRIPT_TYPE);
  serveExplorerFile(server, PATH, 'graphiql.min.css', STYLE_TYPE);
  serveExplorerFile(server, PATH, 'react.production.min.js', SCRIPT_TYPE);
  serveExplorerFile(server, PATH, 'react-dom.production.min.js', SCRIPT_TYPE);
}

function serveText(server: FastifyInstance, name: string, type: string, text: string): void {
  server.get(`${PATH}/${name}`, OPEN, (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').type(type).send(text),
  );
}
