import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidRequest } from '../../../errors.ts';
import type { Requester } from '../../../operations/requester.ts';
import { QueryParameters } from '../query-parameters.ts';

/** Names the moment as of which to answer; in an answer, the cursor of it. */
export const AS_OF_HEADER = 'Colophon-As-Of';
const OPENAPI = '/openapi/';

/** The requester, or if the request names a moment, the one that answers as of that moment, which the answer then tells. */
export async function requesterAsOf(
  request: FastifyRequest,
  reply: FastifyReply | undefined,
  requester: Requester,
): Promise<Requester> {
  const moment = momentOf(request);
  if (moment === undefined) return requester;
  const ofThen = await requester.at(moment);
  if (ofThen.moment !== undefined) reply?.header(AS_OF_HEADER, ofThen.moment);
  return ofThen;
}

/** By the header, or in OpenAPI by the parameter `asOf`. */
function momentOf(request: FastifyRequest): string | undefined {
  const header = [request.headers[AS_OF_HEADER.toLowerCase()]].flat().at(-1);
  const isOpenapi = request.routeOptions.url?.includes(OPENAPI) === true;
  const parameter = isOpenapi ? new QueryParameters(request).text('asOf') : undefined;
  if (header !== undefined && parameter !== undefined && header !== parameter) {
    throw invalidRequest(
      `The header ${AS_OF_HEADER} ('${header}') and the parameter asOf ('${parameter}') differ. Give one of them.`,
    );
  }
  return header ?? parameter;
}
