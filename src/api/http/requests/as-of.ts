import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidRequest } from '../../../errors.ts';
import type { Requester } from '../../../operations/requester.ts';
import { QueryParameters } from '../query-parameters.ts';
import { because } from '../../../refusals.ts';

/** In a request, the moment as of which to answer; in a response, the cursor of that moment. */
export const AS_OF_HEADER = 'Colophon-As-Of';
const OPENAPI = '/openapi/';

/**
 * The requester, or if the request names a moment, one that reads as of that moment. Adds the moment's cursor to the
 * response.
 */
export async function requesterAsOf(
  request: FastifyRequest,
  reply: FastifyReply | undefined,
  requester: Requester,
): Promise<Requester> {
  const moment = momentOf(request);
  if (moment === undefined) return requester;
  const asOf = await requester.at(moment);
  if (asOf.moment !== undefined) reply?.header(AS_OF_HEADER, asOf.moment);
  return asOf;
}

/** The moment in the header, or in OpenAPI in the parameter `asOf`. */
function momentOf(request: FastifyRequest): string | undefined {
  const header = [request.headers[AS_OF_HEADER.toLowerCase()]].flat().at(-1);
  const isOpenapi = request.routeOptions.url?.includes(OPENAPI) === true;
  const parameter = isOpenapi ? new QueryParameters(request).text('asOf') : undefined;
  if (header !== undefined && parameter !== undefined && header !== parameter) {
    throw invalidRequest(
      `The header ${AS_OF_HEADER} ('${header}') and the parameter asOf ('${parameter}') differ. Give one of them.`,
      undefined,
      because('INPUT_EXCLUDES', { names: ['Colophon-As-Of', 'asOf'] }),
    );
  }
  return header ?? parameter;
}
