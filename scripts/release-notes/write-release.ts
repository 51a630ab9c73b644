import { AREAS, KINDS, type Change } from './read-changes.ts';

/** The heading of the newest version: its number, and its date or `unreleased`. */
const NEWEST = /^## (\d+)\.(\d+)\.(\d+) \(([^)]*)\)$/m;

/**
 * The version of the next release: the newest one of the changelog while it is unreleased, else the next patch, minor or, from 1.0.0 on, major
 * version, by the kinds of these changes.
 */
export function nextVersion(changelog: string, changes: readonly Change[]): string {
  const [, major, minor, patch, date] = newest(changelog);
  if (date === 'unreleased') return `${major}.${minor}.${patch}`;
  const kinds = new Set(changes.map(({ kind }) => kind));
  if (kinds.has('removed') && Number(major) > 0) return `${Number(major) + 1}.0.0`;
  if (kinds.has('removed') || kinds.has('changed') || kinds.has('added'))
    return `${major}.${Number(minor) + 1}.0`;
  return `${major}.${minor}.${Number(patch) + 1}`;
}

/** Adds a section with these changes to the changelog; returns both. The text of an unreleased version follows them. */
export function addRelease(
  changelog: string,
  release: { readonly version: string; readonly date: string },
  changes: readonly Change[],
): { readonly page: string; readonly section: string } {
  const [heading, , , , date] = newest(changelog);
  const section = [
    `## ${release.version} (${release.date})`,
    ...KINDS.flatMap((kind) => list(kind, changes)),
  ].join('\n\n');
  const after = date === 'unreleased' ? '' : `\n\n${heading}`;
  return { page: changelog.replace(heading, () => section + after), section };
}

function list(kind: Change['kind'], changes: readonly Change[]): readonly string[] {
  const areas = Object.keys(AREAS);
  const ofKind = changes
    .filter((change) => change.kind === kind)
    .sort((one, other) => areas.indexOf(one.area) - areas.indexOf(other.area));
  if (ofKind.length === 0) return [];
  const items = ofKind.map(({ area, text }) => `- _${AREAS[area]}_: ${text.replaceAll('\n', '\n  ')}`);
  return [`${kind[0]?.toUpperCase()}${kind.slice(1)}:`, items.join('\n')];
}

function newest(changelog: string): RegExpExecArray {
  const found = NEWEST.exec(changelog);
  if (found === null) throw new Error('CHANGELOG.md has no heading like "## 0.1.0 (unreleased)".');
  return found;
}
