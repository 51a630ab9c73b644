/** Runs the tests that should catch a fault and reads the verdict from Vitest's report. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Suspect } from './faults.ts';

/** Result of a test run. `timedOut`: it failed only because a test or the run took too long, which proves nothing. */
export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed' | 'timedOut'; readonly test: string; readonly message: string };

/** Arguments of Vitest that select the tests of a suspect. */
export type Selection = (suspect: Suspect) => readonly string[];

/** Selects by project, for a repository with one configuration file. */
export const byProject: Selection = ([project, ...files]) => ['--project', project, ...files];

/** Maximum duration of a run in ms; a fault can make a test wait forever. */
const LONGEST_RUN = 600_000;

/** The part of Vitest's JSON report that is read here. */
interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Runs the tests of a suspect in a repository, up to the first failure. Throws if no test ran. */
export async function runSuspect(folder: string, suspect: Suspect, select: Selection): Promise<Verdict> {
  const place = mkdtempSync(join(tmpdir(), 'colophon-suspect-'));
  try {
    const report = join(place, 'report.json');
    const { hasEnded, output } = await runVitest(folder, [
      ...select(suspect),
      '--bail',
      '1',
      '--reporter',
      'json',
      '--outputFile',
      report,
    ]);
    if (!hasEnded) return { kind: 'timedOut', test: '', message: `ended after ${LONGEST_RUN / 1000} s` };
    return verdictOf(readReport(report, output), folder);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function runVitest(
  folder: string,
  args: readonly string[],
): Promise<{ readonly hasEnded: boolean; readonly output: string }> {
  const modules = join(folder, 'node_modules');
  const child = spawn(process.execPath, [join(modules, 'vitest', 'vitest.mjs'), 'run', ...args], {
    cwd: folder,
    // A separate process group, so that a hanging run can be ended with all its processes.
    detached: true,
    env: { ...process.env, PATH: `${join(modules, '.bin')}${delimiter}${process.env['PATH'] ?? ''}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  let hasEnded = true;
  const limit = setTimeout(() => {
    hasEnded = false;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, LONGEST_RUN);
  await once(child, 'close');
  clearTimeout(limit);
  return { hasEnded, output };
}

function readReport(path: string, output: string): Report {
  try {
    // Written by Vitest, in this form.
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch (error) {
    throw new Error(`Vitest wrote no report:\n${output}`, { cause: error });
  }
}

function verdictOf({ numPassedTests, testResults }: Report, folder: string): Verdict {
  const tests = testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ failureMessages = [], fullName }) => ({ test: fullName, message: failureMessages.join('\n') })),
  );
  // A file without a failed test fails by a hook or an import, or because another file ended the run.
  const files = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ message, name }) => ({ test: name.replace(`${folder}/`, ''), message }));
  const failures = [...tests, ...files];
  const real = failures.find(({ message }) => message !== '' && !/\btimed out in \d+ms/.test(message));
  if (real !== undefined) return { kind: 'failed', ...real };
  const [first] = failures;
  if (first !== undefined) return { kind: 'timedOut', ...first };
  if (numPassedTests === 0) throw new Error('No test ran: check the files of the suspect.');
  return { kind: 'passed' };
}
