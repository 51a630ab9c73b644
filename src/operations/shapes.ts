import * as v from 'valibot';
import { CatalogError, invalidRequest } from '../errors.ts';
import { parseUrn, type Urn } from '../model/urn.ts';
import { checkBatchSize } from '../util/batch-size.ts';
import { suggestion } from '../util/closest-name.ts';
import { unknownMember, wrongType } from '../util/json/json-input.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../util/json.ts';
import { choicesIn, refusalOf } from './input-refusal.ts';

const AN_OBJECT = 'a JSON object';

const objects = new WeakSet();

/** Shapes of the parts of request bodies. The message of a shape names the expected value. */
export const TEXT = v.string('a string');
export const FLAG = v.boolean('true or false');
export const NUMBER = v.number('a number');
export const OBJECT = objectAs<JsonObject>();
export const URN: v.GenericSchema<string, Urn> = v.pipe(TEXT, readAs(parseUrn));

/** Converts a part of an input by `read`. A CatalogError that `read` throws gets the path of the part. */
export function readAs<Input, Output>(
  read: (input: Input) => Output,
): v.BaseTransformation<Input, Output, v.BaseIssue<Input>> {
  const action = v.transform(read);
  return {
    ...action,
    '~run': (dataset, config) => {
      try {
        return action['~run'](dataset, config);
      } catch (error) {
        if (!(error instanceof CatalogError)) throw error;
        return refusedPart(dataset.value, error);
      }
    },
  };
}

/** Refuses a part with this error, which is thrown with the path of the part. */
function refusedPart<Input>(input: Input, error: CatalogError): v.FailureDataset<v.BaseIssue<Input>> {
  const { message } = error;
  const found = { kind: 'transformation', type: 'transform', input, received: typeof input } as const;
  return {
    typed: false,
    value: input,
    issues: [{ ...found, expected: null, message, requirement: error }],
  };
}

/** A JSON object whose members are checked elsewhere. */
export function objectAs<Members>(): v.CustomSchema<Members, v.ErrorMessage<v.CustomIssue> | undefined> {
  const shape = v.custom<Members>(isJsonObject, AN_OBJECT);
  objects.add(shape);
  return shape;
}

/** Whether the shape is any JSON object. */
export function isAnyObject(shape: object): boolean {
  return objects.has(shape);
}

/**
 * A shape with a description for JSON Schema, OpenAPI and the fields of GraphQL that are derived from its operation: one sentence
 * with units, default and bounds.
 */
export function described<Shape extends v.GenericSchema>(
  sentence: string,
  shape: Shape,
): v.SchemaWithPipe<readonly [Shape, v.DescriptionAction<v.InferOutput<Shape>, string>]> {
  // Parsed by the shape alone: the description costs requests nothing.
  return { ...v.pipe(shape, v.description(sentence)), '~run': shape['~run'] };
}

/** A whole number; `what`: its meaning, such as `the number of a commit`. */
export function wholeNumber(what: string): v.GenericSchema<number> {
  return v.pipe(v.number(what), v.safeInteger(what));
}

/** One of these words. */
export function oneOf<const Words extends readonly string[]>(words: Words): v.PicklistSchema<Words, string> {
  return v.picklist(words, `one of ${words.join(', ')}`);
}

/** An optional member; undefined if missing. */
export function maybe<Raw, Value>(
  shape: v.GenericSchema<Raw, Value>,
): v.OptionalSchema<v.GenericSchema<Raw, Value>, () => undefined> {
  return v.optional(shape, () => undefined);
}

/** A list of at most 10,000 elements; `name`: its path. */
export function batchOf<Raw, Item>(
  name: string,
  item: v.GenericSchema<Raw, Item>,
): v.GenericSchema<readonly Raw[], readonly Item[]> {
  const shape = v.array(item, 'a list');
  return {
    ...shape,
    '~run': (dataset, config) => {
      try {
        if (Array.isArray(dataset.value)) checkBatchSize(name, dataset.value.length);
      } catch (error) {
        if (!(error instanceof CatalogError)) throw error;
        const { data, kind } = error.problems[0] ?? {};
        // The path of the part is added where it is known.
        return refusedPart(dataset.value, new CatalogError(error.code, error.message, { data, kind }));
      }
      return shape['~run'](dataset, config);
    },
  };
}

/**
 * A JSON object with these members and no others: a misspelt member is refused, with the closest known name. Every part of an
 * input is one, except forms that others extend (`openObjectOf`).
 */
export function objectOf<Members extends v.ObjectEntries>(
  members: Members,
): v.StrictObjectSchema<Members, (issue: v.StrictObjectIssue) => string> {
  const known = new Set(Object.keys(members));
  const wordsFor = wordsOf(members);
  // Unknown members are refused before parsing.
  const parts = v.object(members, wordsFor);
  return {
    ...v.strictObject(members, wordsFor),
    '~run': (dataset, config) => {
      const { value: input } = dataset;
      // valibot treats a list as an object, and accepts members that every object inherits.
      if (!isJsonObject(input)) return refusal(input, { expected: 'Object', message: AN_OBJECT });
      const key = Object.keys(input).find((member) => !known.has(member));
      if (key === undefined) return parts['~run'](dataset, config);
      const message = `${suggestion(key, [...known])} Known members: ${[...known].join(', ')}.`;
      const path = [{ type: 'object', origin: 'key', input: { ...input }, key, value: input[key] }] as const;
      return refusal(input, { expected: UNKNOWN, message, path: [...path], requirement: known });
    },
  };
}

/**
 * A JSON object with these members, in a form that others extend: further members are ignored. `exposed-operations.test.ts`
 * lists the operations that may use it, with reasons.
 */
export function openObjectOf<Members extends v.ObjectEntries>(
  members: Members,
): v.ObjectSchema<Members, (issue: v.ObjectIssue) => string> {
  return v.object(members, wordsOf(members));
}

/** Words for a member that is missing, or for a value that is no object. */
function wordsOf(members: v.ObjectEntries): (issue: v.ObjectIssue | v.StrictObjectIssue) => string {
  return ({ path, received }) => {
    const key = path?.at(-1)?.key;
    return received === 'undefined' && typeof key === 'string' ? expectationOf(members[key]) : AN_OBJECT;
  };
}

function refusal(
  value: unknown,
  issue: Pick<v.StrictObjectIssue, 'expected' | 'message' | 'path'> & {
    /** The known members of an object with an unknown one. */
    readonly requirement?: ReadonlySet<string>;
  },
): v.FailureDataset<v.StrictObjectIssue> {
  const found = { kind: 'schema', type: 'strict_object', input: value, received: typeof value } as const;
  return { typed: false, value, issues: [{ ...found, ...issue }] };
}

/** Expectation that valibot reports for an unknown member. */
const UNKNOWN = 'never';

/**
 * Parses an input; throws INVALID_REQUEST with the path of the invalid member. `whole`: name of the input in
 * messages. `under`: path of the input, if it is part of another one.
 */
export function readInput<Body>(
  shape: v.GenericSchema<unknown, Body>,
  body: unknown,
  whole = 'The request body',
  under = '',
): Body {
  const result = v.safeParse(shape, body, {
    abortEarly: true,
    // For a missing member, valibot expects the name of the member.
    message: ({ expected, received, type }) =>
      type.endsWith('object') && received === 'undefined' ? 'given' : expectationIn(expected ?? ''),
  });
  if (result.success) return result.output;
  const { issues } = result;
  const issue = issues.map(unknownInUnion).find(({ expected }) => expected === UNKNOWN) ?? issues[0];
  const { expected, input, message, path = [], requirement } = issue;
  const at = pathOf(path, under);
  if (requirement instanceof CatalogError) throw at === '' ? requirement : requirement.inPart(at);
  if (expected === UNKNOWN) {
    const place = pathOf(path.slice(0, -1), under);
    const member = String(path.at(-1)?.key);
    const said = `There is no member '${member}'${place && ` in ${place}`}.${message}`;
    throw invalidRequest(said, at, unknownMember(member, requirement instanceof Set ? requirement : []));
  }
  const refusal = refusalOf(issue, at || whole);
  // The message of `v.check` is a sentence.
  if (expected === null) throw invalidRequest(`${at || whole}: ${message}.`, at, refusal);
  throw wrongType(at || whole, message, asJson(input), refusal);
}

/** The unknown member of an object that is none of a union because each form lacks one of its members. */
function unknownInUnion(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown> {
  const [first, ...others] = issue.issues ?? [];
  if (first === undefined || ![first, ...others].every(({ expected }) => expected === UNKNOWN)) return issue;
  // A nested issue has the path from the union on.
  return { ...first, path: [...(issue.path ?? []), ...(first.path ?? [])] as v.BaseIssue<unknown>['path'] };
}

/** The expectation for a missing member. */
function expectationOf(shape: unknown): string {
  if (typeof shape !== 'object' || shape === null) return '';
  if ('wrapped' in shape) return expectationOf(shape.wrapped);
  if ('message' in shape && typeof shape.message === 'string') return shape.message;
  return 'expects' in shape && typeof shape.expects === 'string' ? expectationIn(shape.expects) : AN_OBJECT;
}

const EXPECTATIONS: Readonly<Record<string, string>> = {
  Array: 'a list',
  Object: AN_OBJECT,
  boolean: 'true or false',
  number: 'a number',
  string: 'a string',
};

/** The expectation of a shape without a message, from valibot's notation: `string`, `("A" | "B")`. */
function expectationIn(notation: string): string {
  const options = choicesIn(notation);
  if (options.length > 1) return `one of ${options.map((word) => `"${word}"`).join(', ')}`;
  return EXPECTATIONS[notation] ?? notation;
}

function pathOf(path: readonly { readonly key: unknown }[], under: string): string {
  const steps = path.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return `${under}${steps.join('')}`.replace(/^\./, '');
}

/** A part of the body. */
function asJson(input: unknown): JsonValue | undefined {
  return input as JsonValue | undefined;
}
