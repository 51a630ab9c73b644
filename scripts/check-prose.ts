/**
 * Finds phrases that this project avoids (`prose/phrases.ts`) in its code and docs: `node scripts/check-prose.ts [PATH...]`.
 * Exits with 1 if there are any.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findPhrases } from './prose/find-phrases.ts';

const READ = ['*.css', '*.graphql', '*.md', '*.py', '*.sh', '*.ts', '*.tsx', '*.yaml', '*.yml'];
/** The list itself, generated descriptions, and texts that come from others. */
const LEFT_OUT = [
  'CODE_OF_CONDUCT.md',
  'docs/api',
  'registry',
  'scripts/prose',
  'scripts/datahub-schema/names.txt',
  'test/peers/reports',
];

const patterns = process.argv
  .slice(2)
  .flatMap((path) => READ.map((read) => `:(glob)${path}/**/${read}`).concat(path));
const files = execFileSync('git', [
  'ls-files',
  '-z',
  ...(patterns.length > 0 ? patterns : READ),
  ...LEFT_OUT.map((path) => `:!${path}`),
])
  .toString()
  .split('\0')
  .filter((file) => file !== '' && READ.some((read) => file.endsWith(read.slice(1))));

let count = 0;
for (const file of files) {
  for (const { line, phrase, instead } of findPhrases(readFileSync(file, 'utf8'))) {
    count++;
    console.log(`${file}:${line}: “${phrase}”: write ${instead}`);
  }
}
if (count > 0) console.log(`${count} phrases to avoid in ${files.length} files (scripts/prose/phrases.ts).`);
process.exitCode = count > 0 ? 1 : 0;
