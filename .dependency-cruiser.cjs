// Import rules. They define the architecture: change them together with ARCHITECTURE.md.
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  comment: `${from} may import ${allowed.join(', ') || 'nothing else of src'}`,
  from: { path: from, pathNot: '\\.test\\.ts$' },
  to: { path: '^src/', pathNot: [from, ...allowed] },
});

const util = '^src/(util/|errors\\.ts|refusals(?:\\.ts|/)|log\\.ts|metrics/|tracing\\.ts|version\\.ts)';
const model = '^src/model/';
const storePort = '^src/store/(?!sqlite/|postgres/)';
const searchPort = '^src/search/(?!embedded/|opensearch/)';

/** Files of `query` that may ask the index without a scope. */
const judgedLookups = [
  // These turn a scope into a condition of the query.
  'visibility/visible-entities',
  'visibility/narrow',
  'filters/expand-hierarchy',
  // It governs assets the same for every caller; the sources that count are those that the caller sees.
  'inheritance/territories',
  'visibility/subject-expression',
  // Counts documents for all callers, and shows a caller only its own.
  'property-words',
  // The walks judge each entity that they show.
  'relationships/entities-matching',
  'lineage/lineage-list',
  'lineage/lineage-neighbours',
  'lineage/lineage-vias',
  'lineage/lineage-within',
  'relationships/relationships-scroll',
  'relationships/presence-among',
  'relationships/removed-among',
].map((file) => `^src/query/${file}\\.ts$`);

/** Where processes and threads begin, and what the package exports. */
const entries = `^src/(?:${[
  'main',
  'index',
  'executable/main',
  'composition/readers/reader',
  'search/embedded/merge/merge-worker',
  'store/sqlite/damage/check-file',
  'store/sqlite/writer/writer-thread',
].join('|')})\\.ts$`;

/** Loaded by `scripts/`, which writes `docs/privileges.md`. */
const forScripts = '^src/api/graphql/bound-operations\\.ts$';

/** Errors and pure functions whose values `operations` may use; of all else of `change` and the store's port it sees types. */
const valuesForOperations = [
  '^src/change/(?:built-in-entity-error|entity-exists|plan-proposals|unless-changed|unmet-condition|rollback/run-of)\\.ts$',
  '^src/change/patch/(?:apply-patch|part-reader|patch-pointer)\\.ts$',
  '^src/store/read-limit\\.ts$',
];

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-tests-in-code',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '\\.test\\.ts$|^test/' },
    },
    {
      name: 'no-module-left-out',
      severity: 'error',
      comment: 'nothing loads it: add it to the list of its kind (see CONTRIBUTING.md), or delete it',
      from: { path: entries },
      to: { path: '^src/', pathNot: ['\\.test\\.ts$', entries, forScripts], reachable: false },
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'model-is-pure',
      severity: 'error',
      comment: 'no I/O, clock or randomness in the model',
      from: { path: '^src/model/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core', 'npm'] },
    },
    {
      name: 'unrestricted-searches',
      severity: 'error',
      comment:
        'jobs search everything; in query, only lookups whose results a scope judges, and what makes it visible',
      from: {
        path: '^src/',
        pathNot: ['\\.test\\.ts$', '^src/effects/', '^src/system-update/', ...judgedLookups],
      },
      to: { path: '^src/search/unrestricted\\.ts$' },
    },
    {
      name: 'scoped-reads',
      severity: 'error',
      comment: 'what is read for callers is read within their scopes, so through the ScopedReader',
      from: { path: '^src/(api|query)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/store/(metadata-store|system-reader|reading/)' },
    },
    {
      name: 'types-for-operations',
      severity: 'error',
      comment:
        'operations change and read by what a requester holds; they make no writer or reader of their own',
      from: { path: '^src/operations/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/(?:change|store)/',
        pathNot: valuesForOperations,
        dependencyTypesNot: ['type-only'],
      },
    },
    only('util', util, []),
    only('model', model, [util]),
    only('config', '^src/config/', [util]),
    only('store-port', storePort, [util, model]),
    only('store-sqlite', '^src/store/sqlite/', [util, model, storePort]),
    only('store-postgres', '^src/store/postgres/', [util, model, storePort]),
    only('search-port', searchPort, [util, model]),
    only('search-embedded', '^src/search/embedded/', [util, model, searchPort]),
    only('search-opensearch', '^src/search/opensearch/', [util, model, searchPort]),
    only('change', '^src/change/', [util, model, storePort]),
    only('effects', '^src/effects/', [
      util,
      model,
      storePort,
      searchPort,
      '^src/change/metadata-change\\.ts$',
    ]),
    only('query', '^src/query/', [util, model, storePort, searchPort]),
    only('auth', '^src/auth/', [util, model, storePort, '^src/change/', '^src/query/']),
    only('operations', '^src/operations/', [
      util,
      model,
      storePort,
      '^src/auth/',
      '^src/change/',
      '^src/query/',
    ]),
    only('system-update', '^src/system-update/', [
      util,
      model,
      storePort,
      searchPort,
      '^src/change/',
      '^src/effects/',
    ]),
    only('api-http', '^src/api/http/', [util, model, '^src/auth/', '^src/operations/']),
    ...['graphql', 'openapi', 'colophon', 'restli', 'agents'].map((protocol) =>
      only(`api-${protocol}`, `^src/api/${protocol}/`, [util, model, '^src/operations/', '^src/api/http/']),
    ),
    only('executable', '^src/executable/', [util]),
    only('cli', '^src/cli/', [
      util,
      model,
      '^src/config/',
      '^src/server\\.ts$',
      '^src/running-server\\.ts$',
      '^src/composition/backups\\.ts$',
      '^src/composition/migrate-store\\.ts$',
      '^src/composition/partition-store\\.ts$',
    ]),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
