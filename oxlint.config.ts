import { defineConfig } from 'oxlint';

// Environment, clock and randomness are injected at the edge, so that all other code depends on its arguments only
// and tests need no fakes.
const impure = [
  { object: 'process', property: 'env', message: 'Read the environment in config/load.ts only.' },
  { object: 'Date', property: 'now', message: 'Take the clock as an argument; app.ts injects it.' },
  { object: 'Math', property: 'random', message: 'Take randomness as an argument; app.ts injects it.' },
];

// What typescript-eslint calls strict, with types, and is not among Oxlint's rules of correctness.
const strict = [
  'arrow-body-style',
  'eqeqeq',
  'no-array-constructor',
  'no-case-declarations',
  'no-duplicate-imports',
  'no-fallthrough',
  'no-prototype-builtins',
  'no-regex-spaces',
  'no-unexpected-multiline',
  'no-useless-constructor',
  'no-var',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
  'preserve-caught-error',
  'react/exhaustive-deps',
  'react/rules-of-hooks',
  'typescript/consistent-type-imports',
  'typescript/no-deprecated',
  'typescript/no-dynamic-delete',
  'typescript/no-empty-object-type',
  'typescript/no-explicit-any',
  'typescript/no-extraneous-class',
  'typescript/no-generated-empty-object-type',
  'typescript/no-invalid-void-type',
  'typescript/no-misused-promises',
  'typescript/no-mixed-enums',
  'typescript/no-namespace',
  'typescript/no-non-null-asserted-nullish-coalescing',
  'typescript/no-non-null-assertion',
  'typescript/no-unnecessary-boolean-literal-compare',
  'typescript/no-unnecessary-condition',
  'typescript/no-unnecessary-template-expression',
  'typescript/no-unnecessary-type-arguments',
  'typescript/no-unnecessary-type-assertion',
  'typescript/no-unnecessary-type-constraint',
  'typescript/no-unnecessary-type-conversion',
  'typescript/no-unnecessary-type-parameters',
  'typescript/no-unsafe-argument',
  'typescript/no-unsafe-assignment',
  'typescript/no-unsafe-call',
  'typescript/no-unsafe-enum-comparison',
  'typescript/no-unsafe-function-type',
  'typescript/no-unsafe-member-access',
  'typescript/no-unsafe-return',
  'typescript/only-throw-error',
  'typescript/prefer-literal-enum-member',
  'typescript/prefer-promise-reject-errors',
  'typescript/prefer-reduce-type-parameter',
  'typescript/prefer-return-this-type',
  'typescript/related-getter-setter-pairs',
  'typescript/require-await',
  'typescript/use-unknown-in-catch-callback-variable',
  'unicorn/no-useless-spread',
];

// What a test and a script without types may do.
const unsafe = {
  'typescript/no-unsafe-argument': 'off',
  'typescript/no-unsafe-assignment': 'off',
  'typescript/no-unsafe-call': 'off',
  'typescript/no-unsafe-member-access': 'off',
  'typescript/no-unsafe-return': 'off',
} as const;

export default defineConfig({
  plugins: ['typescript', 'react', 'unicorn'],
  categories: { correctness: 'error' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [
    'node_modules',
    'dist*',
    'web/dist',
    'web/generated',
    'types',
    'coverage',
    '**/*.generated.ts',
    '**/.dependency-cruiser.cjs',
  ],
  rules: {
    ...Object.fromEntries(strict.map((rule) => [rule, 'error'] as const)),
    'no-empty': ['error', { allowEmptyCatch: false }],
    'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'max-lines': ['error', { max: 500 }],
    'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    // They are about the React Compiler, which is not used.
    'react/incompatible-library': 'off',
    'react/purity': 'off',
    'react/refs': 'off',
    'react/set-state-in-effect': 'off',
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    // Texts are compared by code unit, which is what `sort` does.
    'typescript/require-array-sort-compare': 'off',
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  },
  overrides: [
    {
      files: ['src/**/*.ts'],
      excludeFiles: ['src/**/*.test.ts'],
      rules: { 'no-restricted-properties': ['error', ...impure] },
    },
    {
      files: ['src/config/load.ts', 'src/app.ts', 'src/main.ts', 'src/executable/main.ts', 'src/cli/**'],
      rules: { 'no-restricted-properties': 'off' },
    },
    {
      files: ['**/*.test.ts', 'test/**/*.ts', 'bench/**/*.ts'],
      rules: {
        'max-lines-per-function': 'off',
        'max-lines': ['error', { max: 550 }],
        // Tests assert the shape of untyped answers.
        ...unsafe,
      },
    },
    {
      files: ['**/*.{mjs,cjs}'],
      rules: { ...unsafe, 'typescript/restrict-plus-operands': 'off' },
    },
    {
      files: ['**/*.tsx'],
      rules: {
        'react/forbid-elements': ['error', { forbid: [{ element: 'bdi', message: 'Use NameText.' }] }],
      },
    },
    {
      files: ['web/src/components/text/name-text.tsx'],
      rules: { 'react/forbid-elements': 'off' },
    },
    {
      // Oxlint and Vitest require a default export.
      files: ['**/*.config.ts'],
      rules: { 'no-restricted-exports': 'off' },
    },
  ],
});
