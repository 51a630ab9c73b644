/** A document of the folder `docs`. */
export interface DocumentEntry {
  /** Last step of its address: `/docs/search`. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
}

/** Documents in groups, in the order of the contents. */
export const DOCUMENTS: readonly { readonly title: string; readonly entries: readonly DocumentEntry[] }[] = [
  {
    title: 'Use the catalog',
    entries: [
      { name: 'guide', title: 'Structured properties', about: 'Define, fill, find, change and delete them' },
      { name: 'search', title: 'Search', about: 'Words, the query language, totals' },
      { name: 'bulk-edit', title: 'Bulk edit and CSV import', about: 'Change many assets at once' },
      { name: 'plan', title: 'Plans', about: 'See what a change of a property would do' },
    ],
  },
  {
    title: 'Connect programs',
    entries: [
      { name: 'ingestion', title: 'Ingestion', about: 'Run the recipes of DataHub’s client' },
      { name: 'agents', title: 'Agents', about: 'Tools over the Model Context Protocol' },
      { name: 'agents-reference', title: 'Reference for agents', about: 'Each tool, plans, OAuth, limits' },
      { name: 'changes', title: 'Change feed', about: 'Every change with its values, as a stream' },
      { name: 'webhooks', title: 'Webhooks', about: 'Changes sent to a URL' },
      { name: 'actions', title: 'Actions', about: 'React with DataHub’s actions framework' },
      { name: 'testing', title: 'Tests', about: 'A server for the tests of recipes and plug-ins' },
      { name: 'compatibility', title: 'Compatibility', about: 'What is the same as in DataHub' },
    ],
  },
  {
    title: 'Run the server',
    entries: [
      { name: 'install', title: 'Install', about: 'npm, one file, a container; tested systems' },
      { name: 'operations', title: 'Operations', about: 'Users, processes, jobs, monitoring' },
      { name: 'alerts', title: 'Alerts', about: 'What each means, and what to do' },
      { name: 'config', title: 'Configuration', about: 'Every option' },
      { name: 'security', title: 'Security', about: 'Login, rights, the audit log, limits' },
      { name: 'privileges', title: 'Privileges', about: 'What each operation needs' },
      { name: 'moving', title: 'Backup and migration', about: 'Copy a catalog or parts of it' },
      { name: 'upgrading', title: 'Upgrades', about: 'From version to version' },
      { name: 'support', title: 'Versions and support', about: 'What stays stable, and for how long' },
      { name: 'sizing', title: 'Sizing', about: 'Disk, memory and processes' },
      { name: 'faults', title: 'Failures and recovery', about: 'What happens when a part fails' },
    ],
  },
];

/** Address of the document at a relative link of another one; undefined if it is not among {@link DOCUMENTS}. */
export function documentPath(href: string): string | undefined {
  if (href.startsWith('#')) return href;
  const [, name, anchor = ''] = /^(?:\.\.?\/)*(?:docs\/)?(guide\/README|[\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  const known = name === 'guide/README' ? 'guide' : name;
  const isKnown = DOCUMENTS.some(({ entries }) => entries.some((entry) => entry.name === known));
  return known !== undefined && isKnown ? `/docs/${known}${anchor}` : undefined;
}

/** The anchor of a heading, as on GitHub. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
