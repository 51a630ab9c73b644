import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { LongText } from '../../components/text/long-text.tsx';
import { Markdown } from '../../components/markdown/markdown.tsx';
import { FOLDED_ITEMS, ManyItems } from '../../components/lists/many-items.tsx';
import { Soft } from '../../components/layout/layout.tsx';
import { entityPath } from '../../urls/paths.ts';
import { ValueChip } from '../../components/data/value-chip.tsx';
import { valueWithUnit } from './value-text.ts';
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
  return <ShownValues definition={definition} values={values} />;
}

function ShownValues({
  definition,
  values,
}: {
  readonly definition: PropertyDefinition;
  readonly values: readonly Value[];
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <ManyItems
      items={values}
      textOf={(value) => valueWithUnit(definition, value)}
      isOpen={isOpen}
      setOpen={setOpen}
    >
      {(value, index) => {
        const color = definition.colors.get(String(value));
        const text = valueWithUnit(definition, value);
        if (color !== undefined)
          return (
            <ValueChip key={index} color={color}>
              {text}
            </ValueChip>
          );
        return definition.valueType === 'string' ? (
          <LongText key={index}>{text}</LongText>
        ) : (
          <span key={index} title={String(value)}>
            {text}
          </span>
        );
      }}
    </ManyItems>
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
  const [isOpen, setOpen] = useState(false);
  // The names of all are needed only to search them.
  const found = useEntityNames(nameOf ? [] : isOpen ? urns : urns.slice(0, FOLDED_ITEMS));
  const textOf = nameOf ?? found;
  return (
    <ManyItems items={urns} textOf={textOf} isOpen={isOpen} setOpen={setOpen}>
      {(urn) => (
        <Link key={urn} href={entityPath(urn)} title={urn}>
          <NameText>{textOf(urn)}</NameText>
        </Link>
      )}
    </ManyItems>
  );
}

/** A value that an entity inherits. */
export interface InheritedValue {
  readonly values: readonly Value[];
  /** Urns of the entities that have the values. */
  readonly sources: readonly string[];
}

/** An inherited value, with links to where it comes from. */
export function InheritedValues({
  definition,
  inherited: { sources, values },
  isOverruling,
}: {
  readonly definition: PropertyDefinition;
  readonly inherited: InheritedValue;
  /** Whether it is in effect in place of a value of the entity itself. */
  readonly isOverruling: boolean;
}): ReactNode {
  return (
    <div>
      {isOverruling && <Soft>In effect: </Soft>}
      <PropertyValues definition={definition} values={values} />{' '}
      <Soft>
        from <EntityLinks urns={sources} />
      </Soft>
    </div>
  );
}
