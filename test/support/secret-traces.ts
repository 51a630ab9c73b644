import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** All files below a folder, recursively. */
export function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}

/** Names of the secrets that the text contains: verbatim, escaped or encoded (URL, hex, base64). */
export function tracesIn(text: string, secrets: ReadonlyMap<string, string>): readonly string[] {
  return [...secrets]
    .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
    .map(([name]) => name);
}

/** `<secret name> in <path>` for each secret that a file contains, verbatim, escaped or encoded. */
export function tracesInFiles(
  paths: readonly string[],
  secrets: ReadonlyMap<string, string>,
): readonly string[] {
  return paths.flatMap((path) =>
    tracesIn(readFileSync(path, 'latin1'), secrets).map((name) => `${name} in ${path}`),
  );
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const plain = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString('hex'),
  ];
  return [...new Set([...plain, ...insideBase64(bytes, 'base64'), ...insideBase64(bytes, 'base64url')])];
}

/** Base64 forms of bytes inside a longer text, at each of the 3 alignments; cut where neighbouring bytes matter. */
function insideBase64(bytes: Buffer, encoding: 'base64' | 'base64url'): readonly string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString(encoding)
      .replace(/=+$/, '');
    return text.slice(before === 0 ? 0 : before + 1, -2);
  });
}
