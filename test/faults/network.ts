import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Place } from './opensearch-engine.ts';

/** Engines with their own addresses in the network. */
export const ENGINES = ['postgres', 'opensearch'] as const;

export type EngineName = (typeof ENGINES)[number];

/**
 * A network on this machine. Each process has its own network namespace, the engines share one, and a router between
 * them can silently drop packets.
 */
export class FaultyNetwork implements Disposable {
  readonly #name: string;
  readonly #net: string;
  readonly #namespaces: string[] = [];
  readonly #cuts = new Set<string>();

  private constructor() {
    this.#name = `colophon-${process.pid}`;
    this.#net = `10.${200 + (process.pid % 50)}`;
  }

  /** Creates a network for this number of processes. Throws without root or the command ip. */
  static create(processes: number): FaultyNetwork {
    if (process.getuid?.() !== 0) throw new Error('Network namespaces need root.');
    if (!existsSync('/usr/sbin/ip') && !existsSync('/sbin/ip')) {
      throw new Error('The command ip is missing (Debian: iproute2).');
    }
    const network = new FaultyNetwork();
    try {
      network.#build(processes);
    } catch (error) {
      network[Symbol.dispose]();
      throw error;
    }
    return network;
  }

  /** Address of an engine, and the command prefix that starts it in its namespace. */
  engine(engine: EngineName): Place {
    return { host: this.#addressOf(engine), behind: this.#in('engines') };
  }

  /** CIDR range of the network. */
  get everybody(): string {
    return `${this.#net}.0.0/16`;
  }

  /** Command prefix that starts process `i` in its namespace, listening at its address. */
  wrapper(i: number): readonly string[] {
    return [...this.#in(`p${i}`), 'env', `COLOPHON_HOST=${this.processAddress(i)}`];
  }

  processAddress(i: number): string {
    return `${this.#net}.${i + 1}.2`;
  }

  /** Drops all packets between a process and an engine, in both directions. */
  cut(i: number, engine: EngineName): void {
    const [process, other] = [this.processAddress(i), this.#addressOf(engine)];
    this.#drop(process, other);
    this.#drop(other, process);
  }

  /** Removes all cuts. */
  healAll(): void {
    for (const words of this.#cuts) inside(this.#router, 'rule', 'del', ...words.split(' '));
    this.#cuts.clear();
  }

  [Symbol.dispose](): void {
    // Removing a namespace removes its links and routes.
    for (const name of this.#namespaces.splice(0)) ip('netns', 'del', name);
  }

  #build(processes: number): void {
    const router = this.#addNamespace('router');
    const uplink = `cf${process.pid}`.slice(0, 15);
    ip('link', 'add', uplink, 'type', 'veth', 'peer', 'name', 'tests', 'netns', router);
    ip('addr', 'add', `${this.#net}.0.1/24`, 'dev', uplink);
    ip('link', 'set', uplink, 'up');
    inside(router, 'addr', 'add', `${this.#net}.0.2/24`, 'dev', 'tests');
    inside(router, 'link', 'set', 'tests', 'up');
    ip('route', 'add', this.everybody, 'via', `${this.#net}.0.2`);
    execFileSync('ip', ['netns', 'exec', router, 'sh', '-c', 'echo 1 > /proc/sys/net/ipv4/ip_forward']);
    for (let i = 0; i < processes; i++) this.#join(router, `p${i}`, i + 1, [2]);
    this.#join(router, 'engines', 100, [2, 3]);
  }

  /** Creates a namespace with these host addresses in its own subnet, and connects it to the router. */
  #join(router: string, suffix: string, net: number, hosts: readonly number[]): void {
    const name = this.#addNamespace(suffix);
    inside(router, 'link', 'add', suffix, 'type', 'veth', 'peer', 'name', 'eth', 'netns', name);
    inside(router, 'addr', 'add', `${this.#net}.${net}.1/24`, 'dev', suffix);
    inside(router, 'link', 'set', suffix, 'up');
    for (const host of hosts) inside(name, 'addr', 'add', `${this.#net}.${net}.${host}/24`, 'dev', 'eth');
    for (const device of ['lo', 'eth']) inside(name, 'link', 'set', 'dev', device, 'up');
    inside(name, 'route', 'add', 'default', 'via', `${this.#net}.${net}.1`);
  }

  #drop(from: string, to: string): void {
    const words = `from ${from} to ${to} blackhole`;
    inside(this.#router, 'rule', 'add', ...words.split(' '));
    this.#cuts.add(words);
  }

  get #router(): string {
    return `${this.#name}-router`;
  }

  #addressOf(engine: EngineName): string {
    return `${this.#net}.100.${ENGINES.indexOf(engine) + 2}`;
  }

  #addNamespace(suffix: string): string {
    const name = `${this.#name}-${suffix}`;
    ip('netns', 'add', name);
    this.#namespaces.push(name);
    return name;
  }

  #in(suffix: string): readonly string[] {
    return ['ip', 'netns', 'exec', `${this.#name}-${suffix}`];
  }
}

function ip(...words: readonly string[]): void {
  execFileSync('ip', words);
}

function inside(namespace: string, ...words: readonly string[]): void {
  ip('-n', namespace, ...words);
}
