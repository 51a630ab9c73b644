import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useEntityNames } from '../../api/entity-names.ts';
import { LongText } from '../../components/data/long-text.tsx';
import { Markdown } from '../../components/data/markdown.tsx';
import { Inline } from '../../components/data/inline.tsx';
import { Soft } from '../../components/layout/layout.tsx';
import { entityPath } from '../../urls/paths.ts';
import { valueText } from './value-text.ts';
import type { PropertyDefinition, Value } from './property-definition.ts';

/** Formatted values of one structured property. */
export function PropertyValues({
  definition,
  values,
  nameOf,
}: {
  readonly definition: PropertyDefinition;
  readonly values: readonly Value[];
  /** Display names of entities in values; loaded if absent. Pass it in lists, to load names only once. */
  readonly nameOf?: (urn: string) => string;
}): ReactNode {
  if (values.length === 0) return <Soft>no value</Soft>;
  const { valueType } = definition;
  if (valueType === 'rich_text')
    return values.map((value, index) => <Markdown key={index}>{String(value)}</Markdown>);
  if (valueType === 'urn') return <EntityLinks urns={values.map(String)} {...(nameOf && { nameOf })} />;
  if (valueType === 'string') {
    return (
      <Inline>
        {values.map((value, index) => (
          <LongText key={index}>{String(value)}</LongText>
        ))}
      </Inline>
    );
  }
  return (
    <Inline>
      {values.map((value, index) => (
        <span key={index} title={String(value)}>
          {valueText(valueType, value)}
        </span>
      ))}
    </Inline>
  );
}

/** Names of entities as links to their pages. */
export function EntityLinks({
  urns,
  nameOf,
}: {
  readonly urns: readonly string[];
  readonly nameOf?: (urn: string) => string;
}): ReactNode {
  const found = useEntityNames(nameOf ? [] : urns);
  return (
    <Inline>
      {urns.map((urn) => (
        <Link key={urn} href={entityPath(urn)} title={urn}>
          <bdi>{(nameOf ?? found)(urn)}</bdi>
        </Link>
      ))}
    </Inline>
  );
}
