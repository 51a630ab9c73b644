// Fails if a runtime dependency has a known vulnerability. Without an answer of the registry (mirrors do not support audits)
// the check reports that and passes.
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
const report = JSON.parse(stdout);
const total = report.metadata?.vulnerabilities?.total;
if (total === undefined) {
  console.log(`Not checked, because the registry does not answer: ${report.message ?? stdout}`);
} else {
  for (const { name, severity, range } of Object.values(report.vulnerabilities)) {
    console.log(`${name} ${range}: ${severity}`);
  }
  console.log(`${total} known vulnerabilities in runtime dependencies.`);
  process.exitCode = total > 0 ? 1 : 0;
}
