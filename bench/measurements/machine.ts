import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, platform, release, totalmem } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** Machine and versions of a run. */
export interface Machine {
  readonly cores: number;
  readonly cpu: string;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  /** Idle share of CPU time before the measurements; below 1 other programs were running. */
  readonly idle: number;
}

/** Describes the machine; takes two seconds to measure its idle share. */
export async function describeMachine(): Promise<Machine> {
  const cores = cpus();
  return {
    cores: cores.length,
    cpu: cores[0]?.model.trim() ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    system: `${platform()} ${release()}`,
    node: process.version,
    idle: await idleShare(),
  };
}

/** Idle share of CPU time during the next two seconds. */
export async function idleShare(): Promise<number> {
  const before = processorTimes();
  await wait(2000);
  const after = processorTimes();
  return Number(((after.idle - before.idle) / (after.all - before.all)).toFixed(2));
}

function processorTimes(): { idle: number; all: number } {
  let idle = 0;
  let all = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idle, all };
}

/** Hash of the measured commit, with a plus sign if the tree differs from it; `unknown` outside a clone. */
export function commitOfTree(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+');
  } catch (error) {
    if (error instanceof Error) return 'unknown';
    throw error;
  }
}

/** CPU time of a process and its threads, in seconds; undefined without /proc. */
export function processorSeconds(pid: number | undefined): number | undefined {
  if (pid === undefined || platform() !== 'linux') return undefined;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Fields 14 and 15, counted after the name, which may contain anything: ticks of 10 ms.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Waits until a process is idle, at most two minutes; returns at once without /proc. */
export async function untilIdle(pid: number | undefined): Promise<void> {
  for (let second = 0; second < 120; second += 2) {
    const before = processorSeconds(pid);
    await wait(2000);
    const after = processorSeconds(pid);
    if (before === undefined || after === undefined || after - before < 0.1) return;
  }
}

/** Resident memory of a process, MiB; undefined without /proc. */
export function residentMiB(pid: number | undefined): number | undefined {
  if (pid === undefined || platform() !== 'linux') return undefined;
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return kibibytes === undefined ? undefined : Math.round(Number(kibibytes) / 1024);
}
