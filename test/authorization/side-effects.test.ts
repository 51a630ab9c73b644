import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { SIDE_EFFECTS } from '../../src/change/side-effects/index.ts';
import { datasetUrn } from '../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../support/test-actors.ts';

const STAMP = { time: 1, actor: 'urn:li:corpuser:datahub' };
const lineageTo = (...upstreams: readonly string[]): object => ({
  upstreams: upstreams.map((dataset) => ({ dataset, type: 'TRANSFORMED' })),
});
const incidentOn = (urn: string): object => ({
  type: 'OPERATIONAL',
  entities: [urn],
  status: { state: 'ACTIVE', lastUpdated: STAMP },
  created: STAMP,
});
const latestOf = (set: string): object => ({
  versionSet: set,
  version: { versionTag: '1' },
  sortId: 'AAAAAAAA',
  isLatest: true,
});

/**
 * A write to the writer's own entity that may cause a derived write to the partner, on which the writer has no
 * rights.
 */
interface Case {
  readonly own: (name: string) => string;
  readonly partner: (name: string) => string;
  readonly writes: (partner: string) => readonly (readonly [aspect: string, value: object])[];
  /** The derived aspect of the partner, if the writer may write it. */
  readonly follows: string;
  /** Whether the write is refused if the derived write is forbidden; otherwise only that one is left out. */
  readonly isRefused?: true;
  /** Whether reading the partner suffices. */
  readonly needsReadAccessOnly?: true;
  /** Whether nothing is derived for a missing partner. */
  readonly createsNothing?: true;
}

/** By side effect: the cases, or why it changes no other entity. */
const EFFECTS: Readonly<Record<string, Readonly<Record<string, Case>> | string>> = {
  dbtSiblings: {
    'of a table': {
      own: (name) => datasetUrn(name, 'snowflake'),
      partner: (name) => datasetUrn(name, 'dbt'),
      writes: (partner) => [['upstreamLineage', lineageTo(partner)]],
      follows: 'siblings',
    },
    'of a dbt source': {
      own: (name) => datasetUrn(name, 'dbt'),
      partner: (name) => datasetUrn(name, 'snowflake'),
      writes: (partner) => [
        ['subTypes', { typeNames: ['Source'] }],
        ['upstreamLineage', lineageTo(partner)],
      ],
      follows: 'siblings',
    },
  },
  incidentsSummaries: {
    'of an incident': {
      own: (name) => `urn:li:incident:${name}`,
      partner: (name) => datasetUrn(name),
      writes: (partner) => [['incidentInfo', incidentOn(partner)]],
      follows: 'incidentsSummary',
      createsNothing: true,
    },
  },
  productsOfAssets: {
    'of a data product': {
      own: (name) => `urn:li:dataProduct:${name}`,
      partner: (name) => datasetUrn(name),
      writes: (partner) => [['dataProductProperties', { name: 'p', assets: [{ destinationUrn: partner }] }]],
      follows: 'dataProducts',
      isRefused: true,
      needsReadAccessOnly: true,
      createsNothing: true,
    },
  },
  versionSets: {
    'of a version': {
      own: (name) => datasetUrn(name),
      partner: (name) => `urn:li:versionSet:(${name},dataset)`,
      writes: (partner) => [['versionProperties', latestOf(partner)]],
      follows: 'versionSetProperties',
      isRefused: true,
    },
  },
  assertionRunSummaries: 'the summary belongs to the assertion of the run',
  columnsOfDeleted: 'columns belong to the deleted entity',
  datasetAliases: 'the alias belongs to the new dataset',
  redefinedProperties: 'the status belongs to the same property',
  restoredLinks: 'it removes entries from the restored aspect',
};
const CASES = Object.values(EFFECTS).flatMap((cases) =>
  typeof cases === 'string' ? [] : Object.entries(cases),
);

/** By name: whether the partner exists, and the privilege that the writer has on it. */
const PARTNERS = {
  hidden: { exists: true, privilege: undefined },
  missing: { exists: false, privilege: undefined },
  seen: { exists: true, privilege: 'VIEW_ENTITY_PAGE' },
  editable: { exists: true, privilege: 'EDIT_ENTITY' },
  creatable: { exists: false, privilege: 'CREATE_ENTITY' },
} as const;
type Partner = keyof typeof PARTNERS;
const isPartner = (name: string): name is Partner => Object.hasOwn(PARTNERS, name);

let root: TestServer;
let writer: TestServer;

/** Grants the writer privileges on these entities. */
const allow = (id: string, urns: readonly string[], ...privileges: readonly string[]): Promise<void> =>
  writePolicy(root, id, {
    privileges,
    actors: { users: [userUrn('writer')] },
    resources: { filter: matching('URN', urns) },
  });

beforeAll(async () => {
  root = await startServer();
  await hideEverything(root);
  writer = await addActor(root, 'writer');
  const own = [...CASES.keys()].flatMap((i) => Object.keys(PARTNERS).map((name) => ownOf(i, name)));
  await allow('own', own, 'VIEW_ENTITY_PAGE', 'CREATE_ENTITY', 'EDIT_ENTITY');
  for (const [name, { exists, privilege }] of Object.entries(PARTNERS)) {
    const partners = [...CASES.keys()].map((i) => partnerOf(i, name));
    if (exists) for (const urn of new Set(partners)) await writeAspect(root, urn, ...made(urn));
    if (privilege !== undefined) await allow(name, partners, privilege);
  }
});
afterAll(() => root.stop());

function caseAt(i: number): Case {
  const of = CASES[i]?.[1];
  if (of === undefined) throw new Error(`There is no case ${i}.`);
  return of;
}
const ownOf = (i: number, name: string): string => caseAt(i).own(`own-${i}-${name}`);
const partnerOf = (i: number, name: string): string => caseAt(i).partner(`partner-${i}-${name}`);
const made = (urn: string): readonly [aspect: string, value: object] =>
  urn.startsWith('urn:li:versionSet:')
    ? ['versionSetProperties', { versioningScheme: 'LEXICOGRAPHIC_STRING', latest: datasetUrn('latest') }]
    : ['status', { removed: false }];

const pathOf = (urn: string): string =>
  `/openapi/v3/entity/${urn.split(':')[2] ?? ''}/${encodeURIComponent(urn)}`;
const stored = async (urn: string): Promise<Answer['json']> => {
  const { json, status } = await root.request('GET', `${pathOf(urn)}?systemMetadata=true`);
  return status === 404 ? undefined : json;
};
const put = (as: TestServer, urn: string, aspect: string, value: object): Promise<Answer> =>
  as.request('POST', `${pathOf(urn)}/${aspect}?createIfNotExists=false`, { value });

it('every side effect is covered', () => {
  expect(Object.keys(EFFECTS).sort()).toEqual(SIDE_EFFECTS.map(({ name }) => name).sort());
});

describe.each(CASES.map(([title], i) => [title, i] as const))('what follows from a write %s', (_title, i) => {
  const { createsNothing, follows, isRefused, needsReadAccessOnly, writes } = caseAt(i);
  /** Writes to the own entity; returns the answers and its new state, without its name and that of the partner. */
  const write = async (name: Partner): Promise<string> => {
    const [own, partner] = [ownOf(i, name), partnerOf(i, name)];
    const answers: unknown[] = [];
    for (const [aspect, value] of writes(partner)) {
      const { status, text } = await put(writer, own, aspect, value);
      expect([200, 403], text).toContain(status);
      answers.push(status, text.replaceAll(/"(traceId|version|time|created)":("[^"]*"|\d+)/g, ''));
    }
    const { json, status } = await writer.request('GET', pathOf(own));
    return JSON.stringify([answers, status, json])
      .replaceAll(name, 'NAME')
      .replaceAll(/"time":\d+/g, '');
  };

  it('is nothing without a right on the partner, whether or not that exists', async () => {
    const before = await stored(partnerOf(i, 'hidden'));
    const [ofHidden, ofMissing] = [await write('hidden'), await write('missing')];
    expect(ofHidden).toBe(ofMissing);
    expect(ofHidden.includes('403')).toBe(isRefused === true);
    expect(await stored(partnerOf(i, 'hidden'))).toEqual(before);
    expect(await stored(partnerOf(i, 'missing'))).toBeUndefined();
  });

  it.each(Object.keys(PARTNERS).filter((name) => !['hidden', 'missing'].includes(name)))(
    'is what the right allows for a partner: %s',
    async (name) => {
      if (!isPartner(name)) throw new Error(name);
      const partner = partnerOf(i, name);
      const before = await stored(partner);
      await write(name);
      const after = await stored(partner);
      const isAllowed = name === 'seen' ? needsReadAccessOnly === true : true;
      const isWritten = isAllowed && !(name === 'creatable' && createsNothing === true);
      if (isWritten) expect(after?.[follows]).not.toEqual(before?.[follows]);
      else expect(after).toEqual(before);
    },
  );
});

describe('siblings', () => {
  const table = datasetUrn('own.table', 'snowflake');
  const model = datasetUrn('own.model', 'dbt');
  const unseen = datasetUrn('unseen', 'dbt');
  const other = datasetUrn('other', 'dbt');
  const siblingsOf = async (urn: string): Promise<unknown> => (await stored(urn))?.siblings?.value.siblings;
  const link = async (as: TestServer, ...upstreams: readonly string[]): Promise<void> => {
    const { status, text } = await put(as, table, 'upstreamLineage', lineageTo(...upstreams));
    expect(status, text).toBe(200);
  };

  beforeAll(async () => {
    await allow(
      'siblings',
      [table, model],
      'VIEW_ENTITY_PAGE',
      'CREATE_ENTITY',
      'EDIT_ENTITY',
      'DELETE_ENTITY',
    );
    for (const urn of [unseen, other]) await writeAspect(root, urn, 'status', { removed: false });
    await writeAspect(root, other, 'siblings', { siblings: [datasetUrn('x', 'snowflake')], primary: true });
  });

  it('are written to the own table, regardless of its hidden model', async () => {
    for (const upstream of [unseen, other, datasetUrn('not.there', 'dbt')]) {
      await link(writer, upstream);
      expect(await siblingsOf(table)).toEqual([upstream]);
    }
    expect(await siblingsOf(unseen)).toBeUndefined();
    expect(await siblingsOf(other)).toEqual([datasetUrn('x', 'snowflake')]);
    await link(writer);
    expect(await siblingsOf(table)).toEqual([]);
  });

  it('are completed when an actor with the right writes the lineage again, and removed with it', async () => {
    await link(writer, unseen);
    await link(root, unseen);
    expect([await siblingsOf(unseen), await siblingsOf(table)]).toEqual([[table], [unseen]]);
    await link(writer);
    expect([await siblingsOf(unseen), await siblingsOf(table)]).toEqual([[], []]);
  });

  it('are not written to a hidden model by a rollback', async () => {
    await link(writer, unseen);
    const proposal = {
      entityType: 'dataset',
      entityUrn: table,
      aspectName: 'upstreamLineage',
      changeType: 'UPSERT',
      aspect: { contentType: 'application/json', value: JSON.stringify(lineageTo()) },
      systemMetadata: { runId: 'unlink', lastObserved: 1 },
    };
    const { status, text } = await writer.request('POST', '/aspects?action=ingestProposal', { proposal });
    expect(status, text).toBe(200);
    const undone = await writer.request('POST', '/runs?action=rollback', {
      runId: 'unlink',
      dryRun: false,
      hardDelete: false,
      safe: false,
    });
    expect(undone.status, undone.text).toBe(200);
    expect([await siblingsOf(unseen), await siblingsOf(table)]).toEqual([[], [unseen]]);
  });

  it('are not written to a hidden model once the references to another are deleted, which leaves it as the only one', async () => {
    await link(writer);
    await put(writer, model, 'status', { removed: false });
    await link(writer, model, unseen);
    const removed = await writer.request('POST', '/entities?action=deleteReferences', { urn: model });
    expect(removed.status, removed.text).toBe(200);
    expect([await siblingsOf(unseen), await siblingsOf(table)]).toEqual([[], [unseen]]);
  });
});

it('an incident is not listed in a dataset created later by an actor who did not see it', async () => {
  const late = datasetUrn('own.late');
  await writeAspect(root, 'urn:li:incident:early', 'incidentInfo', incidentOn(late));
  await allow('late', [late], 'CREATE_ENTITY');
  expect((await put(writer, late, 'status', { removed: false })).status).toBe(200);
  expect((await stored(late)).incidentsSummary).toBeUndefined();
});
