import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const DOCS = join(import.meta.dirname, '../../../docs');

/** The definition files in the documentation, by page. */
const EXAMPLES = readdirSync(DOCS)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => {
    const text = readFileSync(join(DOCS, name), 'utf8');
    return [...text.matchAll(/```yaml\n(- id: .*?)```/gs)].map(([, yaml = '']) => [name, yaml] as const);
  });

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

it('are found in several pages', () => {
  expect(EXAMPLES.map(([name]) => name)).toEqual(expect.arrayContaining(['inheritance.md', 'rules.md']));
});

it.each(EXAMPLES)('the definition in %s can be written', async (_name, yaml) => {
  using computer = new Computer(server);
  const file = join(computer.home, 'definitions.yaml');
  writeFileSync(file, yaml);
  const planned = await computer.run(['properties', 'plan', '-f', file, '--format', 'json']);
  expect(planned.stderr).toBe('');
  expect(JSON.parse(planned.stdout).definitions).toMatchObject([{ change: 'create' }]);
});
