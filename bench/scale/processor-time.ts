import type { ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** Programs with separate CPU time, each including its children. */
export type Watched<Name extends string = string> = Readonly<Record<Name, readonly ChildProcess[]>>;

/** CPU time of each program. */
export type Times = Readonly<Record<string, number>>;

const TICKS_PER_SECOND = 100;

/** CPU time of the programs and their children so far, in seconds; needs Linux's /proc. */
export function processorTimes(watched: Watched): Times {
  const processes = allProcesses();
  return Object.fromEntries(
    Object.entries(watched).map(([name, roots]) => [
      name,
      roots.reduce((sum, { pid }) => sum + (pid === undefined ? 0 : ticksOf(pid, processes)), 0) /
        TICKS_PER_SECOND,
    ]),
  );
}

/** CPU time per request between two samples, ms. */
export function perRequest(before: Times, after: Times, requests: number): Times {
  return Object.fromEntries(
    Object.entries(after).map(([name, seconds]) => [
      name,
      Number((((seconds - (before[name] ?? 0)) * 1000) / requests).toPrecision(3)),
    ]),
  );
}

/** Memory of the programs and their children, MiB; shared memory is counted once. */
export function memoryMiB(watched: Watched): Times {
  const processes = allProcesses();
  return Object.fromEntries(
    Object.entries(watched).map(([name, roots]) => [
      name,
      Math.round(
        roots.flatMap(({ pid }) => (pid === undefined ? [] : treeOf(pid, processes))).reduce(addMemory, 0),
      ),
    ]),
  );
}

interface ProcessLine {
  readonly parent: number;
  /** Its own, plus that of its reaped children. */
  readonly ticks: number;
}

function allProcesses(): ReadonlyMap<number, ProcessLine> {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    numbers.flatMap((number) => {
      const line = read(`/proc/${number}/stat`);
      if (line === undefined) return [];
      // Fields follow the name, which may contain anything.
      const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      return [[Number(number), { parent: Number(fields[1]), ticks }] as const];
    }),
  );
}

function treeOf(root: number, processes: ReadonlyMap<number, ProcessLine>): number[] {
  const children = [...processes].filter(([, { parent }]) => parent === root);
  return [root, ...children.flatMap(([pid]) => treeOf(pid, processes))];
}

function ticksOf(root: number, processes: ReadonlyMap<number, ProcessLine>): number {
  return treeOf(root, processes).reduce((sum, pid) => sum + (processes.get(pid)?.ticks ?? 0), 0);
}

function addMemory(sum: number, pid: number): number {
  const kibibytes = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1];
  return sum + Number(kibibytes ?? 0) / 1024;
}

/** Undefined if the process has just ended. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined;
    throw error;
  }
}
