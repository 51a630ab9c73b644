import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** First output line of a process, a JSON object with string values; an empty object if the process ends before. */
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
