import type { AuditStamp } from '../../model/aspect.ts';
import type { ProposedItem } from '../../model/access/change-proposal.ts';
import type { MetadataChangeProposal, PatchOperation } from '../../model/proposal.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { stableJson } from '../../util/json/stable-json.ts';
import { isStamp } from './stamps.ts';

/** Those of the latest write of an aspect. */
const LATEST_STAMPS = ['lastModified', 'auditStamp'] as const;

/** The writes of items in their order, as the approver makes them; `stamp`: the approver and the time. */
export function writesOf(
  items: readonly ProposedItem[],
  stamp: AuditStamp,
  runId: string,
): readonly MetadataChangeProposal[] {
  const byWrite = Map.groupBy(items, ({ aspectName, arrayPrimaryKeys, changeType, id, urn }) =>
    changeType === 'PATCH' ? stableJson([urn, aspectName, { ...arrayPrimaryKeys }]) : id,
  );
  const systemMetadata = { runId };
  return [...byWrite.values()].flatMap((of): readonly MetadataChangeProposal[] => {
    const [first] = of;
    if (first === undefined) return [];
    const { aspectName, arrayPrimaryKeys, changeType, urn, value = {} } = first;
    const key = { urn, aspectName, systemMetadata };
    const stamped = first.isStamped === true ? { stampAssignments: stamp } : {};
    if (changeType === 'DELETE') return [{ ...key, changeType }];
    if (changeType !== 'PATCH') return [{ ...key, changeType, value: signedBy(value, stamp), ...stamped }];
    const operations = of.flatMap((item) => item.operations ?? []).map((one) => stampedBy(one, stamp));
    return [
      {
        ...key,
        changeType,
        patch: { operations, ...(arrayPrimaryKeys && { arrayPrimaryKeys }) },
        ...stamped,
      },
    ];
  });
}

function stampedBy(operation: PatchOperation, stamp: AuditStamp): PatchOperation {
  return isStamp(operation) ? { ...operation, value: { ...stamp } } : operation;
}

/** A whole aspect as the writer of the stamp writes it. */
function signedBy(value: JsonObject, stamp: AuditStamp): JsonObject {
  const signed: Record<string, JsonValue | undefined> = { ...value };
  for (const name of LATEST_STAMPS) if (isJsonObject(value[name])) signed[name] = { ...stamp };
  // The author of a deprecation.
  if (typeof value['actor'] === 'string') signed['actor'] = stamp.actor;
  return signed;
}
