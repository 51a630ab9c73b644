import * as fc from 'fast-check';
import { readDeclaredRequests } from '../../scripts/declared-requests.ts';
import { partOf } from '../support/part-of.ts';
import { ownRoutes } from '../../src/api/colophon/colophon-routes.ts';
import { asObject } from '../../src/util/json/json-input.ts';
import { isJsonObject, type JsonObject } from '../../src/util/json.ts';
import { CONTENT_TYPES, encoded, jsonText, objectOf, texts, type RandomRequest } from './random-request.ts';

/** Paths that need no token, because they start or end a session. */
export const SESSION_PATHS = ['/login', '/logIn', '/logOut', '/signUp', '/resetNativeUserCredentials'];

/** Method and path of endpoints that DataHub does not have, and of session endpoints. */
const ENDPOINTS = Object.entries((await readDeclaredRequests()).paths)
  .filter(([path]) => path.startsWith('/api/colophon/') || SESSION_PATHS.includes(path))
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => [method, path] as const));

const PARAMETERS = ['entity', 'actor', 'kind', 'since', 'until', 'count', 'cursor', 'x'];

/** Random requests to endpoints that DataHub does not have, and to session endpoints. */
export function colophonRequests(words: readonly string[]): fc.Arbitrary<RandomRequest> {
  const word = texts(words);
  const query = fc
    .array(fc.tuple(fc.constantFrom(...PARAMETERS), encoded(fc.oneof(word, numberText))), { maxLength: 3 })
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
  const endpoint = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...ENDPOINTS) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('PUT', 'PATCH', 'OPTIONS'), fc.constantFrom(...PATHS)) },
  );
  return fc
    .tuple(endpoint, encoded(word), query, jsonText(bodies(word)), CONTENT_TYPES)
    .map(([[method, path], key, asked, body, type]) => ({
      method,
      path: `${path.replace(/:\w+/, key)}?${asked}`,
      headers: method === 'GET' ? {} : { 'content-type': type },
      body: method === 'GET' ? undefined : body,
    }));
}

const PATHS = [...new Set(ENDPOINTS.map(([, path]) => path))];
const numberText = fc.oneof(fc.integer(), fc.double()).map(String);

/** Bodies of session endpoints, and of routes under `/api/colophon` by their declared shapes. */
function bodies(word: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const session = ['code', 'username', 'fullName', 'email', 'password', 'title', 'inviteToken', 'resetToken'];
  const shapes = ownRoutes('1', partOf({})).flatMap(({ bodySchema }) => bodySchema ?? []);
  return fc.oneof(
    objectOf(Object.fromEntries(session.map((name) => [name, word]))),
    ...shapes.map((schema) => valueOf(asObject(schema, 'shape'), word)),
  );
}

/** Values that nearly match a JSON Schema: mostly of its types, with missing or unknown members. */
function valueOf(schema: JsonObject, word: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { items, properties, type } = schema;
  switch (type) {
    case 'object': {
      const members = Object.entries(isJsonObject(properties) ? properties : DEFINITION);
      const known = members.map(([name, member]) => [name, valueOf(asObject(member, name), word)] as const);
      return objectOf({ ...Object.fromEntries(known), x: word });
    }
    case 'array':
      return fc.array(valueOf(asObject(items, 'items'), word), { maxLength: 3 });
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.oneof(fc.constant(null), fc.nat(), fc.double());
    default:
      return fc.oneof(word, fc.constantFrom('SINGLE', 'MULTIPLE', 'urn:li:dataType:datahub.string'));
  }
}

/** Shape of the aspect that defines a property, which schemas declare only as an object. */
const DEFINITION: JsonObject = {
  urn: {},
  qualifiedName: {},
  displayName: {},
  version: {},
  valueType: {},
  cardinality: {},
  immutable: { type: 'boolean' },
  entityTypes: { type: 'array', items: {} },
  allowedValues: {
    type: 'array',
    items: {
      type: 'object',
      properties: { value: { type: 'object', properties: { string: {}, double: { type: 'number' } } } },
    },
  },
};
