import { printSchema } from 'graphql';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPlainSchema, readSchemaText } from '../src/api/graphql/schema/build-schema.ts';

// Writes the types of the web interface's GraphQL documents, their variables and results (`web/generated/`, not in git).
const WEB = join(import.meta.dirname, '../web');
const PROGRAM = join(import.meta.dirname, '../node_modules/gql.tada/bin/cli.js');
mkdirSync(join(WEB, 'generated'), { recursive: true });
writeFileSync(join(WEB, 'generated/schema.graphql'), printSchema(buildPlainSchema(readSchemaText())));
execFileSync(process.execPath, [PROGRAM, 'generate-output', '--tsconfig', join(WEB, 'tsconfig.json')], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
