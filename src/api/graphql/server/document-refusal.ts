import { isEnumType, type GraphQLSchema } from 'graphql';
import { MOST_LISTED, because, type Refusal } from '../../../refusals.ts';
import { IN_INPUT } from './java-words.ts';

/** Where graphql-js refuses something. */
interface RefusedPlace {
  /** Path of the value in an argument or a variable, beginning with its name; undefined: the error concerns no input. */
  readonly name: string | undefined;
  readonly schema: GraphQLSchema;
}

/** The groups of a match; absent ones are empty. */
type Groups = Readonly<Record<string, string>>;

/** A form of the messages of graphql-js, and the refusal that it means. */
type Form = readonly [message: RegExp, refusal: (groups: Groups, place: RefusedPlace) => Refusal];

const CLOSEST = /Did you mean (?:the enum value )?"([^"]*)"/;

const INT = { least: -(2 ** 31), most: 2 ** 31 - 1 };

/** The first match counts. */
const FORMS: readonly Form[] = [
  [/^Value "(?<value>[^"]*)" does not exist in "(?<type>\w+)" enum/, choice],
  [/^Enum "(?<type>\w+)" cannot represent \S+ value: "?(?<value>[^".]*)/, choice],
  [
    /^Int cannot represent non 32-bit signed integer value: (?<value>.*)$/s,
    ({ value = '' }, place) => because('INPUT_RANGE', { name: named(place), value, ...INT }),
  ],
  [
    /^(?<type>\w+) cannot represent [^:]*value: (?<value>.*)$/s,
    ({ type = '', value = '' }, place) => because('INPUT_VALUE', { name: named(place), value, type }),
  ],
  [
    /^Expected value of type "(?<type>[^"]*)" to be an object, found: (?<value>.*)\.$/s,
    ({ type = '', value = '' }, place) => because('INPUT_VALUE', { name: named(place), value, type }),
  ],
  [
    /^Expected value of type "[^"]*" not to include unknown field "(?<name>[^"]*)"/,
    ({ name = '', closest = '' }) => because('INPUT_UNKNOWN', { name, closest }),
  ],
  [
    /^Unknown (?:argument|operation named) "(?<name>[^"]*)"/,
    ({ name = '', closest = '' }) => because('INPUT_UNKNOWN', { name, closest }),
  ],
  [
    /^Expected value of type "[^"]*" to include required field "(?<name>[^"]*)"/,
    ({ name = '' }, place) => because('INPUT_MISSING', { name: place.name ?? name }),
  ],
  [
    /^Expected (?:a )?value of non-null type/,
    (_groups, place) => because('INPUT_MISSING', { name: named(place) }),
  ],
  [/^Argument "[\w.]+\((?<name>\w+):\)" of type/, ({ name = '' }) => because('INPUT_MISSING', { name })],
  [
    /^Expected variable "\$\w+" provided to non-null type/,
    (_groups, place) => because('INPUT_MISSING', { name: named(place) }),
  ],
  [/^Must provide operation name/, () => because('INPUT_MISSING', { name: 'operationName' })],
  [
    /^Cannot query field "(?<name>[^"]*)" on type "(?<type>[^"]*)"/,
    ({ name = '', type = '', closest = '' }) => because('DOCUMENT_FIELD_UNKNOWN', { name, type, closest }),
  ],
  [
    /^Variable "\$(?<name>\w+)" of type "(?<value>[^"]*)" used in position expecting type "(?<type>[^"]*)"/,
    ({ name = '', value = '', type = '' }) => because('INPUT_VALUE', { name, value, type }),
  ],
];

/** Why graphql-js refuses a document or a variable, as data: from its message, which has no other form. */
export function documentRefusal(message: string, place: RefusedPlace): Refusal {
  const inner = IN_INPUT.exec(message)?.groups;
  const text = inner?.['message'] ?? message;
  const name = place.name ?? inner?.['input'];
  const closest = CLOSEST.exec(text)?.[1] ?? '';
  for (const [form, refusal] of FORMS) {
    const match = form.exec(text);
    if (match !== null) return refusal({ ...match.groups, closest }, { ...place, name });
  }
  const [, first = ''] = /"[@$]?([^"]*)"/.exec(text) ?? [];
  return because('DOCUMENT_UNFIT', { name: first });
}

function choice({ type = '', value = '' }: Groups, { schema, ...place }: RefusedPlace): Refusal {
  const found = schema.getType(type);
  const values = isEnumType(found) ? found.getValues().slice(0, MOST_LISTED) : [];
  return because('INPUT_CHOICE', {
    name: named({ schema, ...place }),
    value,
    allowed: values.map(({ name }) => name),
  });
}

function named({ name = '' }: RefusedPlace): string {
  return name;
}
