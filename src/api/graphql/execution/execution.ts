import {
  GraphQLError,
  getArgumentValues,
  isObjectType,
  locatedError,
  type ExecutionResult,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type VariableValues,
} from 'graphql';
import type { Eventual } from '../context/entity-loader.ts';
import { TooManyObjectsError } from '../context/running-request.ts';
import { paced } from '../context/yielding.ts';
import type { Arguments, CompiledField, CompiledOperation, CompiledType } from './compiled-document.ts';

/** Path in the response, from the innermost key outwards. */
interface Path {
  readonly above: Path | undefined;
  readonly key: string | number;
}

type Answer = Record<string, unknown>;

/** Maximum pending elements of a long list: a pending element takes much more memory than a complete one. */
const MOST_PENDING = 250;

/**
 * One execution of a compiled operation. Results and errors equal those of graphql-js' `execute`, as the tests
 * verify. Resolvers get a FieldSelection as `info`; only native promises are awaited.
 */
export class Execution {
  readonly #context: unknown;
  readonly #variables: VariableValues;
  readonly #arguments = new Map<CompiledField, Arguments>();
  readonly #errors: GraphQLError[] = [];
  /** Paths that errors have made null. */
  readonly #nulled = new Set<Path | undefined>();
  readonly #countObject: () => void;
  #isStopped = false;

  /** Calls `countObject` for each object of the response; a TooManyObjectsError from it ends the execution. */
  constructor(context: unknown, variables: VariableValues, countObject: () => void = () => undefined) {
    this.#context = context;
    this.#variables = variables;
    this.#countObject = countObject;
  }

  /** Returns the result. Never rejects because of a resolver. */
  run({ node, type, members }: CompiledOperation): Eventual<ExecutionResult> {
    try {
      const root = members.of(type);
      const data =
        node.operation === 'mutation' ? this.#inOrder(root) : this.#object(root, undefined, undefined);
      if (!(data instanceof Promise)) return this.#result(data);
      return data.then(
        (answer) => this.#result(answer),
        (error: unknown) => this.#failed(error),
      );
    } catch (error) {
      return this.#failed(error);
    }
  }

  /** Calls no further resolvers; the result is then incomplete. */
  stop(): void {
    this.#isStopped = true;
  }

  #result(data: Answer | null): ExecutionResult {
    // Below a path that an error has made null, resolvers may still be running.
    this.stop();
    return this.#errors.length > 0 ? { errors: this.#errors, data } : { data };
  }

  #failed(error: unknown): ExecutionResult {
    if (!(error instanceof GraphQLError)) throw error;
    this.#add(error, undefined);
    return this.#result(null);
  }

  /** Mutations: each root field starts when the previous one is complete. */
  async #inOrder(fields: readonly CompiledField[]): Promise<Answer> {
    const answer: Answer = {};
    for (const field of fields) {
      this.#checkStopped();
      answer[field.key] = await this.#field(field, undefined, undefined);
    }
    return answer;
  }

  #object(fields: readonly CompiledField[], source: unknown, path: Path | undefined): Eventual<Answer> {
    this.#countObject();
    const answer: Answer = {};
    let pending = 0;
    try {
      for (const field of fields) {
        const value = this.#field(field, source, path);
        answer[field.key] = value;
        if (value instanceof Promise) pending++;
      }
    } catch (error) {
      if (pending > 0) ignoreFailures(Object.values(answer));
      throw error;
    }
    return pending === 0 ? answer : settled(answer, pending);
  }

  #field(field: CompiledField, source: unknown, above: Path | undefined): unknown {
    const path = { above, key: field.key };
    try {
      const value = field.resolve(source, this.#argumentsOf(field), this.#context, field.info);
      if (value instanceof Promise) return this.#promised(field.type, field, value, path);
      return this.#guarded(field.type, field, value, path);
    } catch (error) {
      return this.#failure(error, field.type, field, path);
    }
  }

  #argumentsOf(field: CompiledField): Arguments {
    if (field.fixedArguments !== undefined) return field.fixedArguments();
    const known = this.#arguments.get(field);
    if (known !== undefined) return known;
    const args = getArgumentValues(field.definition, field.nodes[0], this.#variables);
    this.#arguments.set(field, args);
    return args;
  }

  async #promised(
    type: CompiledType,
    field: CompiledField,
    value: Promise<unknown>,
    path: Path,
  ): Promise<unknown> {
    try {
      const resolved = await value;
      this.#checkStopped();
      const completed = this.#complete(type, field, resolved, path);
      return completed instanceof Promise ? await completed : completed;
    } catch (error) {
      return this.#failure(error, type, field, path);
    }
  }

  /** Completes a value. Handles asynchronous failures; throws synchronous ones. */
  #guarded(type: CompiledType, field: CompiledField, value: unknown, path: Path): unknown {
    const completed = this.#complete(type, field, value, path);
    if (!(completed instanceof Promise)) return completed;
    return completed.catch((error: unknown) => this.#failure(error, type, field, path));
  }

  #complete(type: CompiledType, field: CompiledField, value: unknown, path: Path): unknown {
    if (value instanceof Error) throw value;
    if (value === null || value === undefined) {
      if (!type.isNonNull) return null;
      throw new Error(`Cannot return null for non-nullable field ${String(field.definition)}.`);
    }
    switch (type.kind) {
      case 'leaf':
        return written(type.type, value);
      case 'list':
        return this.#list(type.element, field, value, path);
      case 'object':
        return this.#object(type.members.of(type.type), value, path);
      case 'abstract':
        return this.#object(type.members.of(this.#objectType(type.type, field, value)), value, path);
    }
  }

  #objectType(type: GraphQLAbstractType, { info, nodes }: CompiledField, value: unknown): GraphQLObjectType {
    const name = type.resolveType?.(value, this.#context, info, type);
    if (typeof name !== 'string')
      throw new GraphQLError(`${String(type)} has no type for a value.`, { nodes });
    const found = info.schema.getType(name);
    if (isObjectType(found) && info.schema.isSubType(type, found)) return found;
    throw new GraphQLError(`Runtime Object type "${name}" is not a possible type for "${String(type)}".`, {
      nodes,
    });
  }

  #list(type: CompiledType, field: CompiledField, values: unknown, path: Path): Eventual<unknown[]> {
    const elements = Array.isArray(values) ? paced<unknown>(values) : values;
    if (isAsyncIterable(elements)) return this.#listInTurns(type, field, elements, path);
    if (!isIterable(elements)) {
      throw new GraphQLError(
        `Expected Iterable, but did not find one for field "${String(field.definition)}".`,
      );
    }
    const completed: unknown[] = [];
    let isPending = false;
    try {
      for (const value of elements) {
        const element = this.#element(type, field, value, { above: path, key: completed.length });
        completed.push(element);
        isPending ||= element instanceof Promise;
      }
    } catch (error) {
      if (isPending) ignoreFailures(completed);
      throw error;
    }
    return isPending ? Promise.all(completed) : completed;
  }

  async #listInTurns(
    type: CompiledType,
    field: CompiledField,
    values: AsyncIterable<unknown>,
    path: Path,
  ): Promise<unknown[]> {
    const elements: unknown[] = [];
    let complete = 0;
    for await (const value of values) {
      this.#checkStopped();
      const element = this.#element(type, field, value, { above: path, key: elements.length });
      // It may fail before it is awaited: another one fails first, or the next value takes a turn of the event loop.
      ignoreFailures([element]);
      elements.push(element);
      if (elements.length - complete < MOST_PENDING) continue;
      const completed = await Promise.all(elements.slice(complete));
      for (const result of completed) elements[complete++] = result;
    }
    return Promise.all(elements);
  }

  #element(type: CompiledType, field: CompiledField, value: unknown, path: Path): unknown {
    if (value instanceof Promise) return this.#promised(type, field, value, path);
    try {
      return this.#guarded(type, field, value, path);
    } catch (error) {
      return this.#failure(error, type, field, path);
    }
  }

  /** Null for a value that failed; throws where null is not allowed, so that the error makes the parent null. */
  #failure(error: unknown, { isNonNull }: CompiledType, { nodes }: CompiledField, path: Path): null {
    if (error instanceof TooManyObjectsError) throw error;
    const located = locatedError(error, nodes, keysOf(path));
    if (isNonNull) throw located;
    this.#add(located, path);
    return null;
  }

  /** Records an error unless an earlier one has already made a parent of its path null. */
  #add(error: GraphQLError, path: Path | undefined): void {
    if (this.#nulled.has(undefined)) return;
    for (let place = path; place !== undefined; place = place.above) if (this.#nulled.has(place)) return;
    this.#nulled.add(path);
    this.#errors.push(error);
  }

  #checkStopped(): void {
    if (this.#isStopped) throw new Error('The execution was stopped.');
  }
}

function written(type: GraphQLLeafType, value: unknown): unknown {
  const text = type.coerceOutputValue(value);
  if (text !== null && text !== undefined) return text;
  throw new Error(`Expected ${String(type)} to write a value, but it wrote ${String(text)}.`);
}

/** Resolves to the object when all of its promises are resolved: one promise per object. */
function settled(answer: Answer, pending: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let left = pending;
    for (const [key, value] of Object.entries(answer)) {
      if (!(value instanceof Promise)) continue;
      value.then((resolved: unknown) => {
        answer[key] = resolved;
        if (--left === 0) resolve(answer);
      }, reject);
    }
  });
}

/**
 * Ignores failures of values that are awaited later, or not at all because the parent is null already. They would
 * otherwise stop the process as unhandled rejections.
 */
function ignoreFailures(values: readonly unknown[]): void {
  for (const value of values) if (value instanceof Promise) value.catch(() => undefined);
}

function keysOf(path: Path): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let place: Path | undefined = path; place !== undefined; place = place.above) keys.push(place.key);
  return keys.reverse();
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
