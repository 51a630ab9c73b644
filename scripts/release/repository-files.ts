import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { CHANGES, readChanges } from '../release-notes/read-changes.ts';

export const REPOSITORY = join(import.meta.dirname, '..', '..');
/** The Helm chart. */
export const CHART = 'deploy/helm/colophon';
export const CHART_FILE = `${CHART}/Chart.yaml`;

const versioned = v.object({ name: v.string(), version: v.string() });
const chart = v.object({ version: v.string(), appVersion: v.string() });
const lock = v.object({ version: v.string(), packages: v.object({ '': v.object({ version: v.string() }) }) });

/** What the files of the repository say about the version that is to be released. */
export interface StatedVersions {
  /** By file. */
  readonly versions: Readonly<Record<string, string>>;
  /** Heading of the newest section of `CHANGELOG.md`: `1.0.0 (2026-12-01)`. */
  readonly heading: string;
  /** Files of `changes/` that no release has. */
  readonly waiting: readonly string[];
}

export function readPackageJson(): { readonly name: string; readonly version: string } {
  return v.parse(versioned, JSON.parse(read('package.json')));
}

export function statedVersions(): StatedVersions {
  const locked = v.parse(lock, JSON.parse(read('package-lock.json')));
  const { appVersion, version } = v.parse(chart, parse(read(CHART_FILE)));
  return {
    versions: {
      'package.json': readPackageJson().version,
      'package-lock.json': locked.packages[''].version,
      [CHART_FILE]: version,
      [`appVersion of ${CHART_FILE}`]: appVersion,
    },
    heading: /^## (.*)$/m.exec(read('CHANGELOG.md'))?.[1] ?? '',
    waiting: readChanges(CHANGES).map(({ file }) => file),
  };
}

/** The text of `Chart.yaml` with another version. */
export function chartOf(version: string, text: string): string {
  return text.replace(/^(version|appVersion): .*$/gm, (_line, name: string) => `${name}: ${version}`);
}

/** The text of the newest section of `CHANGELOG.md`, without its heading. */
export function newestSection(changelog: string): string {
  const [, section = ''] = changelog.split(/^## .*$/m);
  return section.trim();
}

export function read(file: string): string {
  return readFileSync(join(REPOSITORY, file), 'utf8');
}
