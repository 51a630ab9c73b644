import { afterAll, beforeAll, describe, it } from 'vitest';
import { aspectPath, definition, propertyUrn } from '../support/catalog-client.ts';
import {
  BARE,
  COLUMN,
  MIXED,
  ONCE,
  ONLY,
  asking,
  askingGraphql,
  expectAlike,
  startTwins,
  type Ask,
  type Twins,
} from './hidden-twins.ts';

let twins: Twins;
beforeAll(async () => {
  twins = await startTwins();
});
afterAll(() => twins[Symbol.asyncDispose]());

const ALL = [MIXED, ONLY, ONCE, COLUMN, BARE];
const PROPERTIES = 'structuredProperties';
const versions = [0, 1, 2, 3, 4, 5, 6];
const run = (action: string, body: object): readonly [string, string, object] => [
  'POST',
  `/runs?action=${action}`,
  body,
];
const stamped = (urn: string, version: number): string =>
  `(urn:${encodeURIComponent(urn)},versionStamp:${encodeURIComponent(`${PROPERTIES}:${version}`)})`;

const CHANGES = '/api/colophon/v1/changes?since=oldest&limit=5000';
const PLANS = '/api/colophon/v1/plans';
const breaking = (name: string): object => ({
  definitions: [
    {
      urn: propertyUrn(name),
      propertyDefinition: definition(name, { type: 'number', version: '20260101000000' }),
    },
  ],
});

const POLL = '/openapi/v1/events/poll?lookbackWindowDays=99999&limit=5000&pollTimeoutSeconds=0';

describe('values that an actor may not read are not revealed by', () => {
  it.each<[string, Ask]>([
    [
      'older versions',
      asking(
        ...ALL.flatMap((urn) =>
          versions.map(
            (version) =>
              ['GET', `${aspectPath(urn, PROPERTIES, 'v3')}?systemMetadata=true&version=${version}`] as const,
          ),
        ),
      ),
    ],
    [
      'older versions in Rest.li',
      asking(
        ...versions.map(
          (version) =>
            ['GET', `/aspects/${encodeURIComponent(MIXED)}?aspect=${PROPERTIES}&version=${version}`] as const,
        ),
        ...versions.map(
          (version) => ['GET', `/entitiesVersionedV2?ids=List(${stamped(MIXED, version)})`] as const,
        ),
      ),
    ],
    [
      'the change feed',
      asking(
        ['GET', `${CHANGES}&property=${propertyUrn('salary')}`],
        ['GET', `${CHANGES}&runId=payroll`],
        ['GET', `${CHANGES}&aspect=${PROPERTIES}`],
        ['GET', CHANGES],
      ),
    ],
    [
      'the timeline',
      asking(
        ...ALL.map(
          (urn) =>
            [
              'GET',
              `/openapi/v2/timeline/v1/${encodeURIComponent(urn)}?categories=STRUCTURED_PROPERTY&raw=true`,
            ] as const,
        ),
      ),
    ],
    [
      'the timeline in GraphQL',
      askingGraphql(
        `query q($urn: String!) { getTimeline(input: {urn: $urn, changeCategories: [STRUCTURED_PROPERTY]}) {
          changeTransactions { timestampMillis lastSemanticVersion versionStamp changeType changes { urn category operation modifier description } } } }`,
        { urn: MIXED },
      ),
    ],
    [
      'the list of runs',
      asking(
        run('list', { pageOffset: 0, pageSize: 100 }),
        run('list', { pageOffset: 0, pageSize: 1 }),
        run('list', { pageOffset: 1, pageSize: 1 }),
      ),
    ],
    [
      'what runs wrote',
      asking(...['payroll', 'teams'].map((runId) => run('describe', { runId, includeAspect: true }))),
    ],
    [
      'the preview of a rollback',
      asking(...['payroll', 'teams'].map((runId) => run('rollback', { runId, dryRun: true }))),
    ],
    ['the audit log', asking(['GET', '/api/colophon/v1/audit?count=1000'])],
    [
      'the audit log of an entity',
      asking(['GET', `/api/colophon/v1/audit?entity=${encodeURIComponent(MIXED)}`]),
    ],
    [
      'the audit log in GraphQL',
      askingGraphql(`{ auditEvents(input: {count: 1000}) { events { time kind aspectName } } }`),
    ],
    ['entity change events', asking(['GET', `${POLL}&topic=PlatformEvent_v1`])],
    ['the change log of aspects', asking(['GET', `${POLL}&topic=MetadataChangeLog_Versioned_v1`])],
    ['the audit log of DataHub', asking(['POST', '/openapi/v1/events/audit/search?size=1000', {}])],
    [
      'the preview of a deletion',
      asking(
        ...['team', 'salary'].map(
          (name) => ['POST', PLANS, { deletions: [{ urn: propertyUrn(name), hard: true }] }] as const,
        ),
      ),
    ],
    [
      'the preview of a definition',
      asking(['POST', PLANS, breaking('team')], ['POST', PLANS, breaking('salary')]),
    ],
  ])('%s', (_channel, question) => expectAlike(twins, question));
});
