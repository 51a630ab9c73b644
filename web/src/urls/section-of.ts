import type { PagePath } from './pages.ts';

/** Sections by the first step of the addresses of pages that belong to them: kinds of pages, and types of entities. */
const SECTIONS: Readonly<Record<string, PagePath>> = {
  audit: '/operations',
  ingestion: '/operations',
  policies: '/people',
  corpuser: '/people',
  corpGroup: '/people',
  dataHubRole: '/people',
  structuredProperty: '/properties',
  container: '/browse',
  dataPlatform: '/browse',
  dataProduct: '/browse',
  domain: '/browse',
  glossaryNode: '/browse',
  glossaryTerm: '/browse',
  tag: '/browse',
};

/** The section of the menu that a path belongs to; for a path of no section, its first step. */
export function sectionOf(path: string): string {
  const [, step = ''] = path.split('/');
  return SECTIONS[step] ?? `/${step}`;
}
