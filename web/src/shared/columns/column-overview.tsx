import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { withMarks } from '../../components/data/with-marks.ts';
import { useEntityNames } from '../../api/entity-names.ts';
import { Folded } from '../../components/data/folded.tsx';
import { Markdown } from '../../components/data/markdown.tsx';
import { ValueRow, ValueRows } from '../../components/data/value-rows.tsx';
import { ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Soft } from '../../components/layout/layout.tsx';
import { Section } from '../../components/layout/section.tsx';
import { EntityLinks } from '../values/property-values.tsx';
import { entityPath } from '../../urls/paths.ts';
import { useColumn, type ColumnFacts } from './use-column.ts';

/** What is known about a column: type and keys, and descriptions, tags and terms from the source and from the catalog. */
export function ColumnOverview({ urn }: { readonly urn: string }): ReactNode {
  const { data, error } = useColumn(urn);
  if (error !== null && data === undefined) return <ErrorNotice error={error} />;
  if (data === undefined) return <Skeleton lines={6} />;
  if (data === null) {
    return (
      <Soft>
        The table no longer has this column, or you don’t have access to the table. What was stored about the
        column is kept.
      </Soft>
    );
  }
  return (
    <>
      <ValueRows label="Column">
        <ValueRow name="Type">
          <code>{withMarks(data.type)}</code>
        </ValueRow>
        <ValueRow name="Nullable">{data.isNullable ? 'Yes' : 'No'}</ValueRow>
        <ValueRow name="Key">
          <Key column={data} />
        </ValueRow>
      </ValueRows>
      <Texts column={data} />
    </>
  );
}

function Key({ column: { isPrimaryKey, refersTo } }: { readonly column: ColumnFacts }): ReactNode {
  if (!isPrimaryKey && refersTo.length === 0) return <Soft>none</Soft>;
  return (
    <>
      {isPrimaryKey && 'Primary key'}
      {isPrimaryKey && refersTo.length > 0 && ', '}
      {refersTo.length > 0 && (
        <>
          Foreign key to <EntityLinks urns={refersTo} />
        </>
      )}
    </>
  );
}

/** Descriptions, tags and terms: first those of the catalog, which take precedence. */
function Texts({ column }: { readonly column: ColumnFacts }): ReactNode {
  const places = [
    { title: 'Description', texts: column.edited, none: 'No description in the catalog yet.' },
    { title: 'From the source', texts: column.fromSource, none: 'The source sent no description.' },
  ];
  const urns = places.flatMap(({ texts }) => [...texts.tags, ...texts.terms]);
  const nameOf = useEntityNames(urns);
  return places.map(({ title, texts, none }, index) => (
    <Section
      key={title}
      title={title}
      action={
        index === 0 && (
          <Link href={`${entityPath(column.dataset)}/columns?columns=${encodeURIComponent(column.path)}`}>
            Edit in the table’s columns
          </Link>
        )
      }
    >
      {texts.description === '' ? (
        <Soft>{none}</Soft>
      ) : (
        <Folded>
          <Markdown isWhole>{texts.description}</Markdown>
        </Folded>
      )}
      {texts.tags.length > 0 && (
        <div>
          <Soft>Tags:</Soft> <EntityLinks urns={texts.tags} nameOf={nameOf} />
        </div>
      )}
      {texts.terms.length > 0 && (
        <div>
          <Soft>Glossary terms:</Soft> <EntityLinks urns={texts.terms} nameOf={nameOf} />
        </div>
      )}
    </Section>
  ));
}
