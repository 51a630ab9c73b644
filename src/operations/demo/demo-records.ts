import type { AuditStamp } from '../../model/aspect.ts';
import { parseUrn, type Urn } from '../../model/urn.ts';
import { parseJsonExactly } from '../../util/json/exact-json.ts';
import { asObject, asText, wrongType } from '../../util/json/json-input.ts';
import type { JsonObject } from '../../util/json.ts';

/** A change proposal of the demo: it replaces the aspect. */
export interface DemoRecord {
  readonly urn: Urn;
  readonly aspectName: string;
  readonly value: JsonObject;
  /** Id of the run that wrote it; undefined if no run did. */
  readonly runId: string | undefined;
}

/** Consecutive records that one person wrote at one time. */
export interface DemoCommit {
  readonly stamp: AuditStamp;
  readonly records: readonly DemoRecord[];
}

/**
 * Reads change proposals as JSON lines. A record with `systemMetadata.aspectModified` starts a commit with this stamp, to which
 * the records after it belong. INVALID_REQUEST for records of another form.
 */
export function demoCommits(text: string): readonly DemoCommit[] {
  const commits: { readonly stamp: AuditStamp; readonly records: DemoRecord[] }[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const proposal = asObject(parseJsonExactly(line), 'The record');
    const metadata = asObject(proposal['systemMetadata'] ?? {}, 'systemMetadata');
    const { aspectModified, runId } = metadata;
    if (aspectModified !== undefined || commits.length === 0) {
      commits.push({ stamp: stampOf(asObject(aspectModified, 'aspectModified')), records: [] });
    }
    commits.at(-1)?.records.push({
      urn: parseUrn(asText(proposal['entityUrn'], 'entityUrn')),
      aspectName: asText(proposal['aspectName'], 'aspectName'),
      value: asObject(asObject(proposal['aspect'], 'aspect')['json'], 'json'),
      runId: runId === undefined ? undefined : asText(runId, 'runId'),
    });
  }
  return commits;
}

function stampOf({ actor, time }: JsonObject): AuditStamp {
  if (typeof time !== 'number') throw wrongType('time', 'a number', time);
  return { actor: parseUrn(asText(actor, 'actor')), time };
}
