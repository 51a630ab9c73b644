import {
  Kind,
  TypeInfo,
  print,
  visit,
  type ASTNode,
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLSchema,
} from 'graphql';

/**
 * Message of graphql-js, with `#` for a quoted name; kind of the error in graphql-java; its description there, with
 * `$1` for the first name.
 */
type Words = readonly [js: string, kind: string, java: string];

/** An error in a value: its description starts with the argument and the value. */
const WRONG_TYPE = 'WrongType';
/** Errors that graphql-java finds after traversing the fields, and reports without a path. */
const PATHLESS: ReadonlySet<string> = new Set(['FieldsConflict', 'UnusedFragment', 'UnusedVariable']);
/** Maximum length of a value in a message, in characters. */
const LONGEST_VALUE = 100;

/** The first match counts. From the first three, clients detect that a server lacks a field, a type or an argument. */
const WORDS: readonly Words[] = [
  ['Cannot query field # on type #', 'FieldUndefined', "Field '$1' in type '$2' is undefined"],
  ['Unknown type #', 'UnknownType', "Unknown type '$1'"],
  ['Unknown argument # on field', 'UnknownArgument', "Unknown field argument '$1'"],
  ['Unknown argument # on directive', 'UnknownDirective', "Unknown directive argument '$1'"],
  ['Unknown directive #', 'UnknownDirective', "Unknown directive '$1'"],
  ['Directive # may not be used on', 'MisplacedDirective', "Directive '$1' not allowed here"],
  ['Unknown fragment #', 'UndefinedFragment', "Undefined fragment '$1'"],
  ['Fragment # is never used', 'UnusedFragment', "Unused fragment '$1'"],
  ['Cannot spread fragment # within itself', 'FragmentCycle', 'Fragment cycles not allowed'],
  [
    'Fragment cannot be spread here as objects of type # can never be of type #',
    'InvalidFragmentType',
    "Fragment cannot be spread here as objects of type '$1' can never be of type '$2'",
  ],
  [
    'Fragment # cannot be spread here as objects of type # can never be of type #',
    'InvalidFragmentType',
    "Fragment '$1' cannot be spread here as objects of type '$2' can never be of type '$3'",
  ],
  [
    'Fragment cannot condition on non composite type',
    'InlineFragmentTypeConditionInvalid',
    'Inline fragment type condition is invalid, must be on Object/Interface/Union',
  ],
  [
    'Fragment # cannot condition on non composite type',
    'FragmentTypeConditionInvalid',
    'Fragment type condition is invalid, must be on Object/Interface/Union',
  ],
  ['Variable # is not defined', 'UndefinedVariable', "Undefined variable '$1'"],
  ['Variable # is never used', 'UnusedVariable', "Unused variable '$1'"],
  [
    'Variable # of type # used in position expecting type #',
    'VariableTypeMismatch',
    "Variable '$1' of type '$2' used in position expecting type '$3'",
  ],
  [
    'Variable # cannot be non-input type #',
    'NonInputTypeOnVariable',
    "Input variable '$1' type '$2' is not an input type",
  ],
  ['Argument "@\\w+\\((\\w+):\\)" of type', 'MissingDirectiveArgument', "Missing directive argument '$1'"],
  ['Argument "[\\w.]+\\((\\w+):\\)" of type', 'MissingFieldArgument', "Missing field argument '$1'"],
  [
    'Field # must not have a selection since type #',
    'SubselectionNotAllowed',
    "Subselection not allowed on leaf type '$2' of field '$1'",
  ],
  [
    'Field # of type # must have',
    'SubselectionRequired',
    "Subselection required for type '$2' of field '$1'",
  ],
  [
    'Fields # conflict because # and # are different fields',
    'FieldsConflict',
    "'$1' : '$2' and '$3' are different fields",
  ],
  [
    'Fields # conflict because they have differing arguments',
    'FieldsConflict',
    "'$1' : fields have different arguments",
  ],
  [
    'Fields # conflict because they return conflicting types # and #',
    'FieldsConflict',
    "'$1' : returns different types '$2' and '$3'",
  ],
  [
    'This anonymous operation',
    'LoneAnonymousOperationViolation',
    'Anonymous operation with other operations',
  ],
  [
    'There can be only one argument named #',
    'DuplicateArgumentNames',
    "There can be only one argument named '$1'",
  ],
  [
    'There can be only one fragment named #',
    'DuplicateFragmentName',
    "There can be only one fragment named '$1'",
  ],
  [
    'There can be only one operation named #',
    'DuplicateOperationName',
    "There can be only one operation named '$1'",
  ],
  [
    'There can be only one variable named #',
    'DuplicateVariableName',
    "There can be only one variable named '$1'",
  ],
  [
    'There can be only one input field named #',
    'UniqueObjectFieldName',
    "There can be only one field named '$1'",
  ],
  [
    'Expected value of type # not to include unknown field #',
    WRONG_TYPE,
    "contains a field not in '$1': '$2'",
  ],
  ['Expected value of type # to include required field #', WRONG_TYPE, "is missing required fields '[$2]'"],
  ['Expected value of type # to be an object', WRONG_TYPE, 'must be an object type'],
  ['Expected value of non-null type # not to be null', WRONG_TYPE, 'must not be null'],
];

const PATTERNS = WORDS.map(([js, kind, java]) => ({
  js: new RegExp(`^${js.replaceAll('#', '"[@$]?([^"]*)"')}`),
  kind,
  java,
}));

/** An error as clients see it. */
export interface ShownError {
  readonly message: string;
  /**
   * Path of the refused part in an argument or variable, beginning with its name. Undefined: the error concerns no
   * input.
   */
  readonly field: string | undefined;
}

/**
 * Converts validation errors to the form of graphql-java, which DataHub's clients parse, followed by the message of
 * graphql-js, which has suggestions: `Validation error (FieldUndefined@[a/b]) : Field 'b' in type 'A' is
 * undefined. Cannot query field "b" on type "A".`
 */
export function inJavaWords(
  schema: GraphQLSchema,
  document: DocumentNode,
  errors: readonly GraphQLError[],
): readonly ShownError[] {
  const places = placesOf(schema, document, new Set(errors.flatMap((error) => nodeOf(error) ?? [])));
  return errors.map((error) => {
    const node = nodeOf(error);
    const place = node === undefined ? undefined : places.get(node);
    const java = describe(error.message, place);
    const message = java === undefined ? error.message : `${java}. ${error.message}`;
    return { message, field: fieldOf(error.message, place) };
  });
}

const UNKNOWN_IN_VARIABLE =
  /^Variable "\$\w+" has invalid value[^:]*: Expected value of type "([^"]*)" not to include unknown field "([^"]*)"/;

/**
 * Converts an error of a variable. For an unknown field of an input object, the message of graphql-java precedes that
 * of graphql-js.
 */
export function variableInJavaWords(message: string): ShownError {
  const field = fieldOfInput(message);
  const [, type, unknown] = UNKNOWN_IN_VARIABLE.exec(message) ?? [];
  if (type === undefined || unknown === undefined) return { message, field };
  const java = `The variables input contains a field name '${unknown}' that is not defined for input object type '${type}'`;
  return { message: `${java}. ${message}`, field };
}

/** A message of graphql-js about a variable or an argument: its name, the path of the value in it, and what is wrong. */
export const IN_INPUT =
  /^(?:Variable "\$|Argument "@?[\w.]+\()(?<input>\w+)(?::\))?" has invalid value(?: at (?<path>[^:]+))?: (?<message>.*)$/s;
const NAMED_MEMBER =
  /Expected value of type "[^"]*" (?:not to include unknown|to include required) field "([^"]*)"/;
const WHOLE_ARGUMENT = /^(?:Argument "[\w.]+\((\w+):\)" of type|Unknown argument "(\w+)" on field)/;

function fieldOfInput(message: string): string | undefined {
  const [head, name, path = ''] = IN_INPUT.exec(message) ?? [];
  return head === undefined ? undefined : fieldAt(path, message) || name;
}

function fieldOf(message: string, place: Place | undefined): string | undefined {
  const whole = WHOLE_ARGUMENT.exec(message);
  if (whole !== null) return whole[1] ?? whole[2];
  const argument = place?.argument;
  if (argument === undefined) return undefined;
  const [, name, path = ''] = /^(\w+)(.*)$/.exec(argument.name) ?? [];
  return fieldAt(path, message) || name;
}

/** The path of a value, such as `.and[0]`, with the member of the value that the message names. */
function fieldAt(path: string, message: string): string {
  const [, member] = NAMED_MEMBER.exec(message) ?? [];
  return (member === undefined ? path : `${path}.${member}`).replace(/^\./, '');
}

/** Location of an error. */
interface Place {
  /** Names of the fields that contain it, from the operation or the fragment. */
  readonly path: readonly string[];
  /** The argument that contains it, as `input.and[0].field`, its value and type. */
  readonly argument?: { readonly name: string; readonly value: string; readonly type: string };
}

function describe(message: string, place: Place | undefined): string | undefined {
  for (const { js, kind, java } of PATTERNS) {
    const match = js.exec(message);
    if (match === null) continue;
    const description = java.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? '');
    if (kind !== WRONG_TYPE) return headed(kind, place, description);
    return place?.argument && headed(kind, place, `${argumentIn(place.argument)} ${description}`);
  }
  const argument = place?.argument;
  return argument && headed(WRONG_TYPE, place, `${argumentIn(argument)} is not a valid '${argument.type}'`);
}

function headed(kind: string, place: Place | undefined, description: string): string {
  const path = place?.path ?? [];
  const at = path.length === 0 || PATHLESS.has(kind) ? '' : `@[${path.join('/')}]`;
  return `Validation error (${kind}${at}) : ${description}`;
}

function argumentIn({ name, value }: NonNullable<Place['argument']>): string {
  return `argument '${name}' with value '${value}'`;
}

/** Node at which graphql-java reports the error: for a variable of a wrong type, its use; for others, the first node. */
function nodeOf(error: GraphQLError): ASTNode | undefined {
  return error.nodes?.find(({ kind }) => kind === Kind.VARIABLE) ?? error.nodes?.[0];
}

function placesOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  wanted: ReadonlySet<ASTNode>,
): Map<ASTNode, Place> {
  const places = new Map<ASTNode, Place>();
  const types = new TypeInfo(schema);
  const path: string[] = [];
  /** The name of the visited argument, then the path in its value. */
  const inside: string[] = [];
  const visitor: ASTVisitor = {
    enter(node, key, _parent, _path, ancestors) {
      types.enter(node);
      if (isNamedStep(node)) path.push(node.name.value);
      const above = inside.join('');
      if (node.kind === Kind.ARGUMENT) inside.push(node.name.value);
      else if (inside.length > 0) inside.push(stepTo(node, key));
      if (!wanted.has(node)) return;
      const isField = node.kind === Kind.OBJECT_FIELD;
      const type = String(types.getInputType()).replaceAll(/[[\]!]/g, '');
      const holder = ancestors.at(-1);
      const value = isField && holder !== undefined && 'kind' in holder ? holder : node;
      const argument = { name: isField ? above : inside.join(''), value: shortened(value), type };
      places.set(node, { path: [...path], ...(inside.length > 0 && { argument }) });
    },
    leave(node) {
      types.leave(node);
      if (isNamedStep(node)) path.pop();
      inside.pop();
    },
  };
  visit(document, visitor);
  return places;
}

function isNamedStep(node: ASTNode): node is FieldNode | FragmentDefinitionNode {
  return node.kind === Kind.FIELD || node.kind === Kind.FRAGMENT_DEFINITION;
}

function stepTo(node: ASTNode, key: string | number | undefined): string {
  if (node.kind === Kind.OBJECT_FIELD) return `.${node.name.value}`;
  return typeof key === 'number' ? `[${key}]` : '';
}

function shortened(node: ASTNode): string {
  const text = print(node);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}...` : text;
}
