import type { StatedVersions } from './repository-files.ts';

/** Why the repository cannot be released under a tag, one sentence for each reason. */
export function tagProblems(tag: string, stated: StatedVersions): readonly string[] {
  const version = /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1];
  if (version === undefined)
    return [`The tag "${tag}" must be "v" and a version of three numbers, such as v1.2.0.`];
  const [, inChangelog, date] = /^(\S+) \((.*)\)$/.exec(stated.heading) ?? [];
  return [
    ...Object.entries(stated.versions)
      .filter(([, other]) => other !== version)
      .map(([file, other]) => `${file} has the version ${other}, the tag ${version}.`),
    ...(inChangelog === version && /^\d{4}-\d\d-\d\d$/.test(date ?? '')
      ? []
      : [`CHANGELOG.md must begin with "## ${version} (DATE)", but begins with "## ${stated.heading}".`]),
    ...(stated.waiting.length === 0
      ? []
      : [
          `changes/ has ${stated.waiting.length} files that CHANGELOG.md lacks, such as ${stated.waiting[0]}.`,
        ]),
  ];
}
