import type { JsonObject, JsonValue } from '../util/json.ts';
import type { MetadataChangeProposal, PatchOperation } from './proposal.ts';
import type { Urn } from './urn.ts';

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

/** A list with the proposal of `patchOf`; empty if there are no operations. */
export function patchIfAny(...patch: Parameters<typeof patchOf>): MetadataChangeProposal[] {
  const [, , operations] = patch;
  return operations.length === 0 ? [] : [patchOf(...patch)];
}

/** Proposal that replaces an aspect. */
export function upsertOf(urn: Urn, aspectName: string, value: JsonObject): MetadataChangeProposal {
  return { urn, aspectName, changeType: 'UPSERT', value };
}

/** Proposal that creates an entity; rejected when the urn exists. */
export function creationOf(urn: Urn, aspectName: string, value: JsonObject): MetadataChangeProposal {
  return { urn, aspectName, changeType: 'CREATE_ENTITY', value };
}

/** Proposal that deletes an aspect. For a key aspect or a property definition, it deletes the entity. */
export function deletionOf(urn: Urn, aspectName: string): MetadataChangeProposal {
  return { urn, aspectName, changeType: 'DELETE' };
}

/** Patch operation that sets the value at a path. */
export function put(segments: readonly string[], value: JsonValue): PatchOperation {
  return { op: 'add', path: pointer(segments), value };
}

/** Patch operation that removes the value at a path. */
export function take(segments: readonly string[]): PatchOperation {
  return { op: 'remove', path: pointer(segments) };
}

/** Patch operation that sets the value at a path, or removes what is there without one. */
export function putOrTake(segments: readonly string[], value: JsonValue | undefined): PatchOperation {
  return value === undefined || value === null ? take(segments) : put(segments, value);
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

/** Escapes a text as a segment of a JSON pointer. */
export function escaped(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}
