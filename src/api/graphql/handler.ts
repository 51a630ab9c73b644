import { execute } from 'graphql';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { Catalog } from '../../auth/catalog.ts';
import { nameOperation } from '../../auth/request-scope.ts';
import type { Sequence } from '../../model/sequence.ts';
import { NO_TRACER } from '../../tracing.ts';
import type { WorkTracer } from '../../tracing.ts';
import { withBooleanTexts } from './boolean-texts.ts';
import { DocumentCache } from './documents.ts';
import type { CheckedDocument } from './documents.ts';
import { executionError, requestError, unexpectedMessage } from './error-form.ts';
import type { ErrorForm, UnexpectedFailure } from './error-form.ts';
import { GraphqlContext } from './graphql-context.ts';
import type { GraphqlSettings } from './graphql-context.ts';
import { brokenCost } from './limits.ts';
import type { GraphqlLimits } from './limits.ts';
import { parseBody } from './request-body.ts';
import type { GraphqlRequest } from './request-body.ts';
import { rootFieldNames } from './root-fields.ts';

/**
 * The two forms of answers. `datahub`: status 200 and `data` whatever happened, as DataHub's clients expect.
 * `standard`: what the GraphQL-over-HTTP specification asks of `application/graphql-response+json`, where a request
 * that could not be executed is a 400 without `data`.
 */
export type AnswerForm = 'datahub' | 'standard';

/** What goes back to the client. */
export interface GraphqlAnswer {
  readonly status: 200 | 400;
  /** JSON text; empty for a body that was no GraphQL request. */
  readonly body: string;
  /** The last commit of the request, if it wrote anything. */
  readonly sequence: Sequence | undefined;
}

/** Answers GraphQL requests, from the text of the body to the text of the answer. */
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

  /** Never rejects: whatever goes wrong is in the answer, and what is our fault is reported too. */
  async answer(
    text: string,
    catalog: Catalog,
    failure: UnexpectedFailure,
    form: AnswerForm = 'datahub',
  ): Promise<GraphqlAnswer> {
    const request = parseBody(text);
    if ('problem' in request) return refused(request.problem);
    const context = new GraphqlContext(catalog, this.#settings);
    const { data, errors } = await this.#run(request, context, failure).catch((error: unknown) => ({
      data: null,
      errors: [thrownError(error, failure)],
    }));
    const status = form === 'standard' && data === undefined ? 400 : 200;
    const shown = form === 'standard' ? data : (data ?? null);
    return { status, body: answerText(shown, errors), sequence: context.sequence };
  }

  async #run(request: GraphqlRequest, context: GraphqlContext, failure: UnexpectedFailure): Promise<Outcome> {
    const checked = this.#documents.check(request.query);
    if ('errors' in checked) return { data: undefined, errors: checked.errors };
    const { document } = checked;
    const broken = brokenCost(document, request.variables, this.#limits);
    if (broken !== undefined) return { data: undefined, errors: [requestError('INVALID_REQUEST', broken)] };
    const fields = rootFieldNames(document, request.operationName);
    nameOperation(fields);
    const type = checked.isMutation ? 'mutation' : 'query';
    // Names of the schema, not the one that the client has chosen.
    const attributes = { 'graphql.operation.type': type, 'colophon.graphql.fields': fields.join(', ') };
    return this.#tracer.below(`graphql ${type}`, attributes, () =>
      this.#execute(request, checked, context, failure),
    );
  }

  async #execute(
    request: GraphqlRequest,
    { document, isMutation }: Extract<CheckedDocument, { readonly document: DocumentNode }>,
    context: GraphqlContext,
    failure: UnexpectedFailure,
  ): Promise<Outcome> {
    using deadline = new Deadline(this.#limits.timeout);
    const execution = execute({
      schema: this.#schema,
      document,
      contextValue: context,
      variableValues: withBooleanTexts(this.#schema, document, request.variables),
      operationName: request.operationName,
      abortSignal: deadline.signal,
    });
    const result = await (execution instanceof Promise ? deadline.race(execution) : execution);
    if (result === undefined) return { data: null, errors: [this.#late(isMutation)] };
    return { data: result.data, errors: result.errors?.map((error) => executionError(error, failure)) ?? [] };
  }

  #late(isMutation: boolean): ErrorForm {
    const remedy = isMutation
      ? 'What it wrote up to then stays written: look before you repeat it.'
      : 'Ask for fewer fields or a smaller page.';
    return requestError('TIMEOUT', `The request was given up after ${this.#limits.timeout} ms. ${remedy}`);
  }
}

interface Outcome {
  /** Undefined when nothing was executed. */
  readonly data: ExecutionResult['data'];
  readonly errors: readonly ErrorForm[];
}

/** Ends an execution that takes too long. */
class Deadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #passed: Promise<undefined>;

  constructor(ms: number) {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#passed = promise;
    this.#timer = setTimeout(() => {
      resolve(undefined);
      this.#controller.abort();
    }, ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The outcome, or undefined when the deadline passed first; a later failure is of no interest any more. */
  race<T>(work: Promise<T>): Promise<T | undefined> {
    const quiet = work.catch((error: unknown) => {
      if (this.signal.aborted) return undefined;
      throw error;
    });
    return Promise.race([quiet, this.#passed]);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

function refused(problem: string | undefined): GraphqlAnswer {
  const body = problem === undefined ? '' : answerText(null, [requestError('INVALID_REQUEST', problem)]);
  return { status: 400, body, sequence: undefined };
}

function thrownError(error: unknown, failure: UnexpectedFailure): ErrorForm {
  // Only input that is nested without end exhausts the stack.
  if (error instanceof RangeError && error.message.includes('call stack')) {
    return requestError(
      'INVALID_REQUEST',
      'The query or its variables are nested too deeply. Send flatter values.',
    );
  }
  failure.report(error);
  return requestError('INTERNAL', unexpectedMessage(failure.requestId));
}

function answerText(data: ExecutionResult['data'], errors: readonly ErrorForm[]): string {
  return JSON.stringify({ ...(errors.length > 0 && { errors }), data, extensions: {} });
}
