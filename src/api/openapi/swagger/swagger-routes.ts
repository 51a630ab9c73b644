import type { FastifyInstance } from 'fastify';
import { OPEN } from '../../http/sessions/authentication.ts';
import { serveExplorerFile } from '../../http/web/explorer-files.ts';
import { sendPage } from '../../http/security-headers.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { GENERIC_PART } from '../description/document.ts';
import { SWAGGER_PAGE, SWAGGER_STYLE, swaggerScript } from './swagger-page.ts';

const PATH = '/openapi/swagger-ui';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const STYLE_TYPE = 'text/css; charset=utf-8';

/** The API browser. Swagger UI is served from files of its package, so it works offline. */
export function swaggerRoutes(app: FastifyInstance, registry: EntityRegistry): void {
  const script = swaggerScript([GENERIC_PART, ...[...registry.entities.keys()].sort()]);
  app.get(PATH, OPEN, (request, reply) =>
    // Addresses in the page are relative to the path without a trailing slash.
    pathOf(request.url).endsWith('/') ? reply.redirect('../swagger-ui') : sendPage(reply, SWAGGER_PAGE),
  );
  app.get(`${PATH}/index.html`, OPEN, (_request, reply) => reply.redirect('../swagger-ui'));
  app.get(`${PATH}/start.js`, OPEN, (_request, reply) => reply.type(SCRIPT_TYPE).send(script));
  app.get(`${PATH}/start.css`, OPEN, (_request, reply) => reply.type(STYLE_TYPE).send(SWAGGER_STYLE));
  serveExplorerFile(app, PATH, 'swagger-ui-bundle.js', SCRIPT_TYPE);
  serveExplorerFile(app, PATH, 'swagger-ui.css', STYLE_TYPE);
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
