import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fingerprint } from '../../src/util/fingerprint.ts';

/** Path of the Python of a virtual environment with these packages; created by the first run and reused. */
export function pythonWith(requirements: readonly string[]): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'colophon', `peers-${fingerprint(requirements.join('\n'))}`);
  const complete = join(folder, 'complete');
  if (!existsSync(complete)) {
    console.log(`Installing ${requirements.join(' ')} into ${folder} ...`);
    execFileSync('python3', ['-m', 'venv', '--clear', folder], { stdio: 'inherit' });
    execFileSync(join(folder, 'bin', 'pip'), ['install', '--quiet', ...requirements], { stdio: 'inherit' });
    writeFileSync(complete, '');
  }
  return join(folder, 'bin', 'python');
}
