import type { GraphqlContext } from '../../context/graphql-context.ts';
import { resolvedAuditStamp } from '../../presenters/stamps.ts';
import type { StoredRecord } from '../../presenters/stored-record.ts';

/**
 * Resolver of `createdOn`: the stamp in the record, else the time at which the first aspect of its entity was
 * written.
 */
export async function createdOn(
  { of, value }: StoredRecord,
  _args: unknown,
  { loader, references }: GraphqlContext,
): Promise<object | undefined> {
  const stored = resolvedAuditStamp(value['created'], references);
  if (stored !== undefined) return stored;
  const aspects = (await loader.entity(of.urn))?.values() ?? [];
  const stamps = [...aspects].flatMap(({ systemMetadata }) => systemMetadata.aspectCreated ?? []);
  const [first] = stamps.toSorted((a, b) => a.time - b.time);
  return resolvedAuditStamp(first, references);
}
