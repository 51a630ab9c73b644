import { STRICT_HEADER } from '../../http/answers/warnings-header.ts';
import { MAX_PAGE_COUNT } from '../page-parameters.ts';
import { listOf, query, ref, text, type Node } from './node.ts';

function flag(name: string, fallback: boolean, description: string): Node {
  return query(name, { type: 'boolean', default: fallback }, description);
}

function texts(name: string, description: string): Node {
  return { ...query(name, listOf(text), description), explode: false };
}

function condition(name: string, description: string): Node {
  const precedence = ' `headers` of a written aspect in the body take precedence.';
  return { name, in: 'header', description: `${description}${precedence}`, schema: { type: 'string' } };
}

const ASYNC =
  'Answers 202 instead of 200. The write is durable in both cases, unless the request itself has `async=true` and a ' +
  'condition in `headers` does not hold: then nothing is written, as the trace and X-Colophon-Warnings state.';

/** Shared parameters, by component name. */
export const PARAMETERS: Readonly<Record<string, Node>> = {
  entityName: {
    name: 'entityName',
    in: 'path',
    required: true,
    description: 'Entity type, case-insensitive.',
    schema: { type: 'string' },
  },
  urn: {
    name: 'urn',
    in: 'path',
    required: true,
    description: 'Urn of the entity, percent-encoded.',
    schema: { type: 'string', format: 'urn' },
  },
  aspectName: { name: 'aspectName', in: 'path', required: true, schema: { type: 'string' } },
  systemMetadata: flag('systemMetadata', false, 'Adds author, time and run id of each aspect.'),
  asOf: query(
    'asOf',
    { type: 'string' },
    'Moment as of which to answer: a cursor of the change feed or an RFC 3339 time.',
  ),
  async: flag('async', false, ASYNC),
  asyncByDefault: flag('async', true, ASYNC),
  createIfNotExists: flag('createIfNotExists', false, 'Refuses existing aspects.'),
  createIfNotExistsByDefault: flag('createIfNotExists', true, 'Refuses existing aspects.'),
  createIfEntityNotExists: flag('createIfEntityNotExists', false, 'Refuses existing entities.'),
  version: query('version', { type: 'integer', minimum: 0, default: 0 }, 'Version to read; 0 is the latest.'),
  aspects: texts('aspects', 'Aspects; absent: all.'),
  aspectNames: texts('aspectNames', 'Aspects; absent: all.'),
  clear: flag('clear', false, 'Deletes every aspect except the key.'),
  count: query(
    'count',
    { type: 'integer', minimum: 0, default: 10 },
    `Entities per page, at most ${MAX_PAGE_COUNT}.`,
  ),
  query: query('query', { type: 'string', default: '*' }, 'Search words; `*` matches everything.'),
  scrollId: query('scrollId', { type: 'string' }, 'Continues after the page with this id.'),
  sortCriteria: texts('sortCriteria', 'Sort fields; absent: by urn.'),
  sortOrder: query(
    'sortOrder',
    { type: 'string', enum: ['ASCENDING', 'DESCENDING'] },
    'Order of all sort fields.',
  ),
  includeSoftDelete: flag('includeSoftDelete', false, 'Includes soft-deleted entities.'),
  includeHiddenLifecycleStages: flag(
    'includeHiddenLifecycleStages',
    false,
    'Includes entities in lifecycle stages that hide them.',
  ),
  exactTotal: flag(
    'exactTotal',
    false,
    'Counts all matches; otherwise the total may be a lower bound, as X-Colophon-Warnings then states.',
  ),
  sort: query('sort', { type: 'string', deprecated: true }, 'Sort field; `sortCriteria` takes precedence.'),
  skipCache: flag('skipCache', false, 'Has no effect: no answer comes from a cache.'),
  skipAggregation: flag('skipAggregation', true, 'Omits the facets.'),
  pitKeepAlive: query('pitKeepAlive', { type: 'string', default: '5m' }, 'How long the scroll is kept.'),
  sliceId: query('sliceId', { type: 'integer', minimum: 0 }, 'Part of a parallel scroll.'),
  sliceMax: query('sliceMax', { type: 'integer', minimum: 1 }, 'Number of parts of a parallel scroll.'),
  ifVersionMatch: condition(
    'If-Version-Match',
    'Version that each written aspect must have; `-1`: it must not exist.',
  ),
  ifModifiedSince: condition('If-Modified-Since', 'Each written aspect must have changed after this time.'),
  ifUnmodifiedSince: condition('If-Unmodified-Since', 'No written aspect may have changed after this time.'),
  ifNoneMatch: condition('If-None-Match', '`*`: with createIfNotExists, skips existing aspects silently.'),
  strict: {
    name: STRICT_HEADER,
    in: 'header',
    description:
      '`true`: refuses requests that would be answered with a warning, such as for filters on fields that do not exist. `allow-kept`: ' +
      'likewise, except for keys and descriptions of built-in entities, which are kept as they are.',
    schema: { type: 'string', enum: ['true', 'false', 'allow-kept'], default: 'false' },
  },
};

/** References to shared parameters by name. */
export function parameters(...names: readonly string[]): readonly Node[] {
  return names.map((name) => ref('parameters', name));
}

/** Names of the headers that put a condition on each write of a request. */
export const CONDITIONS: readonly string[] = [
  'ifVersionMatch',
  'ifModifiedSince',
  'ifUnmodifiedSince',
  'ifNoneMatch',
];

/** Names of the parameters that all lists have. */
export const PAGE_PARAMETERS: readonly string[] = [
  'count',
  'query',
  'scrollId',
  'sortCriteria',
  'sortOrder',
  'systemMetadata',
  'includeSoftDelete',
  'includeHiddenLifecycleStages',
  'exactTotal',
  'pitKeepAlive',
  'sliceId',
  'sliceMax',
  'sort',
  'skipCache',
];
