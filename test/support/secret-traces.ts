import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a folder. */
export function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}

/** Names of the secrets of which the text has a trace: the secret itself, escaped, or in another encoding. */
export function tracesIn(text: string, secrets: ReadonlyMap<string, string>): readonly string[] {
  return [...secrets]
    .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
    .map(([name]) => name);
}

/** The same for files, with the path of each file that has one. */
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

/** How base64 writes the bytes when it begins before them, by 0, 1 or 2 bytes; without the ends, which depend on the rest. */
function insideBase64(bytes: Buffer, encoding: 'base64' | 'base64url'): readonly string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString(encoding)
      .replace(/=+$/, '');
    return text.slice(before === 0 ? 0 : before + 1, -2);
  });
}
