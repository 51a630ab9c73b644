import type { ReactNode } from 'react';
import { ChosenList } from '../../components/fields/chosen-list.tsx';
import { usePrivilegeCatalog } from '../policies/privilege-catalog.ts';
import { EntitiesField } from './entities-field.tsx';

/** Entity types and properties to which something is restricted; empty for all. */
export interface Narrowing {
  /** Names of entity types in the registry. */
  readonly types: readonly string[];
  /** Urns of structured properties. */
  readonly properties: readonly string[];
}

/** Restricts nothing. */
export const NO_NARROWING: Narrowing = { types: [], properties: [] };

/** Fields of a {@link Narrowing}. */
export function NarrowingFields({
  narrowing,
  onChange,
  propertiesHelp,
}: {
  readonly narrowing: Narrowing;
  readonly onChange: (narrowing: Narrowing) => void;
  readonly propertiesHelp: string;
}): ReactNode {
  const catalog = usePrivilegeCatalog();
  return (
    <>
      <ChosenList
        label="Only entities of these types"
        help="Leave empty for all types."
        choices={(catalog?.types ?? []).filter(({ entityType }) => entityType !== null)}
        chosen={narrowing.types}
        onChange={(types) => onChange({ ...narrowing, types })}
      />
      <EntitiesField
        label="Only values of these properties"
        help={propertiesHelp}
        types={['STRUCTURED_PROPERTY']}
        urns={narrowing.properties}
        onChange={(properties) => onChange({ ...narrowing, properties })}
      />
    </>
  );
}
