import { withVisibleDirections } from '../../../src/util/printable.ts';

/** Entity type of a urn, as in the registry: `dataset`; '' if the text is not a urn. */
export function entityTypeOf(urn: string): string {
  return /^urn:li:([^:]+):/.exec(urn)?.[1] ?? '';
}

/** The most readable part of a urn, if no display name is known: the table name of a dataset. */
export function shortName(urn: string): string {
  return withVisibleDirections(keyName(urn));
}

function keyName(urn: string): string {
  const key = urn.replace(/^urn:li:[^:]+:/, '');
  if (!key.startsWith('(')) return key;
  const parts = splitKey(key);
  const named = parts.filter((part) => !part.startsWith('urn:li:'));
  const inner = parts.find((part) => part.startsWith('urn:li:') && !part.startsWith('urn:li:dataPlatform:'));
  return named[0] ?? (inner === undefined ? key : keyName(inner));
}

/** Platform in a urn, such as `snowflake`; undefined if it has none. */
export function platformOf(urn: string): string | undefined {
  return /urn:li:dataPlatform:([^,)]+)/.exec(urn)?.[1];
}

/** Splits `(a,(b,c),d)` at its outer commas. */
function splitKey(key: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of key.slice(1, -1)) {
    if (character === ',' && depth === 0) {
      parts.push(part);
      part = '';
      continue;
    }
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    part += character;
  }
  return [...parts, part];
}
