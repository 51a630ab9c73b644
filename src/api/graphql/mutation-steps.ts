import type { AskedGrant } from '../../auth/catalog.ts';
import { CatalogError } from '../../errors.ts';
import type { MetadataChangeProposal, PatchOperation } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import type { EntityReference } from './entity-reference.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { escaped } from './property-changes.ts';

/** What whoever lacks a right is told, in DataHub's words. */
export const UNAUTHORIZED = 'Unauthorized to perform this action. Please contact your DataHub administrator.';

/** The arguments of a field whose only one is `input`. */
export interface Input<T> {
  readonly input: T;
}

/** The same with the urn of what is to be changed. */
export interface UrnAndInput<T> extends Input<T> {
  readonly urn: string;
}

/** Commits the proposals together; later fields of the request read what they wrote. Nothing is written for none. */
export async function commit(
  proposals: readonly MetadataChangeProposal[],
  context: GraphqlContext,
): Promise<void> {
  if (proposals.length === 0) return;
  const { sequence } = await context.catalog.ingest(proposals);
  context.wrote(sequence);
}

/** Deletes an entity for good; NOT_FOUND when there is none. */
export async function deleteExisting(entity: EntityReference, context: GraphqlContext): Promise<void> {
  await requireExisting([entity], (urn) => `Failed to delete ${urn}. It does not exist.`, context);
  const { sequence } = await context.catalog.deleteEntity(entity.urn);
  context.wrote(sequence);
}

/** The same, and what mentions the entity forgets it soon after, as in DataHub. */
export async function deleteEverywhere(entity: EntityReference, context: GraphqlContext): Promise<void> {
  await requireExisting([entity], (urn) => `Failed to delete ${urn}. It does not exist.`, context);
  const { sequence } = await context.catalog.deleteWithReferences(entity.urn);
  context.wrote(sequence);
}

/** Throws FORBIDDEN unless the caller holds the privilege on every one of the entities. */
export async function requireEdit(
  privilege: string,
  entities: readonly EntityReference[],
  { catalog }: GraphqlContext,
): Promise<void> {
  for (const { urn } of entities) await catalog.requireEntityPrivilege(privilege, urn, UNAUTHORIZED);
}

/** Throws FORBIDDEN unless the caller holds one of the platform privileges. */
export function requireOneOf(privileges: readonly string[], { catalog }: GraphqlContext): void {
  catalog.requirePrivilege(privileges, UNAUTHORIZED);
}

/** Throws FORBIDDEN unless the caller holds one of the privileges. */
export function requireAnyGrant(grants: readonly AskedGrant[], { catalog }: GraphqlContext): Promise<void> {
  return catalog.requireAnyGrant(grants, UNAUTHORIZED);
}

/** Throws FORBIDDEN unless the caller manages all entities of the type, or may delete this one. */
export function requireRightToDelete(
  { urn }: EntityReference,
  managing: string,
  context: GraphqlContext,
): Promise<void> {
  return requireAnyGrant([{ privilege: managing }, { privilege: 'DELETE_ENTITY', urn }], context);
}

/** Throws NOT_FOUND with the sentence for the first of the entities that does not exist. */
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

/** Latest value of an aspect as of now, whatever the request has read before. */
export async function readAspect(
  urn: Urn,
  aspectName: string,
  { catalog }: GraphqlContext,
): Promise<JsonObject | undefined> {
  return (await catalog.getEntities([urn], [aspectName])).get(urn)?.get(aspectName)?.value;
}

/** Proposal that changes the named places of an aspect and leaves the rest of it alone. */
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

/** Proposal that makes an entity; refused when there is one of this urn. */
export function creationOf(urn: Urn, aspectName: string, value: JsonObject): MetadataChangeProposal {
  return { urn, aspectName, changeType: 'CREATE_ENTITY', value };
}

/** Operation that puts a value at the place that these segments lead to. */
export function put(segments: readonly string[], value: JsonValue): PatchOperation {
  return { op: 'add', path: pointer(segments), value };
}

/** Operation that removes what these segments lead to. */
export function take(segments: readonly string[]): PatchOperation {
  return { op: 'remove', path: pointer(segments) };
}

/** Operations that put the members that are given; what is left out or null stays as it is. */
export function putGiven(members: Readonly<Record<string, JsonValue | undefined>>): PatchOperation[] {
  return Object.entries(members).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [put([name], value)],
  );
}

function pointer(segments: readonly string[]): string {
  return segments.map((segment) => `/${escaped(segment)}`).join('');
}
