import type { ReactNode } from 'react';
import { Badge } from '../../../components/text/badge.tsx';
import { Sql } from '../../../components/code/sql.tsx';
import { Row } from '../../../components/layout/layout.tsx';
import { Section } from '../../../components/layout/section.tsx';
import type { StoredEntity } from '../../../shared/entities/use-entity.ts';

/** The query that a view is defined by, if the entity is one. */
export function ViewDefinition({ entity }: { readonly entity: StoredEntity }): ReactNode {
  const fields = entity.aspects.get('viewProperties')?.value;
  const logic = fields?.['viewLogic'];
  if (fields === undefined || typeof logic !== 'string' || logic === '') return null;
  const language = fields['viewLanguage'];
  return (
    <Section
      title="Definition"
      action={
        <Row>
          {fields['materialized'] === true && <Badge>Materialized</Badge>}
          {typeof language === 'string' && language !== '' && <Badge>{language}</Badge>}
        </Row>
      }
    >
      <Sql label="Definition of the view" text={logic} />
    </Section>
  );
}
