import { invalidRequest } from '../errors.ts';
import {
  asObject,
  asText,
  asTexts,
  optionalFlag,
  optionalInteger,
  optionalText,
  preview,
  wrongType,
} from '../util/json-input.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';
import { isJsonObject } from '../util/json.ts';
import type { SystemMetadata } from './aspect.ts';
import type { AspectPatch, PatchOperation, WriteCondition } from './proposal.ts';

/**
 * What a client may say about the run that writes. Left out or null is undefined; members that the server keeps
 * itself (version, audit stamps) are ignored. Throws INVALID_REQUEST that names the member.
 */
export function parseSystemMetadata(
  value: JsonValue | undefined,
  at: string,
): Partial<SystemMetadata> | undefined {
  if (value === undefined || value === null) return undefined;
  const source = asObject(value, at);
  const lastObserved = optionalInteger(source['lastObserved'], `${at}.lastObserved`);
  const properties = source['properties'];
  return {
    ...(lastObserved !== undefined && { lastObserved }),
    ...textMember(source, 'runId', at),
    ...textMember(source, 'lastRunId', at),
    ...textMember(source, 'pipelineName', at),
    ...textMember(source, 'registryName', at),
    ...textMember(source, 'registryVersion', at),
    ...(properties !== undefined &&
      properties !== null && { properties: textMap(properties, `${at}.properties`) }),
  };
}

/**
 * Conditions of a write from the headers of a proposal; names match ignoring case, other headers are ignored.
 * Undefined when there is none. Throws INVALID_REQUEST that names the header.
 */
export function parseWriteCondition(value: JsonValue | undefined, at: string): WriteCondition | undefined {
  if (value === undefined || value === null) return undefined;
  let condition: WriteCondition | undefined;
  for (const [name, header] of Object.entries(asObject(value, at))) {
    const part = conditionPart(name, header, at);
    if (part !== undefined) condition = { ...condition, ...part };
  }
  return condition;
}

/**
 * A patch in any of the forms that clients send: a bare list of operations, or an object with `patch` and perhaps
 * `arrayPrimaryKeys` and `forceGenericPatch`. Throws INVALID_REQUEST that names the member.
 */
export function parsePatch(value: JsonValue | undefined, at: string): AspectPatch {
  const form: JsonObject = Array.isArray(value) ? { patch: value } : asObject(value, at);
  const operations = form['patch'];
  if (operations === undefined || operations === null) {
    throw invalidRequest(`Missing \`patch\` field. ${at} must be {"patch": [{"op", "path", "value"}, ...]}.`);
  }
  if (!Array.isArray(operations)) throw wrongType(`${at}.patch`, 'a list of operations', operations);
  const keys = parseArrayKeys(form['arrayPrimaryKeys'], `${at}.arrayPrimaryKeys`);
  const isGeneric = optionalFlag(form['forceGenericPatch'], `${at}.forceGenericPatch`) === true;
  return {
    operations: operations.map((operation: JsonValue, index) =>
      parseOperation(operation, `${at}.patch[${index}]`),
    ),
    // Without keys of its own, a patch that refuses the aspect's built-in keys has none at all.
    ...(keys !== undefined ? { arrayPrimaryKeys: keys } : isGeneric && { arrayPrimaryKeys: {} }),
  };
}

function parseOperation(value: JsonValue, at: string): PatchOperation {
  const operation = asObject(value, at);
  const op = operation['op'];
  const path = asText(operation['path'], `${at}.path`);
  if (path !== '' && !path.startsWith('/')) {
    throw invalidRequest(`${at}.path must be empty or start with '/', but it is ${preview(path)}.`);
  }
  switch (op) {
    case 'remove':
      return { op, path };
    case 'move':
    case 'copy':
      return { op, path, from: asText(operation['from'], `${at}.from`) };
    case 'add':
    case 'replace':
    case 'test': {
      const content = operation['value'];
      if (content === undefined) throw invalidRequest(`${at}.value is missing; '${op}' needs one.`);
      return { op, path, value: content };
    }
    default:
      throw wrongType(`${at}.op`, 'one of add, replace, remove, test, move and copy', op);
  }
}

function parseArrayKeys(
  value: JsonValue | undefined,
  at: string,
): Readonly<Record<string, readonly string[]>> | undefined {
  if (value === undefined || value === null) return undefined;
  const entries = Object.entries(asObject(value, at));
  return Object.fromEntries(entries.map(([field, keys]) => [field, asTexts(keys, `${at}.${field}`)]));
}

function conditionPart(name: string, header: JsonValue | undefined, at: string): WriteCondition | undefined {
  if (header === undefined || header === null) return undefined;
  switch (name.toLowerCase()) {
    case 'if-version-match':
      return { ifVersionMatch: headerText(header, `${at}.${name}`) };
    case 'if-modified-since':
      return { ifModifiedSince: instant(header, `${at}.${name}`) };
    case 'if-unmodified-since':
      return { ifUnmodifiedSince: instant(header, `${at}.${name}`) };
    case 'if-none-match':
      if (header !== '*') throw wrongType(`${at}.${name}`, '"*"', header);
      return { ifNoneMatch: '*' };
    default:
      return undefined;
  }
}

function headerText(header: JsonValue, at: string): string {
  return typeof header === 'number' ? String(header) : asText(header, at);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

function instant(header: JsonValue, at: string): number {
  const milliseconds = typeof header === 'string' && INSTANT.test(header) ? Date.parse(header) : Number.NaN;
  if (Number.isNaN(milliseconds)) {
    throw wrongType(at, 'an ISO-8601 instant such as "2026-01-31T12:00:00Z"', header);
  }
  return milliseconds;
}

function textMember<K extends string>(source: JsonObject, name: K, at: string): { [member in K]?: string } {
  const text = optionalText(source[name], `${at}.${name}`);
  if (text === undefined) return {};
  const member: { [member in K]?: string } = {};
  member[name] = text;
  return member;
}

function textMap(value: JsonValue, at: string): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) throw wrongType(at, 'an object of strings', value);
  const entries = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(entries.map(([name, item]) => [name, asText(item, `${at}.${name}`)]));
}
