import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Soft } from '../../../components/layout/layout.tsx';
import { entityPath, searchPath } from '../../../urls/paths.ts';
import type { Usage } from './usages.ts';

/** The forms and views that use a property. */
export function UsageLinks({ usages }: { readonly usages: readonly Usage[] }): ReactNode {
  return (
    <ul>
      {usages.map(({ urn, kind, name }) => (
        <li key={urn}>
          <Link href={kind === 'view' ? searchPath({ view: urn }) : entityPath(urn)}>{name}</Link>{' '}
          <Soft>{kind}</Soft>
        </li>
      ))}
    </ul>
  );
}
