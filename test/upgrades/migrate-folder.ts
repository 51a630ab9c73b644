import { join } from 'node:path';
import { openForWriting } from '../../src/store/sqlite/connection.ts';

/* Migrates the catalog of a folder as a server does at its start, and prints each log line: `node migrate-folder.ts FOLDER`. */
const [, , folder = ''] = process.argv;
openForWriting(join(folder, 'catalog.db'), {
  log: (line) => process.stdout.write(`${line}\n`),
  progress: () => undefined,
}).close();
