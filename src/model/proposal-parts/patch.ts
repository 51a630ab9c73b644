import { invalidRequest } from '../../errors.ts';
import { asObject, asText, asTexts, optionalFlag, preview, wrongType } from '../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import type { AspectPatch, PatchOperation } from '../proposal.ts';
import { because } from '../../refusals.ts';

/** Members of a patch that is sent as an object. */
export const PATCH_MEMBERS = ['patch', 'arrayPrimaryKeys', 'forceGenericPatch'] as const;

/**
 * Parses a patch: a list of operations, or an object with `patch` and optionally `arrayPrimaryKeys` and
 * `forceGenericPatch`. `at` is its path in the request. Throws INVALID_REQUEST with the path of the invalid member.
 */
export function parsePatch(value: JsonValue | undefined, at: string): AspectPatch {
  const form: JsonObject = Array.isArray(value) ? { patch: value } : asObject(value, at);
  const operations = form['patch'];
  if (operations === undefined || operations === null) {
    throw invalidRequest(
      `Missing \`patch\` field. ${at} must be {"patch": [{"op", "path", "value"}, ...]}.`,
      undefined,
      because('INPUT_MISSING', { name: 'patch' }),
    );
  }
  if (!Array.isArray(operations)) throw wrongType(`${at}.patch`, 'a list of operations', operations);
  const keys = parseArrayKeys(form['arrayPrimaryKeys'], `${at}.arrayPrimaryKeys`);
  const isGeneric = optionalFlag(form['forceGenericPatch'], `${at}.forceGenericPatch`) === true;
  return {
    operations: operations.map((operation: JsonValue, index) =>
      parseOperation(operation, `${at}.patch[${index}]`),
    ),
    // A generic patch without array keys must not use the aspect's built-in ones.
    ...(keys !== undefined ? { arrayPrimaryKeys: keys } : isGeneric && { arrayPrimaryKeys: {} }),
  };
}

function parseOperation(value: JsonValue, at: string): PatchOperation {
  const operation = asObject(value, at);
  const op = operation['op'];
  const path = asText(operation['path'], `${at}.path`);
  if (path !== '' && !path.startsWith('/')) {
    throw invalidRequest(
      `${at}.path must be empty or start with '/', but it is ${preview(path)}.`,
      undefined,
      because('INPUT_FORMAT', { name: 'path', value: preview(path) }),
    );
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
      if (content === undefined)
        throw invalidRequest(
          `${at}.value is missing; '${op}' needs one.`,
          undefined,
          because('INPUT_MISSING', { name: 'value' }),
        );
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
