import type { ReactNode } from 'react';
import { Deprecation } from './deprecation.tsx';
import { Links } from './links.tsx';
import { Owners } from './owners.tsx';
import { factsOf } from '../../../shared/entities/entity-facts.ts';
import { useAspectNames, type StoredEntity } from '../../../shared/entities/use-entity.ts';
import { DOMAIN_EDITS, TAG_EDITS, TERM_EDITS } from '../../../shared/labels/label-edits.ts';
import { Labels } from '../../../shared/labels/labels.tsx';
import { useRights } from '../../../shared/rights/use-rights.ts';
import { Panel, Stack } from '../../../components/layout/layout.tsx';

const TAGS = ['TAG'] as const;
const TERMS = ['GLOSSARY_TERM'] as const;
const DOMAINS = ['DOMAIN'] as const;

/** Side column of an entity: owners, tags, terms, domain, deprecation and links, where its type has them. */
export function Summary({ entity }: { readonly entity: StoredEntity }): ReactNode {
  const { urn } = entity;
  const facts = factsOf(entity);
  const aspects = useAspectNames(facts.type);
  const rightTo = useRights(urn);
  const has = (aspect: string): boolean => aspects?.has(aspect) === true;
  // People label a column in its table, beside its description. Its own labels are of programs.
  const isColumn = facts.type === 'schemaField';
  return (
    <Panel label="Summary">
      <Stack gap={4}>
        {has('ownership') && <Owners urn={urn} owners={facts.owners} right={rightTo('owners')} />}
        {has('globalTags') && (!isColumn || facts.tags.length > 0) && (
          <Labels
            urn={urn}
            labels={facts.tags}
            types={TAGS}
            edits={TAG_EDITS}
            field={isColumn ? undefined : 'tags'}
            right={rightTo('tags')}
            title={isColumn ? 'Own tags' : 'Tags'}
            one="tag"
          />
        )}
        {has('glossaryTerms') && (!isColumn || facts.terms.length > 0) && (
          <Labels
            urn={urn}
            labels={facts.terms}
            types={TERMS}
            edits={TERM_EDITS}
            field={isColumn ? undefined : 'terms'}
            right={rightTo('terms')}
            title={isColumn ? 'Own glossary terms' : 'Glossary terms'}
            one="term"
          />
        )}
        {has('domains') && (
          <Labels
            urn={urn}
            types={DOMAINS}
            edits={DOMAIN_EDITS}
            field="domain"
            right={rightTo('domain')}
            isSingle
            labels={facts.domain === undefined ? [] : [facts.domain]}
            title="Domain"
            one="domain"
          />
        )}
        {has('deprecation') && (
          <Deprecation urn={urn} deprecation={facts.deprecation} right={rightTo('deprecation')} />
        )}
        {has('institutionalMemory') && <Links urn={urn} links={facts.links} right={rightTo('links')} />}
      </Stack>
    </Panel>
  );
}
