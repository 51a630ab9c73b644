// Fails if a package that is bundled into the server or the web interface has a known vulnerability. Without an answer of the
// registry (mirrors do not support audits) the check reports that and passes.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Names of the bundled packages, from the headings of their licences: `graphql 17.1.0`, `## react-aria - 3.53.1`. */
function bundled(file, heading) {
  return [...readFileSync(file, 'utf8').matchAll(heading)].map(([, name]) => name);
}

const shipped = new Set([
  ...bundled('dist/LICENSES.txt', /^((?:@[\w.-]+\/)?[\w.-]+) \d+\.\d+\.\d+\S*$/gm),
  ...bundled('web/dist/licenses.md', /^## ((?:@[\w.-]+\/)?[\w.-]+)/gm),
]);
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
