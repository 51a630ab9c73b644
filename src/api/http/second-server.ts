import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { answerBrokenRequest } from './limits/broken-request.ts';
import { limitConnections } from './limits/limit-connections.ts';
import { serverLimits, type HttpLimits } from './limits/limits.ts';

/** Creates a server for another port that serves the same app. Counts its connections separately, with equal limits. */
export function secondServer(app: FastifyInstance, limits: HttpLimits): Server {
  const { http, requestTimeout } = serverLimits(limits);
  const server = createServer({ ...http, requestTimeout }, (request, response) =>
    app.server.emit('request', request, response),
  );
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, limits));
  limitConnections({ server }, limits);
  return server;
}
