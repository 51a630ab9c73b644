import type { FastifyInstance } from 'fastify';
import { OPEN } from '../../http/sessions/authentication.ts';
import { serveExplorerFile } from '../../http/web/explorer-files.ts';
import { mediaTypeOf } from '../../http/web/web-files.ts';
import { sendPage } from '../../http/security-headers.ts';
import { GRAPHIQL_PAGE, GRAPHIQL_SCRIPT, GRAPHIQL_STYLE } from './graphiql-page.ts';

const PATH = '/api/graphiql';

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
  serveText(server, 'start.js', GRAPHIQL_SCRIPT);
  serveText(server, 'page.css', GRAPHIQL_STYLE);
  serveExplorerFile(server, PATH, 'graphiql.min.js');
  serveExplorerFile(server, PATH, 'graphiql.min.css');
  serveExplorerFile(server, PATH, 'react.production.min.js');
  serveExplorerFile(server, PATH, 'react-dom.production.min.js');
}

function serveText(server: FastifyInstance, name: string, text: string): void {
  server.get(`${PATH}/${name}`, OPEN, (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').type(mediaTypeOf(name)).send(text),
  );
}
