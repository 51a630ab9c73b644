import * as v from 'valibot';
import { ANY_TYPES, schemaOf } from '../../../operations/input-schema.ts';
import { objectOf } from '../../../operations/shapes.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.ts';
import { COMMON, CURSOR } from './shapes.ts';
import type { Tool } from './tool.ts';

const known = new WeakMap<Tool, JsonObject>();

/** The entry of a tool in `tools/list`; built once. */
export function toolJson(tool: Tool): JsonObject {
  let json = known.get(tool);
  if (json === undefined) {
    json = build(tool);
    known.set(tool, json);
  }
  return json;
}

/** Whether the tool changes nothing. */
export function isReader({ operations }: Tool): boolean {
  return operations.every(({ effect }) => effect === 'read');
}

/** Whether a token that only proposes can use the tool: all that it writes can be proposed. */
export function canPropose({ operations, writesAtOnce }: Tool): boolean {
  if (writesAtOnce) return false;
  return operations.every(({ effect, proposing }) => effect === 'read' || proposing !== undefined);
}

function build(tool: Tool): JsonObject {
  const { description, name, output, title } = tool;
  const reads = isReader(tool);
  return {
    name,
    title,
    description,
    inputSchema: inputOf(tool),
    outputSchema: plain(schemaOf(output)),
    annotations: {
      readOnlyHint: reads,
      destructiveHint: tool.mayRemove || tool.operations.some(({ effect }) => effect === 'delete'),
      idempotentHint: reads,
      openWorldHint: false,
    },
  };
}

function inputOf({ hasCommon, hasPages, input }: Tool): JsonObject {
  const own = schemaOf(input(ANY_TYPES));
  if (!hasCommon) return plain(own);
  const common = schemaOf(v.object(hasPages ? { cursor: CURSOR, ...COMMON } : COMMON));
  return plain({ ...own, properties: { ...members(own), ...members(common) } });
}

function members({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {};
}

/** The common arguments of a call, parsed apart from those of the tool. */
export const COMMON_ARGUMENTS = objectOf(COMMON);
export const PAGED_ARGUMENTS = objectOf({ cursor: CURSOR, ...COMMON });

/** Bounds of all whole numbers that JSON can hold exactly, which need no description. */
const EXACT: readonly JsonValue[] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/** JSON Schema 2020-12 from the dialect of OpenAPI 3.0; null is accepted for optional members, but not described. */
function plain(schema: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(schema, (name: string, value: JsonValue) =>
      (name === 'nullable' && value === true) || EXACT.includes(value) ? undefined : value,
    ),
  ) as JsonObject;
}
