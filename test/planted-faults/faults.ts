/**
 * Faults that `run.ts` plants in a copy of the sources, one at a time. They show that the tests detect what users
 * would notice: a lost write, a leaked entity, an ineffective limit.
 */

/** A test run: a project of `vitest.config.ts` and the files to run. */
export type Suspect = readonly [project: string, ...files: string[]];

/** A fault: a small change to one source file, and the tests that should fail because of it. */
export interface Fault {
  readonly name: string;
  /** Source file, relative to the repository. */
  readonly file: string;
  /** Text to replace. Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** What would break for users. */
  readonly why: string;
  /** Runs that should catch the fault, cheapest first. Each passes without the fault. */
  readonly suspects: readonly Suspect[];
}

/** All faults, by folder. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'retention-counts-the-latest',
    file: 'src/model/retention.ts',
    find: 'maxVersions > 0 && { maxVersions }',
    replace: 'maxVersions > 0 && { maxVersions: maxVersions - 1 }',
    why: 'A retention policy keeps one old version too few.',
    suspects: [
      ['unit', 'src/model/retention.test.ts'],
      ['api', 'test/api/retention.test.ts'],
    ],
  },
  {
    name: 'soft-deleted-property-still-filterable',
    file: 'src/store/property-directory.ts',
    find: 'this.#put(stateOf(definition, status, settings, rules));',
    replace: 'this.#put(stateOf(definition, undefined, settings, rules));',
    why: 'Filters, facets and queries accept a property after it was soft-deleted.',
    suspects: [
      ['unit', 'src/store/property-directory.test.ts'],
      ['api', 'test/api/properties/property-life.test.ts'],
    ],
  },
  {
    name: 'commit-without-fsync',
    file: 'src/store/sqlite/connection.ts',
    find: 'PRAGMA synchronous = FULL;',
    replace: 'PRAGMA synchronous = NORMAL;',
    why: 'A power loss takes acknowledged writes with it.',
    suspects: [['durability', 'test/durability/fsync.durability.test.ts']],
  },
  {
    name: 'data-folder-not-locked',
    file: 'src/store/sqlite/folder-lock.ts',
    find: 'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;',
    replace: 'PRAGMA locking_mode = EXCLUSIVE; BEGIN;',
    why: 'Two servers write the same data folder and overwrite each other.',
    suspects: [
      ['unit', 'test/contract/sqlite-store.test.ts'],
      ['api', 'test/api/cli/cli-serve.test.ts'],
    ],
  },
  {
    name: 'commit-not-logged',
    file: 'src/store/sqlite/writer/row-writer.ts',
    find: 'this.#statements.insertLog.run(batch.sequence, batch.createdOn, batch.createdBy, entries);',
    replace: '',
    why: 'After a crash the index never receives the changes it has missed.',
    suspects: [
      ['unit', 'test/contract/sqlite-store.test.ts'],
      ['api', 'test/api/restart.test.ts'],
    ],
  },
  {
    name: 'last-sequence-not-locked',
    file: 'src/store/postgres/write-session.ts',
    find: 'FROM colophon_state FOR UPDATE',
    replace: 'FROM colophon_state',
    why: 'A process that writes without taking a number resets the last number to one read before the commit of another.',
    suspects: [['postgres', 'test/postgres/sharing.pg.test.ts']],
  },
  {
    name: 'immutable-value-deletable',
    file: 'src/change/validators/assignments/immutable-assignments.ts',
    find: 'if (property?.definition.immutable !== true) continue;',
    replace: 'if (property?.definition.immutable !== true || after === undefined) continue;',
    why: 'Deleting the aspect removes values of immutable properties.',
    suspects: [
      ['unit', 'src/change/validators'],
      [
        'api',
        'test/api/graphql/graphql-property-values.test.ts',
        'test/api/openapi/openapi-properties.test.ts',
      ],
    ],
  },
  {
    name: 'follower-not-notified-of-others',
    file: 'src/effects/runner.ts',
    find: 'this.#loops.indexed.wake(upTo);',
    replace: '',
    why: 'Searches do not find what another process of the catalog has written.',
    suspects: [
      ['unit', 'src/effects/runner.test.ts'],
      ['scale', 'test/scale/postgres-embedded.scale.test.ts'],
    ],
  },
  {
    name: 'generation-not-compared',
    file: 'src/search/assignment-field.ts',
    find: '`${ASSIGNMENT_PREFIX}${generation}:${propertyUrn}`',
    replace: '`${ASSIGNMENT_PREFIX}${propertyUrn}`',
    why: 'Filters find values that were assigned before the property was deleted and defined again.',
    suspects: [['api', 'test/api/properties/property-life.test.ts']],
  },
  {
    name: 'position-saved-without-documents',
    file: 'src/search/embedded/embedded-index.ts',
    find: 'state.freeze();',
    replace: '',
    why: 'After a restart searches miss the latest documents, and nothing indexes them again.',
    suspects: [
      ['unit', 'src/search/embedded'],
      ['api', 'test/api/restart.test.ts'],
    ],
  },
  {
    name: 'scroll-repeats-last-row',
    file: 'src/search/embedded/query/take-by-urn.ts',
    find: 'view.segment.urns.upperBound(after)',
    replace: 'view.segment.urns.lowerBound(after)',
    why: 'Each page of a scroll begins with the last entity of the page before.',
    suspects: [
      ['unit', 'test/contract/embedded-index.test.ts'],
      ['api', 'test/api/openapi/openapi-scroll.test.ts'],
    ],
  },
  {
    name: 'opensearch-not-refreshed',
    file: 'src/search/opensearch/opensearch-index.ts',
    find: 'if (!this.#isRefreshed(sequence)) await this.#refreshNext();',
    replace: '',
    why: 'A client that requests synchronous indexing does not find what it has written.',
    suspects: [
      ['opensearch', 'test/contract/opensearch-slots.os.test.ts'],
      ['opensearch', 'test/contract/opensearch-index.os.test.ts'],
    ],
  },
  {
    name: 'scope-missing-in-search',
    file: 'src/query/visibility/visible-entities.ts',
    find: 'if (entityFilter === undefined) return',
    replace: 'if (entityFilter !== null) return',
    why: 'Searches return, and facets count, entities that the caller may not see.',
    suspects: [
      ['unit', 'src/query/search-entities.test.ts'],
      ['api', 'test/authorization/hidden-searches.test.ts'],
    ],
  },
  {
    name: 'scope-missing-in-hydration',
    file: 'src/query/get-entities.ts',
    find: 'const found = await reader.entities(urns, aspectNames, scope, most);',
    replace:
      'const found = await reader.entities(urns, aspectNames, { ...scope, seesEntity: () => true }, most);',
    why: 'Anyone who knows the urn of a hidden entity can read it.',
    suspects: [['api', 'test/api/policies/policies.test.ts']],
  },
  {
    name: 'token-never-expires',
    file: 'src/auth/tokens/authentication.ts',
    find: 'token.expiresAt !== undefined && token.expiresAt <= this.#parts.now()',
    replace: 'token.isSession && token.expiresAt !== undefined && token.expiresAt <= this.#parts.now()',
    why: 'An access token works after its expiry.',
    suspects: [
      ['api', 'test/api/authentication/tokens.test.ts', 'test/api/authentication/access-tokens.test.ts'],
    ],
  },
  {
    name: 'needs-of-operations-ignored',
    file: 'src/operations/requester.ts',
    find: 'if (asked.length === 0) return NOTHING_GRANTED;',
    replace: 'return NOTHING_GRANTED;',
    why: 'Anyone with a token can run every operation that general rules do not judge, such as those on accounts.',
    suspects: [
      ['unit', 'src/operations/requester.test.ts'],
      ['api', 'test/authorization/matrix/matrix.test.ts'],
    ],
  },
  {
    name: 'denial-not-audited',
    file: 'src/operations/requester.ts',
    find: 'recordRefusal(error, operation, input, work);',
    replace: '',
    why: 'The audit log lacks requests that were denied.',
    suspects: [
      ['unit', 'src/operations/requester.test.ts'],
      ['api', 'test/api/audit.test.ts'],
    ],
  },
  {
    name: 'any-password-accepted',
    file: 'src/auth/accounts/passwords.ts',
    find: 'actual.length === wanted.length && timingSafeEqual(actual, wanted) && stored !== undefined',
    replace: '(timingSafeEqual(actual, wanted), stored !== undefined)',
    why: 'Users can log in with any password.',
    suspects: [
      ['unit', 'src/auth/accounts/passwords.test.ts'],
      ['api', 'test/api/authentication/login.test.ts'],
    ],
  },
  {
    name: 'rate-limit-one-too-large',
    file: 'src/api/http/limits/token-buckets.ts',
    find: 'if (next > now + capacity)',
    replace: 'if (fullAt > now + capacity)',
    why: 'A caller may send one request more than the limit allows.',
    suspects: [
      ['unit', 'src/api/http/limits/token-buckets.test.ts'],
      ['api', 'test/api/server/limits.test.ts'],
    ],
  },
  {
    name: 'fragment-measured-once',
    file: 'src/api/graphql/server/limits.ts',
    find: 'this.#measured.set(name, measure);',
    replace: '',
    why: 'A query that spreads one fragment many times exceeds the limits on aliases and cost.',
    suspects: [
      ['unit', 'src/api/graphql/server/limits.test.ts'],
      ['api', 'test/api/server/hostile-input.test.ts'],
    ],
  },
  {
    name: 'if-version-match-ignored',
    file: 'src/api/http/requests/proposal-headers.ts',
    find: '...(condition !== undefined && { condition }),',
    replace: '',
    why: 'A conditional write overwrites the change that it should have detected.',
    suspects: [
      ['unit', 'src/api/openapi/write-routes.test.ts'],
      ['api', 'test/api/openapi/openapi-conditions.test.ts'],
    ],
  },
  {
    name: 'unsafe-rollback',
    file: 'src/api/restli/runs/roll-back.ts',
    find: '?? false) : !safe',
    replace: '?? false) : safe',
    why: 'A rollback that was requested as safe hard-deletes entities.',
    suspects: [['api', 'test/api/restli/restli-runs.test.ts']],
  },
  {
    name: 'import-stops-silently',
    file: 'src/cli/import/send-changes.ts',
    find: 'if (refused.length > 0 && !keepGoing) break;',
    replace: 'if (!keepGoing) break;',
    why: 'After a refused batch an import drops records without an error.',
    suspects: [['api', 'test/api/cli/cli-moving.test.ts']],
  },
  {
    name: 'revoked-token-accepted',
    file: 'src/composition/caches.ts',
    find: 'tokens.changed(urns);',
    replace: '',
    why: 'A revoked token works until the server restarts.',
    suspects: [
      ['api', 'test/api/authentication/tokens.test.ts', 'test/api/authentication/access-tokens.test.ts'],
    ],
  },
  {
    name: 'interrupted-update-not-resumed',
    file: 'src/system-update/run.ts',
    find: 'if (!signal.aborted) await records.end',
    replace: 'await records.end',
    why: 'A rebuild that a shutdown interrupts does not resume at the next start.',
    suspects: [
      ['unit', 'src/system-update/run.test.ts'],
      ['api', 'test/api/system-update.test.ts'],
    ],
  },
  {
    name: 'secret-key-without-fsync',
    file: 'src/config/secret-key.ts',
    find: 'fsyncSync(file);',
    replace: '',
    why: 'A power loss takes the key with it, and stored secrets can no longer be decrypted.',
    suspects: [['durability', 'test/durability/fsync.durability.test.ts']],
  },
];
