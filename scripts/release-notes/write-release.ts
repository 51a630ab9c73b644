import { dirname, posix } from 'node:path';
import { AREAS, KINDS, type Change, type Introduction } from './read-changes.ts';

/** The heading of the newest version: its number, and its date or `unreleased`. */
const NEWEST = /^## (\d+)\.(\d+)\.(\d+) \(([^)]*)\)$/m;

/**
 * The version of the next release: that of the introduction, the newest one of the changelog while it is unreleased, else the next patch, minor or, from 1.0.0 on, major
 * version, by the kinds of these changes.
 */
export function nextVersion(
  changelog: string,
  changes: readonly Change[],
  introduction?: Introduction,
): string {
  if (introduction?.version !== undefined) return introduction.version;
  const [, major, minor, patch, date] = newest(changelog);
  if (date === 'unreleased') return `${major}.${minor}.${patch}`;
  const kinds = new Set(changes.map(({ kind }) => kind));
  if (kinds.has('removed') && Number(major) > 0) return `${Number(major) + 1}.0.0`;
  if (kinds.has('removed') || kinds.has('changed') || kinds.has('added'))
    return `${major}.${Number(minor) + 1}.0`;
  return `${major}.${minor}.${Number(patch) + 1}`;
}

/** A release as its notes and pages describe it. */
export interface Release {
  readonly version: string;
  readonly date: string;
  readonly introduction?: Introduction | undefined;
}

/** The pages of the repository that a release changes. */
export interface ReleasePages {
  /** The changelog with the section. */
  readonly page: string;
  readonly section: string;
  /** The page that the introduction names for details. */
  readonly details?: string;
}

/**
 * Adds a section with the introduction and these changes to the changelog. The text of an unreleased version follows them; with a page for
 * details, that page gets it instead, together with the list of changes.
 */
export function addRelease(changelog: string, release: Release, changes: readonly Change[]): ReleasePages {
  const found = newest(changelog);
  const [heading, , , , date] = found;
  const { introduction } = release;
  const before = date === 'unreleased' ? changelog.slice(found.index + heading.length).trim() : '';
  const lists = [...actions(changes), ...Object.keys(AREAS).flatMap((area) => ofArea(area, changes))];
  const section = [
    `## ${release.version} (${release.date})`,
    ...(introduction === undefined ? [] : [introduction.text]),
    ...(introduction?.details === undefined ? lists : [`[All changes in detail](${introduction.details}).`]),
  ].join('\n\n');
  const page = changelog.slice(0, found.index) + section;
  if (introduction?.details === undefined)
    return {
      section,
      page: `${page}\n\n${date === 'unreleased' ? before : changelog.slice(found.index).trim()}\n`,
    };
  const folder = dirname(introduction.details);
  const texts = [...lists, '### Earlier', before].map((text) => linkedFrom(folder, text));
  const details = [`# Changes before ${release.version}`, DETAILS, ...texts].join('\n\n');
  return { section, page: `${page}\n`, details: `${details}\n` };
}

const DETAILS =
  'What has changed while no version was published, for those who have followed the sources: the latest changes by area, then the earlier ones. ' +
  '[CHANGELOG.md](../CHANGELOG.md) has what a release offers.';

/** Makes links that start at the root of the repository start in a folder. */
function linkedFrom(folder: string, text: string): string {
  return text.replace(/(?<=\]\()(?!#|\w+:)([^)#]+)/g, (path: string) => posix.relative(folder, path));
}

function actions(changes: readonly Change[]): readonly string[] {
  const items = changes.flatMap(({ action }) => (action === undefined ? [] : item(action)));
  return items.length === 0 ? [] : ['### What to do when upgrading', items.join('\n')];
}

function ofArea(area: string, changes: readonly Change[]): readonly string[] {
  const items = changes
    .filter((change) => change.area === area)
    .sort((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind))
    .map(({ kind, text }) => item(`${PREFIX[kind]}${text}`));
  const title = Object.entries(AREAS).find(([name]) => name === area)?.[1];
  return items.length === 0 ? [] : [`### ${title}`, items.join('\n')];
}

/** Before the texts of a kind. Most changes are additions, whose text says it. */
const PREFIX: Readonly<Record<Change['kind'], string>> = {
  security: '_Security:_ ',
  removed: '_Removed:_ ',
  changed: '_Changed:_ ',
  added: '',
  fixed: '_Fixed:_ ',
};

function item(text: string): string {
  return `- ${text.trim().replaceAll('\n', '\n  ')}`;
}

function newest(changelog: string): RegExpExecArray {
  const found = NEWEST.exec(changelog);
  if (found === null) throw new Error('CHANGELOG.md has no heading like "## 0.1.0 (unreleased)".');
  return found;
}
