/** The members of package.json that name where the sources are, for a repository on GitHub: `owner/name`. Throws on another form. */
export function repositoryMembers(repository: string): Readonly<Record<string, unknown>> {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository))
    throw new Error(`The repository must be named as owner/name, not "${repository}".`);
  const url = `https://github.com/${repository}`;
  return {
    // npm compares it with the repository that its proof of provenance names.
    repository: { type: 'git', url: `git+${url}.git` },
    homepage: `${url}#readme`,
    bugs: { url: `${url}/issues` },
  };
}
