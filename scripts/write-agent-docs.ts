/**
 * Writes the table of tools in `docs/agents-reference.md` from `src/api/agents/tools/tools.ts`.
 *
 *   node scripts/write-agent-docs.ts [--check]
 *
 * --check  writes nothing; exits with 1 if the checked-in page differs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isReader } from '../src/api/agents/tools/tool-json.ts';
import { TOOLS } from '../src/api/agents/tools/tools.ts';
import { formatText } from './format-text.ts';

const page = join(import.meta.dirname, '..', 'docs', 'agents-reference.md');
const TABLE = /(<!-- tools: [^\n]*-->\n)[\s\S]*?(<!-- end of tools -->)/;

const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

const present = readFileSync(page, 'utf8');
const wanted = await formatText(page, present.replace(TABLE, `$1\n${table()}\n\n$2`));
if (!options.check) writeFileSync(page, wanted);
else if (wanted !== present) {
  console.error(
    'docs/agents-reference.md differs from src/api/agents/tools; run: node scripts/write-agent-docs.ts',
  );
  process.exitCode = 1;
}

function table(): string {
  const rows = TOOLS.map((tool) => {
    const operations = tool.operations.map(({ name }) => `\`${name}\``).join(', ');
    return `| \`${tool.name}\` | ${isReader(tool) ? 'reads' : 'writes'} | ${tool.description} | ${operations} |`;
  });
  return ['| Tool | | What | Operations |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
