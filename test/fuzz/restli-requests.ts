import * as fc from 'fast-check';
import { declaredActions } from '../../src/api/restli/resources.ts';
import { CONTENT_TYPES, encoded, jsonText, objectOf, texts, type RandomRequest } from './random-request.ts';

const RESOURCES = Object.keys(declaredActions());
const ACTIONS = Object.entries(declaredActions()).flatMap(([resource, actions]) =>
  Object.keys(actions).map((action) => `/${resource}?action=${action}`),
);
const CHANGE_TYPES = [
  'UPSERT',
  'CREATE',
  'CREATE_ENTITY',
  'UPDATE',
  'PATCH',
  'DELETE',
  'RESTATE',
  'upsert',
  '',
];
const ASPECTS = [
  'status',
  'tagProperties',
  'datasetProperties',
  'structuredProperties',
  'globalTags',
  'datasetKey',
];
const ENTITY_TYPES = ['dataset', 'tag', 'structuredProperty', 'corpuser', 'dataHubPolicy', 'nothing'];
const BASES = ['', '', '', '/gms', '/api/gms'];

/** Random Rest.li requests: actions, reads, and reads tunnelled through POST. */
export function restliRequests(words: readonly string[]): fc.Arbitrary<RandomRequest> {
  const word = texts(words);
  return fc.oneof(
    { weight: 3, arbitrary: actionCalls(word) },
    { weight: 2, arbitrary: reads(word) },
    { weight: 1, arbitrary: tunnelledReads(word) },
  );
}

function actionCalls(word: fc.Arbitrary<string>): fc.Arbitrary<RandomRequest> {
  const unknown = fc
    .tuple(fc.constantFrom(...RESOURCES), encoded(word))
    .map(([resource, action]) => `/${resource}?action=${action}`);
  const called = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...ACTIONS) },
    { weight: 1, arbitrary: unknown },
  );
  return fc
    .tuple(fc.constantFrom(...BASES), called, jsonText(actionBody(word)), CONTENT_TYPES)
    .map(([base, path, body, type]) => ({
      method: 'POST',
      path: base + path,
      body,
      headers: { 'content-type': type },
    }));
}

/** Body with the members of all actions; each action ignores those of the others. */
function actionBody(word: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const proposal = proposals(word);
  const snapshot = snapshots(word);
  const number = fc.oneof(fc.nat(20), fc.integer());
  return objectOf({
    proposal,
    proposals: fc.array(proposal, { maxLength: 3 }),
    entity: fc.oneof(word, snapshot),
    entities: fc.array(fc.oneof(word, snapshot), { maxLength: 2 }),
    urn: word,
    urns: fc.array(word, { maxLength: 3 }),
    aspect: word,
    aspectName: word,
    urnLike: word,
    input: word,
    query: word,
    field: word,
    path: word,
    runId: word,
    scrollId: word,
    keepAlive: word,
    start: number,
    count: number,
    limit: number,
    startTimeMillis: number,
    endTimeMillis: number,
    dryRun: fc.boolean(),
    safe: fc.boolean(),
    value: fc.boolean(),
    async: fc.constant('false'),
    filter: filters(word),
    sort: objectOf({ field: word, order: fc.constantFrom('ASCENDING', 'DESCENDING', 'UP') }),
    buckets: fc.array(
      objectOf({
        resource: word,
        bucket: number,
        duration: fc.constantFrom('DAY', 'HOUR', 'x'),
        metrics: objectOf({}),
      }),
      { maxLength: 2 },
    ),
  });
}

function filters(word: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const condition = fc.constantFrom('EQUAL', 'CONTAIN', 'GREATER_THAN', 'EXISTS', 'IN', 'nothing');
  const criterion = objectOf({
    field: word,
    value: word,
    values: fc.array(word, { maxLength: 3 }),
    condition,
  });
  const and = fc.array(criterion, { maxLength: 3 });
  return objectOf({ or: fc.array(objectOf({ and }), { maxLength: 3 }), criteria: and });
}

function proposals(word: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const value = jsonText(
    fc.oneof(
      fc.constant({ removed: false }),
      objectOf({
        name: word,
        description: word,
        customProperties: fc.dictionary(word, word, { maxKeys: 3 }),
      }),
      fc.jsonValue({ maxDepth: 3 }),
    ),
  );
  return objectOf({
    entityType: fc.constantFrom(...ENTITY_TYPES),
    entityUrn: word,
    changeType: fc.constantFrom(...CHANGE_TYPES),
    aspectName: fc.oneof(fc.constantFrom(...ASPECTS), word),
    aspect: objectOf({
      contentType: fc.constantFrom('application/json', 'application/json-patch+json', 'x'),
      value,
    }),
    systemMetadata: objectOf({
      runId: word,
      lastObserved: fc.integer(),
      properties: fc.dictionary(word, word),
    }),
    headers: fc.dictionary(fc.constantFrom('If-Version-Match', 'If-None-Match', 'x'), word),
  });
}

function snapshots(word: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const aspect = fc.record({ 'com.linkedin.common.Status': objectOf({ removed: fc.boolean() }) });
  const content = objectOf({ urn: word, aspects: fc.array(aspect, { maxLength: 2 }) });
  return fc.record({
    value: fc.oneof(
      fc.record({ 'com.linkedin.metadata.snapshot.DatasetSnapshot': content }),
      fc.record({ 'com.linkedin.metadata.snapshot.TagSnapshot': content }),
      fc.record({ 'com.linkedin.metadata.snapshot.NothingSnapshot': content }),
    ),
  });
}

const PARAMETERS = [
  'ids',
  'aspects',
  'aspect',
  'version',
  'urn',
  'types',
  'direction',
  'start',
  'count',
  'action',
  'entityType',
  'q',
  'x',
];

/** Query strings with valid and invalid Rest.li lists and records. */
function queries(word: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const text = encoded(word);
  const list = fc.array(text, { maxLength: 3 }).map((items) => `List(${items.join(',')})`);
  const record = fc.tuple(text, text).map(([urn, stamp]) => `(urn:${urn},versionStamp:${stamp})`);
  const nested = fc.oneof(list, record).map((value) => `List(${value},${value})`);
  const known = fc.constantFrom('0', '-1', 'OUTGOING', 'INCOMING', 'List(', ')', '()', 'List()', '%', '%FF');
  const value = fc.oneof(text, list, nested, known);
  return fc
    .array(fc.tuple(fc.constantFrom(...PARAMETERS), value), { maxLength: 5 })
    .map((pairs) => pairs.map(([name, text_]) => `${name}=${text_}`).join('&'));
}

function paths(word: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const key = fc.oneof(
    fc.constant(''),
    encoded(word).map((text) => `/${text}`),
  );
  return fc
    .tuple(fc.constantFrom(...BASES), fc.constantFrom(...RESOURCES), key)
    .map(([base, resource, of]) => `${base}/${resource}${of}`);
}

function reads(word: fc.Arbitrary<string>): fc.Arbitrary<RandomRequest> {
  const method = fc.constantFrom('GET', 'GET', 'GET', 'GET', 'DELETE', 'PUT');
  const version = fc.constantFrom('1.0.0', '2.0.0', '');
  return fc.tuple(method, paths(word), queries(word), version).map(([of, path, query, protocol]) => ({
    method: of,
    path: `${path}?${query}`,
    body: undefined,
    headers: { 'x-restli-protocol-version': protocol },
  }));
}

function tunnelledReads(word: fc.Arbitrary<string>): fc.Arbitrary<RandomRequest> {
  return fc.tuple(paths(word), queries(word), CONTENT_TYPES).map(([path, body, type]) => ({
    method: 'POST',
    path,
    body,
    headers: {
      'x-http-method-override': 'GET',
      'content-type': type === 'application/json' ? 'application/x-www-form-urlencoded' : type,
    },
  }));
}
