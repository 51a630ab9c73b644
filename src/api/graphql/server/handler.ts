import {
  GraphQLError,
  Kind,
  getVariableValues,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import type { WaitingClient } from '../../http/fast-path/plain-posts.ts';
import { nameOperation, notedProblems } from '../../http/request-context.ts';
import type { Requester } from '../../../operations/requester.ts';
import { onlyInMainThread } from '../../../operations/only-in-main.ts';
import { CatalogError } from '../../../errors.ts';
import { NO_TRACER, type WorkTracer } from '../../../tracing.ts';
import { because } from '../../../refusals.ts';
import type { JsonObject } from '../../../util/json.ts';
import { LATE, resultOrLate } from '../../../util/concurrency/within.ts';
import { encodeInSteps, isShortJson } from '../../../util/json/encode-in-steps.ts';
import { withScalarTexts } from './scalar-texts.ts';
import { DocumentCache, type CheckedDocument } from './document-cache.ts';
import {
  executionError,
  requestError,
  tooLarge,
  unexpectedMessage,
  type ErrorForm,
  type UnexpectedFailure,
} from './error-form.ts';
import type { Eventual } from '../context/entity-loader.ts';
import { GraphqlContext, type GraphqlSettings } from '../context/graphql-context.ts';
import { RunningRequest } from '../context/running-request.ts';
import { Execution } from '../execution/execution.ts';
import { brokenCost, type GraphqlLimits } from './limits.ts';
import { parseBody, type GraphqlRequest, type RefusedBody } from './request-body.ts';
import { rootFieldNames } from './root-fields.ts';

/**
 * Response formats. `datahub`: status 200 with `data`, even when the request failed, as DataHub's clients expect.
 * `standard`: `application/graphql-response+json` of the GraphQL-over-HTTP specification: a request that could not be
 * executed gets 400 without `data`. In both, a body that is not a GraphQL request gets 400.
 */
export type AnswerForm = 'datahub' | 'standard';

/** HTTP response to a GraphQL request. */
export interface GraphqlAnswer {
  readonly status: 200 | 400;
  /** JSON text, a long one in UTF-8; empty when the request body does not resemble GraphQL. */
  readonly body: string | Buffer;
}

/** Options of an answer. */
export interface AnswerOptions {
  /** Default `datahub`. */
  readonly form?: AnswerForm;
  /** The waiting client. A query ends when it disconnects; a mutation does not. */
  readonly client?: WaitingClient;
  /**
   * Called with the number of characters of each part of a long response; throws a CatalogError if there are too
   * many.
   */
  readonly take?: (characters: number) => void;
}

/** Maximum errors of variables; a long body gets two, because each error shows the whole value. */
const MAX_COERCION_ERRORS = 50;
const LONG_BODY = 16 * 1024;

/** Executes GraphQL requests, from the text of the body to the text of the response. */
export class GraphqlHandler {
  readonly #schema: GraphQLSchema;
  readonly #settings: GraphqlSettings;
  readonly #limits: GraphqlLimits;
  readonly #documents: DocumentCache;
  readonly #tracer: WorkTracer;

  constructor(schema: GraphQLSchema, settings: GraphqlSettings, limits: GraphqlLimits, tracer = NO_TRACER) {
    this.#schema = schema;
    this.#settings = settings;
    this.#limits = limits;
    this.#documents = new DocumentCache(schema, limits);
    this.#tracer = tracer;
  }

  /** Never rejects: errors are part of the response; internal failures are also reported. */
  async answer(
    text: string,
    requester: Requester,
    failure: UnexpectedFailure,
    { form = 'datahub', client, take }: AnswerOptions = {},
  ): Promise<GraphqlAnswer> {
    const request = await parseBody(text, this.#limits.json);
    if ('problem' in request) return await refused(request);
    const running = new RunningRequest(this.#limits.objects);
    const context = new GraphqlContext(requester, this.#settings, undefined, running);
    const { data, errors } = await this.#run(request, context, { failure, client }).catch(
      (error: unknown) => ({
        data: null,
        errors: [thrownError(error, failure)],
      }),
    );
    const status = form === 'standard' && data === undefined ? 400 : 200;
    const shown = form === 'standard' ? data : (data ?? null);
    const body = await answerBody(shown, errors, take).catch((error: unknown) =>
      answerBody(null, [thrownError(error, failure)]),
    );
    return { status, body };
  }

  async #run(request: GraphqlRequest, context: GraphqlContext, asker: Asker): Promise<Outcome> {
    const checked = this.#documents.check(request.query);
    if ('errors' in checked) return { data: undefined, errors: checked.errors };
    // Otherwise each of its operations would be refused separately.
    if (checked.isMutation && this.#settings.onlyReads === true) onlyInMainThread();
    const { document } = checked;
    const variables = declaredVariables(document, request.variables);
    const broken = brokenCost(document, variables, this.#limits);
    if (broken !== undefined) return { data: undefined, errors: [tooLarge(broken)] };
    const fields = rootFieldNames(document, request.operationName);
    nameOperation(fields);
    const type = checked.isMutation ? 'mutation' : 'query';
    // Field names of the schema, not the operation name, which the client chooses.
    const attributes = { 'graphql.operation.type': type, 'colophon.graphql.fields': fields.join(', ') };
    return this.#tracer.below(`graphql ${type}`, attributes, () =>
      this.#execute({ ...request, variables }, checked, context, asker),
    );
  }

  async #execute(
    request: GraphqlRequest,
    checked: ValidDocument,
    context: GraphqlContext,
    { failure, client }: Asker,
  ): Promise<Outcome> {
    const { isMutation } = checked;
    const { result, stop } = this.#begin(request, checked, context);
    const settled =
      result instanceof Promise ? await this.#inTime(result, isMutation ? undefined : client) : result;
    if (settled === LATE) {
      stop();
      // An operation that a mutation has started runs to completion: it may have several writes.
      if (!isMutation) context.stop();
      return { data: null, errors: [this.#late(isMutation)] };
    }
    return {
      data: settled.data,
      errors: settled.errors?.map((error) => executionError(error, failure, this.#schema)) ?? [],
    };
  }

  /** Resolves to LATE after the timeout, or when the client has disconnected and no answer is needed. */
  #inTime<T>(result: Promise<T>, client: WaitingClient | undefined): Promise<T | typeof LATE> {
    const { timeout } = this.#limits;
    if (client === undefined) return resultOrLate(timeout, result);
    return resultOrLate<T | typeof LATE>(timeout, Promise.race([result, left(client)]));
  }

  #begin(request: GraphqlRequest, { compiled }: ValidDocument, context: GraphqlContext): RunningExecution {
    const refused = (errors: readonly GraphQLError[]) => ({ result: { errors }, stop: () => undefined });
    try {
      const node = compiled.operation(request.operationName);
      const maxErrors = request.length > LONG_BODY ? 1 : MAX_COERCION_ERRORS;
      const given = withScalarTexts(this.#schema, node, request.variables);
      const coerced = getVariableValues(this.#schema, node.variableDefinitions ?? [], given, { maxErrors });
      if (coerced.errors !== undefined) return refused(coerced.errors);
      const operation = compiled.compiled(node, coerced.variableValues);
      const execution = new Execution(context, coerced.variableValues, context.countObject);
      return { result: execution.run(operation), stop: () => execution.stop() };
    } catch (error) {
      if (error instanceof GraphQLError) return refused([error]);
      throw error;
    }
  }

  #late(isMutation: boolean): ErrorForm {
    const remedy = isMutation
      ? 'Its writes up to then are kept: check them before you retry.'
      : 'Select fewer fields or request a smaller page.';
    return requestError('TIMEOUT', `The request timed out after ${this.#limits.timeout} ms. ${remedy}`);
  }
}

type ValidDocument = Extract<CheckedDocument, { readonly document: DocumentNode }>;

/** The waiting client, and the reporting of failures. */
interface Asker {
  readonly failure: UnexpectedFailure;
  readonly client: WaitingClient | undefined;
}

interface RunningExecution {
  readonly result: Eventual<ExecutionResult>;
  readonly stop: () => void;
}

interface Outcome {
  /** Undefined if nothing was executed. */
  readonly data: ExecutionResult['data'];
  readonly errors: readonly ErrorForm[];
}

function left(client: WaitingClient): Promise<typeof LATE> {
  return new Promise((resolve) => {
    if (client.destroyed) resolve(LATE);
    else client.once('close', () => resolve(LATE));
  });
}

/** The variables that the document declares, without others, which may be a million. */
function declaredVariables(document: DocumentNode, variables: JsonObject): JsonObject {
  const names = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
      : [],
  );
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(variables, name)).map((name) => [name, variables[name]]),
  );
}

async function refused({ problem: message, ...refusal }: RefusedBody): Promise<GraphqlAnswer> {
  const problem = { code: 'INVALID_REQUEST', message, ...refusal } as const;
  const body = await answerBody(null, [requestError('INVALID_REQUEST', message, [problem])]);
  return { status: 400, body };
}

function thrownError(error: unknown, failure: UnexpectedFailure): ErrorForm {
  // Only deeply nested input exhausts the stack.
  if (error instanceof RangeError && error.message.includes('call stack')) {
    const message = 'The query or its variables are nested too deeply. Send flatter values.';
    const problem = { code: 'INVALID_REQUEST', message, ...because('JSON_INVALID') } as const;
    return requestError('INVALID_REQUEST', message, [problem]);
  }
  if (error instanceof CatalogError) return requestError(error.code, error.message, error.problems);
  failure.report(error);
  return requestError('INTERNAL', unexpectedMessage(failure.requestId));
}

async function answerBody(
  data: ExecutionResult['data'],
  errors: readonly ErrorForm[],
  take: AnswerOptions['take'] = () => undefined,
): Promise<string | Buffer> {
  const warnings = notedProblems();
  const extensions = warnings.length > 0 ? { warnings } : {};
  const answer = { ...(errors.length > 0 && { errors }), data, extensions };
  return isShortJson(answer) ? JSON.stringify(answer) : await encodeInSteps(answer, { take });
}
