import js from '@eslint/js';
import tseslint from 'typescript-eslint';

// Environment, clock and randomness are injected at the edge, so that all other code depends on its arguments only
// and tests need no fakes.
const impure = [
  { object: 'process', property: 'env', message: 'Read the environment in config/load.ts only.' },
  { object: 'Date', property: 'now', message: 'Take the clock as an argument; app.ts injects it.' },
  { object: 'Math', property: 'random', message: 'Take randomness as an argument; app.ts injects it.' },
];

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      'dist*',
      'web/dist',
      'web/generated',
      'types',
      'coverage',
      '**/*.generated.ts',
      '**/.dependency-cruiser.cjs',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/unified-signatures': 'off',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      'max-lines': ['error', { max: 500 }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/**/*.test.ts'],
    rules: { 'no-restricted-properties': ['error', ...impure] },
  },
  {
    files: ['src/config/load.ts', 'src/app.ts', 'src/main.ts', 'src/cli/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['**/*.test.ts', 'test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      // Tests assert the shape of untyped answers.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // A GraphQL document, which names the fields of each entity type.
    files: ['web/src/features/search/entity-card.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    // Markup takes a line for each attribute, and components hold their handlers.
    files: ['**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 230, skipBlankLines: true, skipComments: true }] },
  },
  {
    // ESLint and Vitest require a default export.
    files: ['**/*.config.ts', '*.config.mjs'],
    rules: { 'no-restricted-exports': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.js', '**/*.cjs'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        performance: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
);
