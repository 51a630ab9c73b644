import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../../components/text/name-text.tsx';
import { PropertyField } from '../../../shared/values/property-field.tsx';
import { propertyPath } from '../../../urls/paths.ts';

/** The row of a property whose name leads to the page of the property. */
export function PropertyRow(field: Omit<Parameters<typeof PropertyField>[0], 'name'>): ReactNode {
  const { name, urn } = field.definition;
  return (
    <PropertyField
      {...field}
      name={
        <Link href={propertyPath(urn)}>
          <NameText>{name}</NameText>
        </Link>
      }
    />
  );
}
