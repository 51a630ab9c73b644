import type { FastifyInstance } from 'fastify';
import { OPEN } from '../sessions/authentication.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { sendPage } from '../security-headers.ts';
import { RESET_PAGE, SIGN_UP_PAGE, loginPage } from './login-page.ts';
import { LOGIN_SCRIPT, RESET_SCRIPT, SIGN_UP_SCRIPT, START_SCRIPT } from './page-scripts.ts';
import { PAGE_ICON, PAGE_STYLE, typefaceStyle } from './page-style.ts';
import { START_PAGE } from './start-page.ts';
import { APPEARANCE_SCRIPT, TOOL_STYLE } from './tool-page.ts';

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** The server's own pages and their assets. They need no token, because they show no metadata. */
export function pageRoutes(app: FastifyInstance, { signIn, web }: HttpDependencies): void {
  if (web === undefined) app.get('/', OPEN, (_request, reply) => sendPage(reply, START_PAGE));
  app.get('/login', OPEN, (_request, reply) =>
    sendPage(reply, loginPage({ passwords: signIn.offersPasswords, oidc: signIn.offersOidc })),
  );
  app.get('/signup', OPEN, (_request, reply) => sendPage(reply, SIGN_UP_PAGE));
  app.get('/reset', OPEN, (_request, reply) => sendPage(reply, RESET_PAGE));
  serveAsset(app, '/assets/colophon.css', 'text/css; charset=utf-8', PAGE_STYLE);
  serveAsset(app, '/assets/typefaces.css', 'text/css; charset=utf-8', typefaceStyle(web?.names ?? []));
  serveAsset(app, '/assets/colophon.svg', 'image/svg+xml', PAGE_ICON);
  serveAsset(app, '/assets/tools.css', 'text/css; charset=utf-8', TOOL_STYLE);
  serveAsset(app, '/assets/appearance.js', SCRIPT_TYPE, APPEARANCE_SCRIPT);
  serveAsset(app, '/assets/start.js', SCRIPT_TYPE, START_SCRIPT);
  serveAsset(app, '/assets/login.js', SCRIPT_TYPE, LOGIN_SCRIPT);
  serveAsset(app, '/assets/sign-up.js', SCRIPT_TYPE, SIGN_UP_SCRIPT);
  serveAsset(app, '/assets/reset.js', SCRIPT_TYPE, RESET_SCRIPT);
}

function serveAsset(app: FastifyInstance, path: string, type: string, content: string): void {
  app.get(path, OPEN, (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').type(type).send(content),
  );
}
