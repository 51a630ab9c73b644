import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inputSchema } from './input-schema.ts';
import type { Operation } from './operation.ts';

/** Operations whose input is a type of the model that protocols parse. The list may only shrink. */
const WITHOUT_SHAPE: readonly string[] = [
  'acceptProposals',
  'applyRetention',
  'createAccessToken',
  'createPolicy',
  'createView',
  'deleteEntity',
  'deletePoints',
  'deleteReferences',
  'explainPrivilege',
  'findDocuments',
  'getConnectionDetails',
  'getConsumerLag',
  'getGrantedPrivileges',
  'getJobReport',
  'getOwnPrivileges',
  'getPoints',
  'getProfiles',
  'getRelationships',
  'getReportedOperations',
  'getRunRows',
  'getSystemInfo',
  'getTimeline',
  'getUsage',
  'hasPassword',
  'holdsOnAny',
  'ingestEachProposal',
  'ingestProposals',
  'linkVersion',
  'listAccessTokens',
  'listAuditEvents',
  'listDocumentChanges',
  'listIndexMappings',
  'listPrivilegeHolders',
  'listRuns',
  'queryUsage',
  'readMetrics',
  'repairIndex',
  'rollBackRun',
  'scanPoints',
  'scrollLinks',
  'startDoctor',
  'startSystemUpdate',
  'stopJob',
  'traceWrites',
  'truncatePoints',
  'unlinkVersion',
  'updateGroupProfile',
  'updatePolicy',
  'updateUserProfile',
  'updateView',
  'upsertPageModule',
];

/** Longest line of a list of tools. */
const LONGEST_SUMMARY = 120;

type AnyOperation = Operation<never, unknown, unknown>;

/** The operations that protocols expose: all but those that only jobs run, which have no summary. */
const exposed = new Map((await definedIn(import.meta.dirname)).map((one) => [one.name, one]));

async function definedIn(folder: string): Promise<readonly AnyOperation[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const modules = await Promise.all(
    files.map(async (file) => (await import(join(folder, file))) as Readonly<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module).filter(isExposed));
}

function isExposed(exported: unknown): exported is AnyOperation {
  if (typeof exported !== 'object' || exported === null) return false;
  return ['name', 'needs', 'input', 'run', 'summary'].every((member) => member in exported);
}

function lacksShape(operation: AnyOperation): boolean {
  try {
    inputSchema(operation);
    return false;
  } catch {
    return true;
  }
}

describe('what a protocol exposes', () => {
  it('is found', () => {
    expect(exposed.size).toBeGreaterThan(230);
  });

  it('has a shape that yields JSON Schema, but for those listed here', () => {
    const lacking = [...exposed.values()].filter(lacksShape).map(({ name }) => name);
    expect(lacking.sort()).toEqual(WITHOUT_SHAPE);
  });

  it('has a summary of one short sentence', () => {
    const wrong = [...exposed.values()].filter(
      ({ summary }) => !/^[A-Z][^\n]*\.$/.test(summary) || summary.length > LONGEST_SUMMARY,
    );
    expect(wrong.map(({ name, summary }) => `${name}: ${summary}`)).toEqual([]);
  });
});
