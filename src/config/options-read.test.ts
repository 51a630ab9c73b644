import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DECLARED_OPTIONS } from './declared-options.ts';

/** All code: groups of options are passed on as they are. */
const SOURCE = join(import.meta.dirname, '..');

function sourcesIn(path: string): readonly string[] {
  if (statSync(path).isDirectory()) return readdirSync(path).flatMap((name) => sourcesIn(join(path, name)));
  return /(?<!\.test|\.generated|config\/options)\.ts$/.test(path) ? [readFileSync(path, 'utf8')] : [];
}

it('each option is read', () => {
  const sources = sourcesIn(SOURCE).join('\n');
  const words = new Set(sources.match(/\w+/g));
  const unread = DECLARED_OPTIONS.filter(({ path }) => !words.has(path.at(-1) ?? ''));
  expect(
    unread.map(({ name }) => name),
    'read them in src/composition/operation-settings.ts, describe-server.ts or open-*.ts',
  ).toEqual([]);
});
