import type { JsonValue } from '../../../util/json.ts';
import { WARNINGS_HEADER } from '../../http/answers/warnings-header.ts';
import { json, ref, type Node } from './node.ts';
import { CONDITIONS, parameters } from './parameters.ts';

/** Input of {@link operation}. */
export interface OperationParts {
  readonly id: string;
  readonly summary: string;
  readonly tag: string;
  readonly parameters?: readonly string[];
  /** Content of the request body by media type; absent: none. */
  readonly body?: Node;
  /** Whether the request may have no body; default: false. */
  readonly mayOmitBody?: boolean;
  /** Schema of the response body; absent: none. */
  readonly answer?: Node;
  /** Status of success; default 200. */
  readonly success?: 200 | 201 | 202 | 204;
  /** Whether it writes; adds the headers of conditions and the responses 202, 412 and 413. */
  readonly writes?: boolean;
  /** Whether the 202 response has no body. */
  readonly silentWhenAsync?: boolean;
  /** Whether it searches; adds the header of strict requests and that of warnings. */
  readonly searches?: boolean;
  /** Whether it may answer 404 (Not Found). */
  readonly mayMiss?: boolean;
  /** Whether it may answer 409 (Conflict). */
  readonly mayConflict?: boolean;
  /** Whether it may answer 410 (Gone). */
  readonly mayExpire?: boolean;
}

const HEADERS: Node = {
  'X-Colophon-Sequence': {
    description: 'Sequence of the commit.',
    schema: { type: 'integer' },
  },
  traceparent: { description: 'W3C trace context of the write.', schema: { type: 'string' } },
};

const WARNINGS: Node = {
  [WARNINGS_HEADER]: {
    description: 'JSON list of warnings, such as of filters on fields that do not exist; absent without any.',
    schema: { type: 'string' },
  },
};

/** Error responses, by component name. */
export const ERROR_RESPONSES: Readonly<Record<string, Node>> = {
  BadRequest: errorResponse('The request or a written value is invalid.'),
  Unauthorized: errorResponse('The token is missing, unknown, expired or revoked.'),
  Forbidden: errorResponse('The caller lacks a privilege.'),
  NotFound: errorResponse('The entity or aspect does not exist.'),
  Conflict: errorResponse('The state does not allow this.'),
  Gone: errorResponse('The change log or the history does not go back so far.'),
  PreconditionFailed: errorResponse('A condition of the write does not hold.'),
  PayloadTooLarge: errorResponse('The body is too large.'),
};

/** Builds the OpenAPI node of one operation. */
export function operation(parts: OperationParts): Node {
  const named = [
    ...(parts.parameters ?? []),
    ...(parts.searches === true ? ['strict'] : []),
    ...(parts.writes === true ? CONDITIONS : []),
  ];
  return {
    operationId: parts.id,
    summary: parts.summary,
    tags: [parts.tag],
    ...(named.length > 0 && { parameters: parameters(...named) }),
    ...(parts.body !== undefined && {
      requestBody: { required: parts.mayOmitBody !== true, content: parts.body },
    }),
    responses: responses(parts),
  };
}

function responses(parts: OperationParts): Node {
  const {
    answer,
    writes = false,
    searches = false,
    mayMiss = false,
    mayConflict = false,
    mayExpire = false,
    success = 200,
  } = parts;
  const content: Node = answer === undefined ? {} : { content: json(answer) };
  const headers = { ...(writes && HEADERS), ...(searches && WARNINGS) };
  const done: Node = { description: 'Done.', ...((writes || searches) && { headers }), ...content };
  const answers: Record<string, JsonValue> = { [success]: done };
  if (writes) {
    const description = 'Done; the request was asynchronous.';
    answers['202'] =
      parts.silentWhenAsync === true ? { description, headers: HEADERS } : { ...done, description };
  }
  answers['400'] = ref('responses', 'BadRequest');
  answers['401'] = ref('responses', 'Unauthorized');
  answers['403'] = ref('responses', 'Forbidden');
  if (mayMiss) answers['404'] = ref('responses', 'NotFound');
  if (mayConflict) answers['409'] = ref('responses', 'Conflict');
  if (mayExpire) answers['410'] = ref('responses', 'Gone');
  if (writes) {
    answers['412'] = ref('responses', 'PreconditionFailed');
    answers['413'] = ref('responses', 'PayloadTooLarge');
  }
  return answers;
}

function errorResponse(description: string): Node {
  return { description, content: json(ref('schemas', 'Error')) };
}
