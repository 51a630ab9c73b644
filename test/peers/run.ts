import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprint } from '../../src/util/fingerprint.ts';
import { spawnServer } from '../support/spawn-server.ts';

const HERE = import.meta.dirname;

/** Python with DataHub's client, made with the first run and kept for the next ones. */
function clientFolder(): string {
  const given = process.env['COLOPHON_PEERS_VENV'];
  if (given !== undefined) return given;
  const requirements = join(HERE, 'requirements.txt');
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'colophon', `peers-${fingerprint(readFileSync(requirements, 'utf8'))}`);
  if (existsSync(join(folder, 'complete'))) return folder;
  console.log(`Installing DataHub's client into ${folder} ...`);
  execFileSync('python3', ['-m', 'venv', '--clear', folder], { stdio: 'inherit' });
  execFileSync(join(folder, 'bin', 'pip'), ['install', '--quiet', '-r', requirements], { stdio: 'inherit' });
  execFileSync('touch', [join(folder, 'complete')]);
  return folder;
}

/** Starts a server on an empty folder and runs the flows against it; arguments go to drive.py. */
async function run(): Promise<number> {
  const python = join(clientFolder(), 'bin', 'python');
  const folder = mkdtempSync(join(tmpdir(), 'colophon-peers-'));
  const password = randomUUID();
  process.env['COLOPHON_LOGIN_ROOT_PASSWORD'] = password;
  const server = await spawnServer(folder);
  try {
    const access = ['--token', server.token, '--username', 'datahub', '--password', password];
    const args = [join(HERE, 'drive.py'), server.url, ...access, ...process.argv.slice(2)];
    const driver = spawn(python, args, { stdio: 'inherit' });
    await once(driver, 'exit');
    return driver.exitCode ?? 1;
  } finally {
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await run();
