import type { ReactNode } from 'react';
import { withMarks } from '../../components/text/with-marks.ts';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Folded } from '../../components/lists/folded.tsx';
import { Markdown } from '../../components/markdown/markdown.tsx';
import { ValueRow, ValueRows } from '../../components/data/value-rows.tsx';
import { loadedLater } from '../../components/feedback/loaded-later.tsx';
import { ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Soft } from '../../components/layout/layout.tsx';
import { Section } from '../../components/layout/section.tsx';
import { EntityLinks } from '../values/property-values.tsx';
import { Description } from '../descriptions/description.tsx';
import { descriptionOfColumn } from '../descriptions/stored-description.ts';
import { columnTagEdits, columnTermEdits } from '../labels/label-edits.ts';
import { Labels } from '../labels/labels.tsx';
import { useColumnRight, useMayPropose } from '../rights/use-rights.ts';
import { useColumn, type ColumnFacts, type ColumnTexts } from './use-column.ts';

const ProposeDescription = loadedLater(
  async () => (await import('../proposals/propose-description.tsx')).ProposeDescription,
);

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
      <Texts urn={urn} column={data} />
    </>
  );
}

function Key({ column: { isPrimaryKey, refersTo } }: { readonly column: ColumnFacts }): ReactNode {
  if (!isPrimaryKey && refersTo.length === 0) return <Soft>No</Soft>;
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

const TAGS = ['TAG'] as const;
const TERMS = ['GLOSSARY_TERM'] as const;

/** Descriptions, tags and terms: first those of the catalog, which take precedence. */
function Texts({ urn, column }: { readonly urn: string; readonly column: ColumnFacts }): ReactNode {
  const { dataset, edited, fromSource, path } = column;
  const mayPropose = useMayPropose(dataset);
  // What the catalog says about a column is stored with its table.
  const place = { urn, holder: dataset, queryKey: ['columnPage', urn] };
  return (
    <>
      <Description
        stored={descriptionOfColumn(urn, dataset, path)}
        text={edited.description}
        none="No description in the catalog yet."
        right={useColumnRight(dataset, 'descriptions')}
        proposal={
          mayPropose
            ? (close) => <ProposeDescription urn={urn} text={edited.description} onClose={close} />
            : undefined
        }
      />
      <Labels
        {...place}
        title="Tags"
        one="tag"
        field="tags"
        labels={edited.tags}
        types={TAGS}
        edits={columnTagEdits(dataset, path)}
        right={useColumnRight(dataset, 'tags')}
      />
      <Labels
        {...place}
        title="Glossary terms"
        one="term"
        field="terms"
        labels={edited.terms}
        types={TERMS}
        edits={columnTermEdits(dataset, path)}
        right={useColumnRight(dataset, 'terms')}
      />
      <Section title="From the source">
        {fromSource.description === '' ? (
          <Soft>The source sent no description.</Soft>
        ) : (
          <Folded>
            <Markdown isWhole>{fromSource.description}</Markdown>
          </Folded>
        )}
        <LabelsOfSource texts={fromSource} />
      </Section>
    </>
  );
}

function LabelsOfSource({ texts: { tags, terms } }: { readonly texts: ColumnTexts }): ReactNode {
  const nameOf = useEntityNames([...tags, ...terms]);
  return (
    <>
      {tags.length > 0 && (
        <div>
          <Soft>Tags:</Soft> <EntityLinks urns={tags} nameOf={nameOf} />
        </div>
      )}
      {terms.length > 0 && (
        <div>
          <Soft>Glossary terms:</Soft> <EntityLinks urns={terms} nameOf={nameOf} />
        </div>
      )}
    </>
  );
}
