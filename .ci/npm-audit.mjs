// Fails if a package that is bundled into the server or the web interface has a known vulnerability. Without an answer of the
// registry (mirrors do not support audits) the check reports that and passes.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const shipped = new Set(
  ['dist', 'web/dist'].flatMap((folder) =>
    JSON.parse(readFileSync(`${folder}/packages.json`, 'utf8')).map(({ name }) => name),
  ),
);
const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8' });
const report = JSON.parse(stdout);
if (report.vulnerabilities === undefined) {
  console.log(`Not checked, because the registry does not answer: ${report.message ?? stdout}`);
} else {
  const found = Object.values(report.vulnerabilities).filter(({ name }) => shipped.has(name));
  for (const { name, severity, range } of found) console.log(`${name} ${range}: ${severity}`);
  console.log(`${found.length} known vulnerabilities in ${shipped.size} bundled packages.`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
