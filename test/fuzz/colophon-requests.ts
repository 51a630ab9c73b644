import * as fc from 'fast-check';
import { readDeclaredRequests } from '../../scripts/declared-requests.ts';
import { CONTENT_TYPES, encoded, jsonText, objectOf, texts } from './random-request.ts';
import type { RandomRequest } from './random-request.ts';

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
      ...{ method, path: `${path.replace(/:\w+/, key)}?${asked}` },
      headers: method === 'GET' ? {} : { 'content-type': type },
      body: method === 'GET' ? undefined : body,
    }));
}

const PATHS = [...new Set(ENDPOINTS.map(([, path]) => path))];
const numberText = fc.oneof(fc.integer(), fc.double()).map(String);

/** Bodies for all paths; most endpoints reject members that they do not know. */
function bodies(word: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const flag = fc.boolean();
  const list = fc.array(word, { maxLength: 3 });
  const definition = objectOf({
    ...{
      urn: word,
      qualifiedName: word,
      displayName: word,
      version: word,
      immutable: flag,
      entityTypes: list,
    },
    valueType: fc.oneof(fc.constant('urn:li:dataType:datahub.string'), word),
    cardinality: fc.constantFrom('SINGLE', 'MULTIPLE', 'x'),
    allowedValues: fc.array(objectOf({ value: objectOf({ string: word, double: fc.double() }) }), {
      maxLength: 2,
    }),
  });
  return fc.oneof(
    objectOf({
      ...{
        name: word,
        description: word,
        actorUrn: word,
        readOnly: flag,
        properties: list,
        entityTypes: list,
      },
      durationMs: fc.oneof(fc.constant(null), fc.nat(), fc.double()),
    }),
    objectOf({ urn: word, displayName: word, email: word }),
    objectOf({ password: word }),
    objectOf({
      definitions: fc.array(definition, { maxLength: 2 }),
      deletions: fc.array(objectOf({ urn: word, hard: flag }), { maxLength: 2 }),
      planToken: word,
    }),
    objectOf({ code: word, username: word, password: word }),
    objectOf({
      fullName: word,
      email: word,
      password: word,
      title: word,
      inviteToken: word,
      resetToken: word,
    }),
    // Each valid one starts a job; most are rejected.
    objectOf({ step: word, repair: flag, x: word }),
  );
}
