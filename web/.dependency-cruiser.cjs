// Import rules of the web interface. They define its structure: change them together with web/README.md.
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  comment: `${from} may import ${allowed.join(', ') || 'nothing else of web/src'}`,
  from: { path: from },
  to: { path: '^web/src/', pathNot: [from, ...allowed] },
});

const [pages, features, shared, components, api, urls] = [
  'pages',
  'features',
  'shared',
  'components',
  'api',
  'urls',
].map((folder) => `^web/src/${folder}/`);

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-module-left-out',
      severity: 'error',
      comment: 'unused module: import it, or delete it',
      from: { path: '^web/src/main\\.tsx$' },
      to: { path: '^web/src/', pathNot: ['\\.test\\.ts$', '^web/src/main\\.tsx$'], reachable: false },
    },
    {
      name: 'http-only',
      severity: 'error',
      comment: 'The number parser is shared, so that the interface and the server accept the same numbers',
      from: { path: '^web/' },
      to: {
        path: '^(?:src|test|scripts)/',
        pathNot: '^src/(?:util/(?:decimal-number|printable)\\.ts$|refusals/)',
      },
    },
    {
      name: 'refusals-as-types',
      severity: 'error',
      comment: 'the types of the kinds of refusals force words for each; their texts stay on the server',
      from: { path: '^web/src/' },
      to: { path: '^src/refusals/', dependencyTypesNot: ['type-only'] },
    },
    only('urls', urls, []),
    only('api', api, [urls]),
    only('components', components, ['^web/src/api/api-error\\.ts$']),
    only('shared', shared, [components, api, urls]),
    only('features', features, [shared, components, api, urls]),
    {
      name: 'features-apart',
      severity: 'error',
      comment: 'what several features need is in web/src/shared; pages put features together',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: features, pathNot: '^web/src/features/$1/' },
    },
    only('pages', pages, [features, shared, components, api, urls]),
    {
      name: 'styles-of-components',
      severity: 'error',
      comment: 'features, pages and what they share have no styles of their own',
      from: { path: [features, shared, pages] },
      to: { path: '\\.css$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/generated/' },
    tsConfig: { fileName: 'web/tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
    },
  },
};
