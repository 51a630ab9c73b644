import type { FastifyReply, FastifyRequest } from 'fastify';
import { CatalogError, type ErrorCode } from '../../errors.ts';
import type { AgentCall } from '../../metrics/metrics.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Requester } from '../../operations/requester.ts';
import { NO_TRACER, type WorkTracer } from '../../tracing.ts';
import { within } from '../../util/concurrency/within.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { errorAnswer } from '../http/answers/error-handler.ts';
import type { HttpDependencies } from '../http/dependencies.ts';
import {
  nameOperation,
  noteAgent,
  notedCommit,
  notedWarnings,
  requesterOf,
} from '../http/request-context.ts';
import { waitForEvents, type WaitParts } from '../http/wait-for-events.ts';
import type { OAuthParts } from './oauth/oauth-parts.ts';
import { missingScopes, refuseScopes } from './oauth/missing-scopes.ts';
import { CallLimits } from './protocol/call-limits.ts';
import { DATAHUB_TOOLS } from './datahub/datahub-tools.ts';
import { dispatch, type Dispatching } from './protocol/dispatch.ts';
import type { ClientFacts } from './protocol/generation.ts';
import type { FittedAnswer } from './shaping/fit-answer.ts';
import { RpcError } from './protocol/json-rpc.ts';
import { listen } from './resources/listen.ts';
import { readResource, type ResourceText } from './resources/resources.ts';
import { callTool, type CallContext } from './tools/call-tool.ts';
import { canPropose, isReader } from './tools/tool-json.ts';
import type { Tool } from './tools/tool.ts';
import { TOOLS } from './tools/tools.ts';

/** Dependencies of answering a message. */
export interface AnswerParts extends WaitParts, Pick<HttpDependencies, 'now' | 'reportFailure'> {
  readonly registry: EntityRegistry;
  readonly version: string;
  /** Calls per minute of one token; 0: unlimited. */
  readonly callsPerMinute: number;
  /** Sequence of the last commit that reads include. */
  readonly position: () => number;
  /** Resolves when reads include the sequence. */
  readonly reach: (sequence: number) => Promise<void>;
  readonly toolCalled: (call: AgentCall) => void;
  /** Undefined: clients cannot ask for access by OAuth. */
  readonly oauth: OAuthParts | undefined;
  /** Absent while no traces are recorded. */
  readonly tracer?: WorkTracer | undefined;
  /** Time for a client to read what a stream sends, in ms, plus one second per 16 KiB. */
  readonly sendTimeoutMs: number;
}

/** Time for a call, in ms, besides the time that it waits for changes. */
const CALL_MS = 30_000;

/** Path of the tools with DataHub's names. */
export const DATAHUB_PATH = '/mcp/datahub';

/** Longest time, in seconds, that a call may wait for changes. */
const LONGEST_WAIT = 50;

const limitsOf = new WeakMap<AnswerParts, CallLimits>();

/** Answers one message of a client. */
export async function answerMessage(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AnswerParts,
): Promise<FastifyReply> {
  const limits = limitsOf.get(parts) ?? new CallLimits(parts.callsPerMinute, parts.now);
  limitsOf.set(parts, limits);
  const { actor } = requesterOf(request);
  const shown = (error: unknown): CatalogError => {
    const failure = error instanceof Error ? error : new Error(String(error));
    const { body } = errorAnswer(failure, undefined, request, parts);
    return new CatalogError('INTERNAL', body.message);
  };
  const sent = request.body as JsonValue | undefined;
  const missing = missingScopes(sent, actor.scopes);
  if (missing !== undefined && parts.oauth !== undefined)
    return refuseScopes(reply, missing, sent, parts.oauth);
  const { body, status, subscription } = await dispatch(sent, {
    headers: request.headers,
    version: parts.version,
    ...toolsAt(request, actor),
    call: async (tool, args, { client, trace }) => {
      using _running = limits.begin(actor.tokenId ?? actor.urn);
      const span = { method: 'tools/call', name: tool.name, trace };
      return await measured(span, parts, () => called(request, reply, { tool, args, client }, parts));
    },
    read: async (uri, { trace }) => {
      using _running = limits.begin(actor.tokenId ?? actor.urn);
      const span = { method: 'resources/read', name: 'read_resource', trace };
      return await measured(span, parts, () => resourceRead(request, reply, uri, parts));
    },
    shown,
  });
  if (subscription !== undefined) {
    await listen(request, reply, subscription, { ...parts, shown });
    return reply;
  }
  void reply.code(status);
  return body === undefined ? reply.send() : reply.send(body);
}

/** The tools of the path, and those that the token can use: only a direct one writes by DataHub's tools. */
function toolsAt(
  { routeOptions }: Pick<FastifyRequest, 'routeOptions'>,
  { restriction }: Requester['actor'],
): Pick<Dispatching, 'tools' | 'usable'> {
  const isDatahub = routeOptions.url === DATAHUB_PATH;
  const tools = isDatahub ? DATAHUB_TOOLS : TOOLS;
  const writes = isDatahub ? restriction?.direct === true : restriction?.readOnly !== true;
  if (!writes) return { tools, usable: tools.filter(isReader) };
  return { tools, usable: restriction?.proposeOnly === true ? tools.filter(canPropose) : tools };
}

interface Called {
  readonly tool: Tool;
  readonly args: JsonObject;
  readonly client: string | undefined;
}

function called(
  request: FastifyRequest,
  reply: FastifyReply,
  { args, client, tool }: Called,
  parts: AnswerParts,
): Promise<FittedAnswer> {
  const { reason } = args;
  nameOperation([tool.name]);
  noteAgent({ client, reason: typeof reason === 'string' ? reason : undefined });
  const { time, late } = limitOf(waitIn(args));
  const running = callTool(tool, args, contextOf(request, reply, parts));
  return within(time, running, late);
}

function resourceRead(
  request: FastifyRequest,
  reply: FastifyReply,
  uri: string,
  parts: AnswerParts,
): Promise<ResourceText> {
  nameOperation(['read_resource']);
  const { time, late } = limitOf(0);
  return within(time, readResource(uri, contextOf(request, reply, parts)), late);
}

function contextOf(request: FastifyRequest, reply: FastifyReply, parts: AnswerParts): CallContext {
  const { commits, held, position, reach, registry } = parts;
  return {
    requester: requesterOf(request),
    registry,
    position,
    reach,
    committed: notedCommit,
    warnings: notedWarnings,
    waitFor: (first, waitMs, following) =>
      waitForEvents(request, reply, first, waitMs, { commits, held, ...following }),
  };
}

/** The time that a call may take, and the error after it. `waitMs`: how long it waits for changes. */
function limitOf(waitMs: number): { readonly time: number; readonly late: () => CatalogError } {
  const time = CALL_MS + waitMs;
  const late = (): CatalogError =>
    new CatalogError('TIMEOUT', `The call took longer than ${time / 1000} s. Ask for less at a time.`);
  return { time, late };
}

/** The time, in ms, that a call waits for changes: its argument `wait`. */
function waitIn({ wait }: JsonObject): number {
  return typeof wait === 'number' && wait > 0 ? Math.min(wait, LONGEST_WAIT) * 1000 : 0;
}

/** A request of a client, for metrics and traces. */
interface Measured {
  readonly method: string;
  /** Name of the tool. */
  readonly name: string;
  readonly trace: ClientFacts['trace'];
}

/** Records what a tool, or the reading of a resource, takes, as a span in the trace of the client. */
async function measured<Text extends Pick<FittedAnswer, 'cuts' | 'text'>>(
  { method, name, trace }: Measured,
  { now, toolCalled, tracer = NO_TRACER }: Pick<AnswerParts, 'now' | 'toolCalled' | 'tracer'>,
  run: () => Promise<Text>,
): Promise<Text> {
  const begun = now();
  const ended = (outcome: 'done' | ErrorCode, characters: number, cuts: number): void => {
    toolCalled({ tool: name, outcome, seconds: (now() - begun) / 1000, characters, cuts });
  };
  try {
    const attributes = { 'mcp.method.name': method, 'gen_ai.tool.name': name };
    const answer = await tracer.joined(trace, `${method} ${name}`, attributes, run);
    ended('done', answer.text.length, answer.cuts);
    return answer;
  } catch (error) {
    ended(outcomeOf(error), 0, 0);
    throw error;
  }
}

function outcomeOf(error: unknown): ErrorCode {
  if (error instanceof RpcError) return 'NOT_FOUND';
  return error instanceof CatalogError ? error.code : 'INTERNAL';
}
