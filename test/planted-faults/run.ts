/**
 * Plants the faults of `faults.ts` one by one in a copy of the repository and shows which test catches each.
 *
 *   node test/planted-faults/run.ts [NAME...] [--tree DIR] [--json FILE]
 *
 * NAME    plants only these faults
 * --tree  repository to test (default: this one)
 * --json  also writes the outcomes, with the failure messages, to this file
 *
 * Exits with 1 if no test catches a fault. The tests need the services of their projects in `vitest.config.ts`:
 * PostgreSQL, OpenSearch, strace.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FAULTS } from './faults.ts';
import { outcomeTable, plantFaults } from './plant-faults.ts';
import { byProject } from './run-suspect.ts';

const { positionals: names, values: options } = parseArgs({
  allowPositionals: true,
  options: { tree: { type: 'string' }, json: { type: 'string' } },
});

const unknown = names.find((name) => FAULTS.every((fault) => fault.name !== name));
if (unknown !== undefined) {
  throw new Error(
    `There is no fault '${unknown}'. The faults are ${FAULTS.map(({ name }) => name).join(', ')}.`,
  );
}
const outcomes = await plantFaults({
  tree: resolve(options.tree ?? join(import.meta.dirname, '..', '..')),
  faults: FAULTS.filter(({ name }) => names.length === 0 || names.includes(name)),
  select: byProject,
  log: (line) => console.log(line),
});
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(outcomes, undefined, 2)}\n`);
const missed = outcomes.filter(({ caughtBy }) => caughtBy === undefined).length;
console.log(`\n${outcomeTable(outcomes)}\n\n${outcomes.length - missed} caught, ${missed} missed`);
process.exitCode = missed > 0 ? 1 : 0;
