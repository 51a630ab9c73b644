import { isDeepStrictEqual } from 'node:util';
import { CatalogError, type ErrorCode } from '../../errors.ts';
import type { AspectSpec } from '../../model/entity-registry.ts';
import type { AspectPatch, PatchOperation } from '../../model/proposal.ts';
import { atOnce, type Steps } from '../../util/concurrency/steps.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { keysFieldProblem, pathProblem } from './check-patch-path.ts';
import { editNode, readNode } from './patch-edit.ts';
import { MAX_COPIED, MAX_OPERATIONS, countValues } from './patch-limits.ts';
import { jsonNode, nodeJsonInSteps, openMember, type Node } from './patch-node.ts';
import { memberPlace, rootPlace, type Place } from './patch-place.ts';
import { parsePointer } from './patch-pointer.ts';
import { PATCH_TEMPLATES, type PatchView } from './patch-templates.ts';
import { because } from '../../refusals.ts';

/**
 * Applies a patch and returns the new aspect value. Arrays with keys (from the patch or the aspect's template) are
 * addressed like maps: a path shorter than the keys addresses every element below it; elements that no operation
 * addresses keep their value and position. A missing aspect starts from the template's default. `add` creates missing
 * parents; `remove` of a missing value succeeds, `replace` of it fails. Keys and paths that fit no value of the schema
 * are refused.
 *
 * Throws INVALID_REQUEST for a malformed operation and VALIDATION for one that does not fit the aspect. Does not check
 * the result against the schema.
 */
export function applyPatch(spec: AspectSpec, before: JsonObject | undefined, patch: AspectPatch): JsonObject {
  return atOnce(applyPatchInSteps(spec, before, patch));
}

/** An aspect after several patches, and whether each of them fitted; what the others put is there regardless. */
export interface PatchedParts {
  readonly value: JsonObject;
  readonly fits: readonly boolean[];
}

/**
 * Applies patches with the same keys to parts of an aspect that are not within each other, as {@link applyPatch} would apply all of
 * their operations, except that a patch that does not fit is left out.
 */
export function applyPatches(
  spec: AspectSpec,
  before: JsonObject | undefined,
  patches: readonly (readonly PatchOperation[])[],
  arrayPrimaryKeys?: AspectPatch['arrayPrimaryKeys'],
): PatchedParts {
  const draft = draftOf(spec, before, arrayPrimaryKeys);
  const fits = patches.map((operations) => {
    try {
      atOnce(draft.apply(operations));
      return true;
    } catch (error) {
      if (error instanceof CatalogError) return false;
      throw error;
    }
  });
  return { value: atOnce(draft.finish()), fits };
}

/**
 * Applies a patch like {@link applyPatch}, in steps: once the turn is over, a step ends after an operation or some
 * elements of a long array.
 */
export function* applyPatchInSteps(
  spec: AspectSpec,
  before: JsonObject | undefined,
  patch: AspectPatch,
): Steps<JsonObject> {
  const draft = draftOf(spec, before, patch.arrayPrimaryKeys);
  if (patch.operations.length > MAX_OPERATIONS) throw tooMany(spec, patch.operations.length);
  yield* draft.apply(patch.operations);
  return yield* draft.finish();
}

/** An aspect while it is patched. */
interface Draft {
  apply(operations: readonly PatchOperation[]): Steps<void>;
  finish(): Steps<JsonObject>;
}

function draftOf(
  spec: AspectSpec,
  before: JsonObject | undefined,
  arrayPrimaryKeys: AspectPatch['arrayPrimaryKeys'],
): Draft {
  const template = PATCH_TEMPLATES.get(spec.name);
  for (const [name, keys] of Object.entries(arrayPrimaryKeys ?? {})) {
    const problem = keysFieldProblem(spec.record, name, keys);
    if (problem !== undefined) throw refusalOf(spec, 'VALIDATION', problem);
  }
  const place = rootPlace(spec, template, arrayPrimaryKeys);
  const budget = { copied: 0 };
  const start = before === undefined ? template?.default : (template?.complete?.(before) ?? before);
  let root = jsonNode(start ?? {});
  return {
    *apply(operations) {
      for (const operation of operations) {
        root = yield* applyOperation({ spec, place, root, operation, budget });
        if (isTurnOver()) yield;
      }
    },
    *finish() {
      const patched = yield* nodeJsonInSteps(root, place);
      if (isTurnOver()) yield;
      const value = withDefaults(patched, place.view);
      return isJsonObject(value) ? withRequired(spec, place, value, template?.default ?? {}) : {};
    },
  };
}

interface Application {
  readonly spec: AspectSpec;
  readonly place: Place;
  readonly root: Node;
  readonly operation: PatchOperation;
  /** Number of values copied and moved so far. */
  readonly budget: { copied: number };
}

function* applyOperation(application: Application): Steps<Node> {
  const { operation, root, place } = application;
  const refuse = (problem: string): CatalogError => refusal(application, 'VALIDATION', problem);
  const path = pathOf(application, 'path');
  if (path.length > 1) yield* openMember(root, place, path[0] ?? '');
  const put = (value: JsonValue): Node => {
    if (path.length === 0 && !isJsonObject(value)) throw refuse('The whole aspect must be an object');
    return editNode(root, place, path, { kind: 'add', value, refuse }) ?? root;
  };
  switch (operation.op) {
    case 'add':
      return put(valueOf(application));
    case 'replace': {
      const value = valueOf(application);
      return path.length === 0
        ? put(value)
        : (editNode(root, place, path, { kind: 'replace', value, refuse }) ?? root);
    }
    case 'remove':
      if (path.length === 0) throw refuse('To remove the whole aspect, delete it');
      return editNode(root, place, path, { kind: 'remove', refuse }) ?? root;
    case 'test': {
      const expected = valueOf(application);
      if (countValues(expected) === Infinity) throw refuse('The value is nested too deeply');
      if (isDeepStrictEqual(readNode(root, place, path, refuse) ?? null, expected)) return root;
      throw refuse('The current value differs; read the aspect again');
    }
    case 'copy':
      return put(yield* sourceOf(application));
    case 'move': {
      const from = pathOf(application, 'from');
      const value = yield* sourceOf(application);
      if (from.length < path.length && from.every((segment, i) => segment === path[i])) {
        throw refuse('A value cannot move into itself');
      }
      // RFC 6902: `path` refers to the document after the removal at `from`.
      const without = editNode(root, place, from, { kind: 'remove', refuse }) ?? root;
      return editNode(without, place, path, { kind: 'add', value, refuse }) ?? without;
    }
  }
}

function pathOf(application: Application, member: 'path' | 'from'): readonly string[] {
  const text = application.operation[member];
  const path =
    text === undefined
      ? { problem: `Op '${application.operation.op}' needs '${member}'` }
      : parsePointer(text);
  if ('problem' in path) throw refusal(application, 'INVALID_REQUEST', path.problem);
  const problem = pathProblem(application.place, path);
  if (problem !== undefined) throw refusal(application, 'VALIDATION', problem);
  return path;
}

function valueOf(application: Application): JsonValue {
  const { op, value } = application.operation;
  if (value === undefined) throw refusal(application, 'INVALID_REQUEST', `Op '${op}' needs 'value'`);
  return value;
}

function* sourceOf(application: Application): Steps<JsonValue> {
  const { budget, operation, place, root } = application;
  const refuse = (problem: string): CatalogError => refusal(application, 'VALIDATION', problem);
  const from = pathOf(application, 'from');
  if (from.length > 1) yield* openMember(root, place, from[0] ?? '');
  const value = readNode(root, place, from, refuse);
  if (value === undefined) throw refuse(`There is nothing at '${operation.from ?? ''}'`);
  budget.copied += countValues(value);
  if (budget.copied > MAX_COPIED) {
    throw refuse(`A patch can copy and move at most ${MAX_COPIED} values; use op 'add' instead`);
  }
  return value;
}

/** Adds the defaults of the views below a value to the objects that lack them. */
function withDefaults(value: JsonValue, view: PatchView | undefined): JsonValue {
  const members = view?.members;
  if (members === undefined) return value;
  if (Array.isArray(value)) {
    const elements: readonly JsonValue[] = value;
    return elements.map((element) => withDefaults(element, { members }));
  }
  if (!isJsonObject(value)) return value;
  const below = [...members].flatMap(([name, of]) => {
    const member = value[name] ?? undefined;
    return member === undefined ? [] : [[name, withDefaults(member, of)] as const];
  });
  return { ...view?.defaults, ...value, ...Object.fromEntries(below) };
}

/** Restores missing required members: with the template's default, or as an empty array if the array has keys. */
function withRequired(spec: AspectSpec, place: Place, value: JsonObject, defaults: JsonObject): JsonObject {
  const missing: [string, JsonValue][] = [];
  for (const { name, optional, default: fallback } of spec.record.fields.values()) {
    if (optional || fallback !== undefined || (value[name] !== undefined && value[name] !== null)) continue;
    const hasKeys = memberPlace(place, name).view?.keys !== undefined;
    const substitute = defaults[name] ?? (hasKeys ? [] : undefined);
    if (substitute !== undefined) missing.push([name, substitute]);
  }
  return missing.length === 0 ? value : { ...value, ...Object.fromEntries(missing) };
}

function refusal({ operation, spec }: Application, code: ErrorCode, problem: string): CatalogError {
  const { op, path } = operation;
  return refusalOf(spec, code, `op '${op}' at '${path}'. ${problem}`);
}

function refusalOf(spec: AspectSpec, code: ErrorCode, problem: string): CatalogError {
  return new CatalogError(
    code,
    `Error performing JSON PATCH on aspect ${spec.name}: ${problem}.`,
    because('PATCH_UNFIT'),
  );
}

function tooMany(spec: AspectSpec, operations: number): CatalogError {
  return refusalOf(
    spec,
    'INVALID_REQUEST',
    `${operations} operations exceed the maximum of ${MAX_OPERATIONS}. Split the patch`,
  );
}
