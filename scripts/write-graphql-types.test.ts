import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

it('the generated files match the schema', () => {
  const script = join(import.meta.dirname, 'write-graphql-types.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('the compiler rejects resolvers that do not match the schema', () => {
  const all = 'declare const all: SchemaResolvers;';
  const messages = diagnosticsOf({
    right: `${all} ({ ...all, Tag: { ...all.Tag, urn: ({ urn }) => urn } }) satisfies SchemaResolvers;`,
    noResolver: `${all} const { schemaMetadata: _, ...most } = all.Dataset; ({ ...all, Dataset: most }) satisfies SchemaResolvers;`,
    noRootField: `${all} const { tag: _, ...most } = all.Query; ({ ...all, Query: most }) satisfies SchemaResolvers;`,
    noField: `({ tags: () => null }) satisfies Partial<Resolvers['Query']>;`,
    otherArgument: `({ tag: (_root, args: { readonly urn: number }) => null }) satisfies Partial<Resolvers['Query']>;`,
    otherMember: `({ createTag: (_root, { input }) => input.nickname }) satisfies Partial<Resolvers['Mutation']>;`,
    otherResult: `({ deleteTag: () => 'yes' }) satisfies Partial<Resolvers['Mutation']>;`,
    otherMembers: `({ listDomains: () => ({ start: 0, count: 0, domains: [] }) }) satisfies Partial<Resolvers['Query']>;`,
  });
  expect(messages).toEqual({
    right: '',
    noResolver: expect.stringContaining("Property 'schemaMetadata' is missing"),
    noRootField: expect.stringContaining("Property 'tag' is missing"),
    noField: expect.stringContaining("'tags' does not exist in type"),
    otherArgument: expect.stringContaining("Type 'string' is not assignable to type 'number'"),
    otherMember: expect.stringContaining("Property 'nickname' does not exist on type 'CreateTagInput'"),
    otherResult: expect.stringContaining("Type 'string' is not assignable to type"),
    otherMembers: expect.stringContaining("Property 'total' is missing"),
  });
});

/** The compiler's errors for each text, compiled as a file beside the generated types. */
function diagnosticsOf(texts: Readonly<Record<string, string>>): Record<string, string> {
  const graphql = join(import.meta.dirname, '..', 'src', 'api', 'graphql');
  const folder = join(graphql, 'schema');
  const header = `import type { SchemaResolvers } from './schema-resolvers.ts';
    import type { Resolvers } from './schema-types.generated.ts';\n`;
  const files = new Map(
    Object.entries(texts).map(([name, text]) => [join(folder, `${name}.ts`), header + text]),
  );
  // The probes do not use the context, whose types take seconds to read.
  files.set(
    join(graphql, 'context', 'graphql-context.ts'),
    'export interface GraphqlContext { readonly probe: true }',
  );
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  const program = ts.createProgram([...files.keys()], options, {
    ...host,
    fileExists: (path) => files.has(path) || fileExists(path),
    readFile: (path) => files.get(path) ?? readFile(path),
    getSourceFile: (path, target) => {
      const text = files.get(path) ?? readFile(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, target);
    },
  });
  return Object.fromEntries(
    Object.keys(texts).map((name) => {
      const source = program.getSourceFile(join(folder, `${name}.ts`));
      const found = program.getSemanticDiagnostics(source);
      return [
        name,
        found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n'),
      ];
    }),
  );
}
