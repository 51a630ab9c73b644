import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Soft } from '../../../components/layout/layout.tsx';
import { entityPath } from '../../../urls/paths.ts';

/** Assets shown. */
const SHOWN = 3;

/** The assets of a sample that {@link NamedSamples} shows, whose names are needed. */
export function shownSamples(sampleUrns: readonly string[]): readonly string[] {
  return sampleUrns.slice(0, SHOWN);
}

/** Some of the assets that a number counts, as links in a line. */
export function NamedSamples({
  sampleUrns,
  entities,
  nameOf,
}: {
  readonly sampleUrns: readonly string[];
  /** How many there are. */
  readonly entities: number;
  readonly nameOf: (urn: string) => string;
}): ReactNode {
  return (
    <Soft>
      {shownSamples(sampleUrns).map((one, index) => (
        <span key={one}>
          {index > 0 && ', '}
          <Link href={entityPath(one)}>{nameOf(one)}</Link>
        </span>
      ))}
      {entities > SHOWN && ' …'}
    </Soft>
  );
}
