import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprint } from '../../src/util/fingerprint.ts';
import { SEED } from '../support/effort.ts';
import { NEEDLE, type Fuzzer } from './fuzzed-catalog.ts';

const HERE = import.meta.dirname;
/** A request that takes longer counts as hanging. */
const SLOWEST_SECONDS = '20';

/** Target, actor and duration of a run. */
export interface SchemathesisRun {
  readonly url: string;
  /** Path of the OpenAPI description. */
  readonly description: string;
  readonly fuzzer: Fuzzer;
  readonly token: string | undefined;
  /** Token that may read the description. */
  readonly describingToken: string;
  /** Urns to try besides arbitrary strings. */
  readonly urns: readonly string[];
  readonly seconds: number;
}

/** Exit code and output of a run. */
export interface SchemathesisResult {
  readonly code: number | null;
  readonly output: string;
}

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'nothing_hidden',
  'strangers_are_refused',
  'errors_have_their_form',
];

/** Fuzzes all paths of an OpenAPI description. The code is 0 if all responses passed the checks. */
export async function runSchemathesis(run: SchemathesisRun): Promise<SchemathesisResult> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-fuzz-'));
  try {
    const schema = await fetch(run.url + run.description, {
      headers: { authorization: `Bearer ${run.describingToken}` },
    });
    writeFileSync(join(folder, 'openapi.json'), await schema.text());
    const child = spawn(join(schemathesisFolder(), 'bin', 'st'), argumentsOf(run), {
      cwd: folder,
      env: {
        ...process.env,
        SCHEMATHESIS_HOOKS: join(HERE, 'schemathesis_checks.py'),
        COLOPHON_FUZZ_NEEDLE: NEEDLE,
        COLOPHON_FUZZ_WHO: run.fuzzer,
        COLOPHON_FUZZ_URNS: run.urns.join('\n'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await once(child, 'close');
    return { code: child.exitCode, output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function argumentsOf({ url, token, seconds }: SchemathesisRun): readonly string[] {
  return [
    'run',
    'openapi.json',
    '--url',
    url,
    '--checks',
    CHECKS.join(),
    '--max-time',
    String(seconds),
    '--phases',
    'coverage,fuzzing',
    '--max-examples',
    '10',
    '--request-timeout',
    SLOWEST_SECONDS,
    '--seed',
    String(SEED),
    '--suppress-health-check',
    'all',
    '--warnings',
    'off',
    '--continue-on-failure',
    ...(token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`]),
  ];
}

/** Python environment with Schemathesis: created by the first run and cached for the next ones. */
function schemathesisFolder(): string {
  const given = process.env['COLOPHON_FUZZ_VENV'];
  if (given !== undefined) return given;
  const requirements = join(HERE, 'requirements.txt');
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'colophon', `fuzz-${fingerprint(readFileSync(requirements, 'utf8'))}`);
  if (existsSync(join(folder, 'complete'))) return folder;
  execFileSync('python3', ['-m', 'venv', '--clear', folder], { stdio: 'inherit' });
  execFileSync(join(folder, 'bin', 'pip'), ['install', '--quiet', '-r', requirements], { stdio: 'inherit' });
  writeFileSync(join(folder, 'complete'), '');
  return folder;
}
