import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The first line that a process prints, an object in JSON with texts; an empty one when it ends before. */
export async function readLine(child: ChildProcess): Promise<Readonly<Partial<Record<string, string>>>> {
  if (child.stdout === null) return {};
  for await (const line of createInterface({ input: child.stdout })) {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, String(member)]));
    }
  }
  return {};
}
