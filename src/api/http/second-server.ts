import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { answerBrokenRequest } from './broken-request.ts';
import { limitConnections, serverLimits } from './limits.ts';
import type { HttpLimits } from './limits.ts';

/** A server that answers as the app does, for another port, with limits of its own as high as those of the first. */
export function secondServer(app: FastifyInstance, limits: HttpLimits): Server {
  const { http, requestTimeout } = serverLimits(limits);
  const server = createServer({ ...http, requestTimeout }, (request, response) =>
    app.routing(request, response),
  );
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, limits));
  limitConnections({ server }, limits);
  return server;
}
