import { describe, expect, it } from 'vitest';
import { REGISTRY } from '../../../test/support/memory/http-server.ts';
import { partOf } from '../../../test/support/part-of.ts';
import type { IngestGuard, MetadataChange } from '../../change/metadata-change.ts';
import { ExistenceChangedError } from '../../change/unless-changed.ts';
import { reasonOf } from '../../model/access/reason.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { EVERYTHING } from '../../model/scope.ts';
import { parseUrn, type Urn } from '../../model/urn.ts';
import type { MetadataQuery } from '../../query/metadata-query.ts';
import type { Authorizer } from '../authorizer.ts';
import { Grants, NOTHING_GRANTED } from '../grants.ts';
import { openWrites } from './write-access.ts';

const [A, B] = ['a', 'b'].map((name) =>
  parseUrn(`urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`),
) as [Urn, Urn];

interface Given {
  /** What the operation has looked up. */
  readonly seen?: readonly Urn[];
  /** What exists when the writes are committed; others were deleted after they were looked up. */
  readonly atCommit: readonly Urn[];
  readonly grants?: Grants;
}

/** Writes of an actor with EDIT_ENTITY_TAGS on everything, and what is looked up for them. Both entities exist at first. */
function writesOf({ atCommit, grants = NOTHING_GRANTED, seen = [] }: Given) {
  const decided: (readonly Urn[])[] = [];
  const lookups: (readonly Urn[])[] = [];
  const guards: IngestGuard[] = [];
  const change = partOf<MetadataChange>({
    ingest: (_actor, _proposals, guard = {}) => {
      guards.push(guard);
      const existing = new Set(atCommit);
      const gone = [A, B].find((urn) => guard.existed?.has(urn) === true && !existing.has(urn));
      if (gone !== undefined) return Promise.reject(new ExistenceChangedError(gone, existing));
      return Promise.resolve({ sequence: 1, results: [] });
    },
  });
  const query = partOf<MetadataQuery>({
    existing: (urns) => {
      lookups.push(urns);
      return Promise.resolve(new Set(urns));
    },
  });
  const authorizer = partOf<Authorizer>({
    decideOn: (_actor, privileges, on) => {
      decided.push(on.map(({ urn }) => urn));
      const allowed = privileges.includes('EDIT_ENTITY_TAGS');
      return Promise.resolve(
        on.map(() => ({ allowed, policy: undefined, reason: reasonOf('NOT_GRANTED', '') })),
      );
    },
    isUnlimited: () => false,
    isTagLimited: () => false,
    scopeOf: () => EVERYTHING,
  });
  const writes = openWrites({
    actor: { urn: parseUrn('urn:li:corpuser:a'), tokenId: undefined },
    authorizer,
    change,
    query,
    registry: REGISTRY,
    grants,
    seen: new Set(seen),
    scope: EVERYTHING,
    attempt: () => undefined,
  });
  return { decided, guards, lookups, write: () => writes.ingest([A, B].map(tagged)) };
}

function tagged(urn: Urn) {
  return upsertOf(urn, 'globalTags', { tags: [] });
}

describe('writes', () => {
  it('look up the entities that the operation has not seen, once', async () => {
    const { guards, lookups, write } = writesOf({ seen: [A], atCommit: [A, B] });
    await write();
    expect(lookups).toEqual([[B]]);
    expect(guards.map(({ existed }) => existed)).toEqual([new Set([A, B])]);
  });

  it('look up nothing when the operation has seen them all', async () => {
    const { guards, lookups, write } = writesOf({ seen: [A, B], atCommit: [A, B] });
    await write();
    expect(lookups).toEqual([]);
    expect(guards.map(({ existed }) => existed)).toEqual([new Set([A, B])]);
  });

  it('are decided by general rules where the operation was not granted the same', async () => {
    const grants = new Grants([{ privilege: 'EDIT_ENTITY_TAGS', urn: A }]);
    const { decided, write } = writesOf({ atCommit: [A, B], grants });
    await write();
    expect(decided).toEqual([[B]]);
  });

  it('are not covered by a grant of another privilege', async () => {
    const grants = new Grants([{ privilege: 'EDIT_ENTITY_DOCS', urn: A }]);
    const { decided, write } = writesOf({ atCommit: [A, B], grants });
    await write();
    expect(decided).toEqual([[A, B]]);
  });

  it.each([[[]], [[A]], [[A, B]]])(
    'are judged again, as those that create it, when an entity is deleted before the commit; seen: %j',
    async (seen) => {
      const { guards, write } = writesOf({ seen, atCommit: [A] });
      await expect(write()).rejects.toThrow(
        `unauthorized to CREATE entities: globalTags of ${B} needs CREATE_ENTITY or EDIT_ENTITY on the entity`,
      );
      expect(guards).toHaveLength(1);
    },
  );
});
