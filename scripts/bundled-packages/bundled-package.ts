import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';

/** A package whose code or files are in `dist/` or `web/dist/`, and so in everything that a release publishes. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly license: string;
  /** Text of the licence, which has to be kept with the code. */
  readonly text: string;
}

/** Name in `dist/` and `web/dist/` of the list of their packages: name, version and licence of each. */
export const LIST = 'packages.json';

const manifest = v.object({
  name: v.string(),
  version: v.string(),
  license: v.string(),
  author: v.optional(v.unknown()),
});

/** The package in a folder of `node_modules`. */
export function packageIn(folder: string): BundledPackage {
  const { author, ...named } = v.parse(
    manifest,
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text =
    file === undefined
      ? `${named.license}, ${JSON.stringify(author ?? named.name)}`
      : readFileSync(join(folder, file), 'utf8').trim();
  return { ...named, text };
}

/** The package in a folder, and all that it needs at run time: of a script that its publisher has bundled already. */
export function packagesOfBundle(folder: string): readonly BundledPackage[] {
  const known = new Map<string, BundledPackage>();
  const visit = (at: string): void => {
    // Types of TypeScript have no code.
    if (known.has(at) || at.includes('@types')) return;
    known.set(at, packageIn(at));
    for (const name of dependenciesOf(at)) visit(folderOf(name, at));
  };
  visit(folder);
  return [...known.values()];
}

const needs = v.object({ dependencies: v.optional(v.record(v.string(), v.string()), {}) });

function dependenciesOf(folder: string): readonly string[] {
  return Object.keys(
    v.parse(needs, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).dependencies,
  );
}

/** The folder of a package as a package in another folder finds it. */
function folderOf(name: string, from: string): string {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (dirname(at) === at) throw new Error(`${from} needs the package ${name}, which is not installed.`);
  }
}

/** The packages without repetitions, by name and version. */
export function distinct<Each extends Pick<BundledPackage, 'name' | 'version'>>(
  packages: readonly Each[],
): readonly Each[] {
  const byName = new Map(packages.map((each) => [`${each.name} ${each.version}`, each]));
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

/** The licences as a text, which is published with the code. */
export function notices(packages: readonly BundledPackage[]): string {
  return packages
    .map(({ name, version, license, text }) => `## ${name} ${version} (${license})\n\n${text}\n`)
    .join('\n');
}

/** The list that `readBundledPackages` reads. */
export function listOf(packages: readonly BundledPackage[]): string {
  return `${JSON.stringify(
    packages.map(({ name, version, license }) => ({ name, version, license })),
    undefined,
    1,
  )}\n`;
}

const list = v.array(v.object({ name: v.string(), version: v.string(), license: v.string() }));

/** All packages that the built server and the built web interface contain. Throws if they are not built. */
export function readBundledPackages(repository: string): readonly Omit<BundledPackage, 'text'>[] {
  const lists = ['dist', 'web/dist'].map((folder) =>
    v.parse(list, JSON.parse(readFileSync(join(repository, folder, LIST), 'utf8'))),
  );
  return distinct(lists.flat());
}
