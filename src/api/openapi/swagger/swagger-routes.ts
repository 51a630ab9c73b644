import type { FastifyInstance } from 'fastify';
import { OPEN } from '../../http/sessions/authentication.ts';
import { serveExplorerFile } from '../../http/web/explorer-files.ts';
import { mediaTypeOf } from '../../http/web/web-files.ts';
import { sendPage } from '../../http/security-headers.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { GENERIC_PART } from '../description/document.ts';
import { SWAGGER_PAGE, SWAGGER_STYLE, swaggerScript } from './swagger-page.ts';

const PATH = '/openapi/swagger-ui';

/** The API browser. Swagger UI is served from files of its package, so it works offline. */
export function swaggerRoutes(app: FastifyInstance, registry: EntityRegistry): void {
  const script = swaggerScript([GENERIC_PART, ...[...registry.entities.keys()].sort()]);
  app.get(PATH, OPEN, (request, reply) =>
    // Addresses in the page are relative to the path without a trailing slash.
    pathOf(request.url).endsWith('/') ? reply.redirect('../swagger-ui') : sendPage(reply, SWAGGER_PAGE),
  );
  app.get(`${PATH}/index.html`, OPEN, (_request, reply) => reply.redirect('../swagger-ui'));
  app.get(`${PATH}/start.js`, OPEN, (_request, reply) => reply.type(mediaTypeOf('start.js')).send(script));
  app.get(`${PATH}/start.css`, OPEN, (_request, reply) =>
    reply.type(mediaTypeOf('start.css')).send(SWAGGER_STYLE),
  );
  serveExplorerFile(app, PATH, 'swagger-ui-bundle.js');
  serveExplorerFile(app, PATH, 'swagger-ui.css');
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
