import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { DEFAULT_JSON_LIMITS, type JsonLimits } from '../../../util/json/json-scan.ts';

/** Limits of one GraphQL request. The defaults allow a full introspection and pages of 5,000 entities. */
export interface GraphqlLimits {
  /** Limits on the JSON of the body. */
  readonly json: JsonLimits;
  /** Maximum length of a document, in UTF-16 code units: comments and white space are not tokens, but take time. */
  readonly characters: number;
  /** Maximum lines of a document, comments included: the lines before an error are counted for each error. */
  readonly lines: number;
  /** Maximum lexical tokens of a document. */
  readonly tokens: number;
  /** Maximum nesting of selections. */
  readonly depth: number;
  /** Maximum aliased fields; those of a fragment count each time it is spread. */
  readonly aliases: number;
  /** Maximum fields of a response, estimated from the page sizes in the request. */
  readonly cost: number;
  /** Maximum objects of a response, counted while it is made. */
  readonly objects: number;
  /** Maximum execution time in ms. */
  readonly timeout: number;
  /** Maximum parsed documents in the cache, which is keyed by text. */
  readonly cachedDocuments: number;
}

/** Limits that apply unless the operator sets others. */
export const DEFAULT_LIMITS: GraphqlLimits = {
  json: { ...DEFAULT_JSON_LIMITS, values: 200_000 },
  characters: 2 * 1024 * 1024,
  lines: 10_000,
  tokens: 20_000,
  depth: 30,
  aliases: 500,
  cost: 5_000_000,
  objects: 1_000_000,
  timeout: 60_000,
  cachedDocuments: 500,
};

/** Page size assumed for a list when the request gives none. */
const DEFAULT_PAGE = 10;
/** Arguments that set the page size of a field. */
const SIZES: ReadonlySet<string> = new Set(['count']);
/** Arguments with one result per element. */
const LISTS: ReadonlySet<string> = new Set(['urns']);
const SIZED = [...SIZES, ...LISTS];

/** Fields that compare whole versions of an entity; their assumed result size is that of a wide dataset. */
const HISTORIES: ReadonlySet<string> = new Set(['getTimeline', 'getSchemaBlame', 'getSchemaVersionList']);
const HISTORY_SIZE = 20_000;

/** Weights of introspection fields, whose response does not depend on page sizes, and the maximum in a document. */
const INTROSPECTION: ReadonlyMap<string, number> = new Map([
  ['__schema', 10],
  ['__type', 1],
]);
const MOST_INTROSPECTION = 30;

/** A limit that a request exceeds. */
export interface ExceededLimit {
  /** The limit and the remedy. */
  readonly message: string;
  readonly most: number;
}

interface Measure {
  readonly depth: number;
  readonly aliases: number;
  readonly cost: number;
  readonly introspection: number;
}

/**
 * Checks nesting depth and aliases; returns a message with the exceeded limit and the remedy, or undefined. Works on
 * unvalidated documents, in time proportional to their size: each fragment is measured once, and cycles are cut.
 */
export function brokenShape(document: DocumentNode, limits: GraphqlLimits): ExceededLimit | undefined {
  for (const { depth, aliases, introspection } of measureOperations(document, {})) {
    if (depth > limits.depth) {
      return {
        message: `The query is nested ${depth} levels deep; the limit is ${limits.depth}. Split it into several queries.`,
        most: limits.depth,
      };
    }
    if (aliases > limits.aliases) {
      return {
        message: `The query has ${aliases} aliases; the limit is ${limits.aliases}. Send several requests.`,
        most: limits.aliases,
      };
    }
    if (introspection > MOST_INTROSPECTION) {
      return {
        message:
          'The query selects __schema or __type too often; at most 3 and 30 times. Send several requests.',
        most: MOST_INTROSPECTION,
      };
    }
  }
  return undefined;
}

/**
 * Checks the estimated size of the response, which depends on the page sizes in the variables; returns a message with
 * the exceeded limit and the remedy, or undefined.
 */
export function brokenCost(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  limits: GraphqlLimits,
): ExceededLimit | undefined {
  const cost = Math.max(...measureOperations(document, variables).map((measure) => measure.cost));
  if (cost <= limits.cost) return undefined;
  return {
    message: `The response may have ${cost} fields; the limit is ${limits.cost}. Select fewer fields or request smaller pages.`,
    most: limits.cost,
  };
}

function measureOperations(document: DocumentNode, variables: Readonly<Record<string, unknown>>): Measure[] {
  const analyzer = new QueryAnalyzer(document, variables);
  return document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map(({ selectionSet }) => analyzer.measure(selectionSet));
}

class QueryAnalyzer {
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #measured = new Map<string, Measure>();

  constructor(document: DocumentNode, variables: Readonly<Record<string, unknown>>) {
    this.#variables = { ...defaultsIn(document), ...variables };
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION)
        this.#fragments.set(definition.name.value, definition);
    }
  }

  measure(selectionSet: SelectionSetNode): Measure {
    let depth = 0;
    let aliases = 0;
    let cost = 0;
    let introspection = 0;
    for (const selection of selectionSet.selections) {
      const part =
        selection.kind === Kind.FIELD
          ? this.#field(selection)
          : selection.kind === Kind.INLINE_FRAGMENT
            ? this.measure(selection.selectionSet)
            : this.#fragment(selection.name.value);
      depth = Math.max(depth, part.depth);
      aliases += part.aliases;
      cost += part.cost;
      introspection += part.introspection;
    }
    return { depth, aliases, cost, introspection };
  }

  #field(field: FieldNode): Measure {
    const below = field.selectionSet === undefined ? EMPTY : this.measure(field.selectionSet);
    const size = field.selectionSet === undefined ? 1 : this.#size(field);
    return {
      depth: below.depth + 1,
      aliases: below.aliases + (field.alias === undefined ? 0 : 1),
      cost: 1 + size * below.cost,
      introspection: below.introspection + (INTROSPECTION.get(field.name.value) ?? 0),
    };
  }

  #fragment(name: string): Measure {
    const known = this.#measured.get(name);
    if (known !== undefined) return known;
    const fragment = this.#fragments.get(name);
    if (fragment === undefined) return EMPTY;
    this.#measured.set(name, EMPTY);
    const measure = this.measure(fragment.selectionSet);
    this.#measured.set(name, measure);
    return measure;
  }

  /** Number of elements requested by the field's arguments, or by the members of its input object. */
  #size(field: FieldNode): number {
    if (HISTORIES.has(field.name.value)) return HISTORY_SIZE;
    let size: number | undefined;
    for (const argument of field.arguments ?? []) {
      const value = plainValue(argument.value, this.#variables);
      size = larger(size, sizeIn(argument.name.value, value));
      if (!isRecord(value)) continue;
      // An input with `query` is a search: it returns a list even without a page size.
      if ('query' in value) size = larger(size, DEFAULT_PAGE);
      // Read by name: a variable may have a million members, and be used in every field.
      for (const name of SIZED)
        if (Object.hasOwn(value, name)) size = larger(size, sizeIn(name, value[name]));
    }
    return size ?? 1;
  }
}

const EMPTY: Measure = { depth: 0, aliases: 0, cost: 0, introspection: 0 };

function sizeIn(name: string, value: unknown): number | undefined {
  if (SIZES.has(name) && typeof value === 'number') return Math.max(1, value);
  return LISTS.has(name) && Array.isArray(value) ? Math.max(1, value.length) : undefined;
}

function larger(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.max(a, b);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The default values of the variables of all operations. */
function defaultsIn({ definitions }: DocumentNode): Readonly<Record<string, unknown>> {
  const declared = definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  );
  return Object.fromEntries(
    declared.flatMap(({ variable, defaultValue }) =>
      defaultValue === undefined ? [] : [[variable.name.value, plainValue(defaultValue, {})]],
    ),
  );
}

/** The parts of an argument's value that affect sizes: variables, integers, objects, and the length of lists. */
function plainValue(node: ValueNode, variables: Readonly<Record<string, unknown>>): unknown {
  switch (node.kind) {
    case Kind.VARIABLE:
      return Object.hasOwn(variables, node.name.value) ? variables[node.name.value] : undefined;
    case Kind.INT:
      return Number(node.value);
    case Kind.LIST:
      return node.values;
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map(({ name, value }) => [name.value, plainValue(value, variables)]),
      );
    default:
      return undefined;
  }
}
