import { CatalogError } from '../../errors.ts';
import type { Command } from 'commander';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { counted, jsonText, printable } from '../output.ts';
import { readExpectations, type Expectation } from '../policies/expectations.ts';
import { explain, explanationText, type Explained } from '../policies/explanation.ts';
import { readTextFile } from '../arguments/read-text-file.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
}

interface Outcome {
  readonly expectation: Expectation;
  readonly explained: Explained;
}

/** `colophon policy test`: checks a catalog against expectations, for CI. */
export function policyTestCommand(context: CommandContext): Command {
  const command = newCommand(
    'test',
    'Compare what a catalog allows with a file of expectations. The exit code is 1 if any is not met.',
    [
      { line: 'policy test expectations.yaml', does: 'show each expectation that is not met, and why' },
      { line: 'policy test expectations.yaml --format json', does: 'show all results, as JSON' },
    ],
  ).argument('<file>', 'YAML list of {actor, privilege, urn, properties, expect: allowed or denied}');
  return addFormatOption(addConnectionOptions(command)).action((file: string, flags: Flags) =>
    test(file, flags, context),
  );
}

async function test(file: string, flags: Flags, context: CommandContext): Promise<void> {
  const expectations = readExpectations(await readTextFile(file, context), file);
  const outcomes = await withCatalog(flags, context, async (client) => {
    const found: Outcome[] = [];
    for (const expectation of expectations) {
      found.push({ expectation, explained: await explainAt(file, expectation, client) });
    }
    return found;
  });
  const failed = outcomes.filter(({ expectation, explained }) => expectation.allowed !== explained.allowed);
  context.print(
    flags.format === 'json' ? jsonText(report(outcomes, failed.length)) : reportText(file, outcomes, failed),
  );
  if (failed.length === 0) return;
  const verb = failed.length === 1 ? 'is' : 'are';
  throw new CatalogError('CONFLICT', `${counted(failed.length, 'expectation')} ${verb} not met.`);
}

/** Explains one expectation; INVALID_REQUEST errors get the file and line. */
async function explainAt(file: string, expectation: Expectation, client: CatalogClient): Promise<Explained> {
  try {
    return await explain(expectation, client);
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'INVALID_REQUEST') throw error;
    throw new CatalogError(error.code, `${file}, line ${expectation.line}: ${error.message}`);
  }
}

function report(outcomes: readonly Outcome[], failed: number): object {
  return {
    expectations: outcomes.length,
    failed,
    results: outcomes.map(({ expectation: { allowed, ...question }, explained }) => ({
      ...question,
      urn: question.urn ?? null,
      expected: allowed ? 'allowed' : 'denied',
      found: explained.allowed ? 'allowed' : 'denied',
      ok: allowed === explained.allowed,
      policyUrn: explained.policyUrn ?? null,
      reason: explained.reason,
      nearest: explained.nearest,
    })),
  };
}

function reportText(file: string, outcomes: readonly Outcome[], failed: readonly Outcome[]): string {
  return [
    ...failed.map(({ expectation, explained }) => failure(file, expectation, explained)),
    `${counted(outcomes.length, 'expectation')}, ${failed.length} not met.`,
  ].join('\n');
}

function failure(file: string, { actor, allowed, line, privilege, urn }: Expectation, of: Explained): string {
  const what = `${actor} ${privilege}${urn === undefined ? '' : ` on ${urn}`}`;
  const expected = allowed ? 'allowed' : 'denied';
  return `${file}, line ${line}: ${printable(what)} should be ${expected}.\n${explanationText(of)}\n`;
}
