/** Plants faults one by one, runs their suspects and reports which test caught each. */
import type { Fault, Suspect } from './faults.ts';
import { runSuspect, type Selection, type Verdict } from './run-suspect.ts';
import { TreeCopy } from './tree-copy.ts';

/** Outcome of a fault; without `caughtBy` no suspect caught it. */
export interface Outcome {
  readonly fault: string;
  readonly file: string;
  readonly caughtBy?: { readonly project: string; readonly test: string; readonly message: string };
  /** Duration of the runs with the fault. */
  readonly seconds: number;
}

/** How to plant faults. */
export interface Planting {
  /** Folder of the repository. It is not changed. */
  readonly tree: string;
  readonly faults: readonly Fault[];
  readonly select: Selection;
  /** Receives a line for every step. */
  readonly log: (line: string) => void;
}

/**
 * Plants each fault in a copy of the repository and runs its suspects in order, up to the first that fails. A failure
 * counts only if the same run passes without the fault; throws when it does not.
 */
export async function plantFaults({ faults, select, log, tree }: Planting): Promise<readonly Outcome[]> {
  using copy = new TreeCopy(tree);
  // All at once, so that an outdated fault shows before hours of tests.
  for (const fault of faults) copy.plant(fault)[Symbol.dispose]();
  const passing = new Set<string>();
  const run = async (suspect: Suspect): Promise<Verdict> => {
    const verdict = await runSuspect(copy.folder, suspect, select);
    log(`  ${suspect.join(' ')}: ${verdict.kind}${verdict.kind === 'passed' ? '' : `, ${verdict.test}`}`);
    return verdict;
  };
  const requirePassing = async (suspect: Suspect): Promise<void> => {
    const key = suspect.join(' ');
    if (passing.has(key)) return;
    log('  without the fault:');
    const verdict = await run(suspect);
    if (verdict.kind !== 'passed') throw new Error(`${key} fails without any fault: ${verdict.message}`);
    passing.add(key);
  };
  const outcomes: Outcome[] = [];
  for (const [i, fault] of faults.entries()) {
    log(`${i + 1}/${faults.length} ${fault.name}`);
    let seconds = 0;
    let caughtBy: Outcome['caughtBy'];
    for (const suspect of fault.suspects) {
      await requirePassing(suspect);
      using _planted = copy.plant(fault);
      const from = performance.now();
      const verdict = await run(suspect);
      seconds += (performance.now() - from) / 1000;
      if (verdict.kind !== 'failed') continue;
      caughtBy = { project: suspect[0], test: verdict.test, message: verdict.message };
      break;
    }
    outcomes.push({ fault: fault.name, file: fault.file, ...(caughtBy && { caughtBy }), seconds });
  }
  return outcomes;
}

/** The outcomes as a table, one line per fault. */
export function outcomeTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ caughtBy, fault, seconds }) => [
    fault,
    caughtBy === undefined ? 'MISSED' : `${caughtBy.project}: ${caughtBy.test}`,
    `${Math.round(seconds)} s`,
  ]);
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', by, seconds]) => `${name.padEnd(width)}  ${by} (${seconds})`).join('\n');
}
