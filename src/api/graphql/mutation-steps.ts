import type { AskedGrant } from '../../auth/catalog.ts';
import { CatalogError } from '../../errors.ts';
import type { MetadataChangeProposal, PatchOperation } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import type { EntityReference } from './entity-reference.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { escaped } from './property-changes.ts';

/** Message for a missing privilege, in DataHub's words. */
export const UNAUTHORIZED = 'Unauthorized to perform this action. Please contact your DataHub administrator.';

/** Arguments of a field that takes only `input`. */
export interface Input<T> {
  readonly input: T;
}

/** Arguments of a field that changes the entity `urn`. */
export interface UrnAndInput<T> extends Input<T> {
  readonly urn: string;
}

/** Writes the proposals in one commit, which later fields of the request read. Does nothing without proposals. */
export async function commit(
  proposals: readonly MetadataChangeProposal[],
  context: GraphqlContext,
): Promise<void> {
  if (proposals.length === 0) return;
  const { sequence } = await context.catalog.ingest(proposals);
  context.wrote(sequence);
}

/** Hard-deletes an entity; references to it stay. Throws NOT_FOUND when it does not exist. */
export async function deleteExisting(entity: EntityReference, context: GraphqlContext): Promise<void> {
  await requireExisting([entity], (urn) => `Failed to delete ${urn}. It does not exist.`, context);
  const { sequence } = await context.catalog.deleteEntity(entity.urn);
  context.wrote(sequence);
}

/**
 * Hard-deletes an entity; references to it are removed asynchronously, as in DataHub, whatever the caller's privileges
 * on the referencing entities. Throws NOT_FOUND when it does not exist.
 */
export async function deleteEverywhere(entity: EntityReference, context: GraphqlContext): Promise<void> {
  await requireExisting([entity], (urn) => `Failed to delete ${urn}. It does not exist.`, context);
  const { sequence } = await context.catalog.deleteWithReferences(entity.urn);
  context.wrote(sequence);
}

/** Throws FORBIDDEN unless the caller has the privilege on every entity. */
export async function requireEdit(
  privilege: string,
  entities: readonly EntityReference[],
  { catalog }: GraphqlContext,
): Promise<void> {
  for (const { urn } of entities) await catalog.requireEntityPrivilege(privilege, urn, UNAUTHORIZED);
}

/** Throws FORBIDDEN unless the caller has at least one of the platform privileges. */
export function requireOneOf(privileges: readonly string[], { catalog }: GraphqlContext): void {
  catalog.requirePrivilege(privileges, UNAUTHORIZED);
}

/** Throws FORBIDDEN unless the caller has at least one of the privileges. */
export function requireAnyGrant(grants: readonly AskedGrant[], { catalog }: GraphqlContext): Promise<void> {
  return catalog.requireAnyGrant(grants, UNAUTHORIZED);
}

/** Throws FORBIDDEN unless the caller has the platform privilege `managing`, or DELETE_ENTITY on the entity. */
export function requireRightToDelete(
  { urn }: EntityReference,
  managing: string,
  context: GraphqlContext,
): Promise<void> {
  return requireAnyGrant([{ privilege: managing }, { privilege: 'DELETE_ENTITY', urn }], context);
}

/** Throws NOT_FOUND for the first entity that does not exist, with the message that `sentence` returns. */
export async function requireExisting(
  entities: readonly EntityReference[],
  sentence: (urn: Urn) => string,
  { catalog }: GraphqlContext,
): Promise<void> {
  if (entities.length === 0) return;
  const existing = await catalog.existing(entities.map(({ urn }) => urn));
  const missing = entities.find(({ urn }) => !existing.has(urn));
  if (missing !== undefined) throw new CatalogError('NOT_FOUND', sentence(missing.urn));
}

/** Reads the latest value of an aspect, bypassing the request's cache; undefined when there is none. */
export async function readAspect(
  urn: Urn,
  aspectName: string,
  { catalog }: GraphqlContext,
): Promise<JsonObject | undefined> {
  return (await catalog.getEntities([urn], [aspectName])).get(urn)?.get(aspectName)?.value;
}

/** Proposal that patches an aspect; members without an operation stay unchanged. */
export function patchOf(
  urn: Urn,
  aspectName: string,
  operations: readonly PatchOperation[],
  arrayPrimaryKeys?: Readonly<Record<string, readonly string[]>>,
): Extract<MetadataChangeProposal, { readonly changeType: 'PATCH' }> {
  const patch = { operations, ...(arrayPrimaryKeys !== undefined && { arrayPrimaryKeys }) };
  return { urn, aspectName, changeType: 'PATCH', patch };
}

/** Proposal that replaces an aspect. */
export function upsertOf(urn: Urn, aspectName: string, value: JsonObject): MetadataChangeProposal {
  return { urn, aspectName, changeType: 'UPSERT', value };
}

/** Proposal that creates an entity; rejected when the urn exists. */
export function creationOf(urn: Urn, aspectName: string, value: JsonObject): MetadataChangeProposal {
  return { urn, aspectName, changeType: 'CREATE_ENTITY', value };
}

/** Patch operation that sets the value at a path. */
export function put(segments: readonly string[], value: JsonValue): PatchOperation {
  return { op: 'add', path: pointer(segments), value };
}

/** Patch operation that removes the value at a path. */
export function take(segments: readonly string[]): PatchOperation {
  return { op: 'remove', path: pointer(segments) };
}

/** Patch operations that set the given members; undefined and null members stay unchanged. */
export function putGiven(members: Readonly<Record<string, JsonValue | undefined>>): PatchOperation[] {
  return Object.entries(members).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [put([name], value)],
  );
}

function pointer(segments: readonly string[]): string {
  return segments.map((segment) => `/${escaped(segment)}`).join('');
}
