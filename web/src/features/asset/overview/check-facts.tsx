import type { ReactNode } from 'react';
import { isObject } from '../../../api/is-object.ts';
import { ValueRow, ValueRows } from '../../../components/data/value-rows.tsx';
import { Badge } from '../../../components/text/badge.tsx';
import { NameText } from '../../../components/text/name-text.tsx';
import { Ago } from '../../../components/text/ago.tsx';
import { EntityLinks } from '../../../shared/values/property-values.tsx';
import type { StoredEntity } from '../../../shared/entities/use-entity.ts';
import { wordsOf } from '../words-of.ts';

/** Words for the priorities of incidents, by their stored number. */
const PRIORITIES = ['Critical', 'High', 'Medium', 'Low'] as const;

type Fields = Readonly<Record<string, unknown>>;

/** State, type and affected assets of an incident, or what an assertion checks; nothing for other types. */
export function CheckFacts({ entity: { aspects } }: { readonly entity: StoredEntity }): ReactNode {
  const incident = aspects.get('incidentInfo')?.value;
  const assertion = aspects.get('assertionInfo')?.value;
  if (incident !== undefined) return <Incident info={incident} />;
  return assertion !== undefined && <Assertion info={assertion} />;
}

function Incident({ info }: { readonly info: Fields }): ReactNode {
  const { customType, entities, priority, startedAt, status, type } = info;
  const { message, stage, state } = isObject(status) ? status : {};
  const assignees = objects(info['assignees']).flatMap(({ actor }) => urns(actor));
  return (
    <ValueRows label="Incident">
      <ValueRow name="State">
        <Badge tone={state === 'RESOLVED' ? 'good' : 'bad'}>{wordsOf(textOf(state) || 'ACTIVE')}</Badge>
        {textOf(stage) !== '' && ` ${wordsOf(textOf(stage))}`}
      </ValueRow>
      {textOf(message) !== '' && (
        <ValueRow name="Note">
          <NameText>{textOf(message)}</NameText>
        </ValueRow>
      )}
      <ValueRow name="Type">
        <NameText>{textOf(customType) || wordsOf(textOf(type))}</NameText>
      </ValueRow>
      {typeof priority === 'number' && (
        <ValueRow name="Priority">{PRIORITIES[priority] ?? String(priority)}</ValueRow>
      )}
      {urns(entities).length > 0 && (
        <ValueRow name="Affects">
          <EntityLinks urns={urns(entities)} />
        </ValueRow>
      )}
      {assignees.length > 0 && (
        <ValueRow name="Assigned to">
          <EntityLinks urns={assignees} />
        </ValueRow>
      )}
      {typeof startedAt === 'number' && (
        <ValueRow name="Started">
          <Ago time={startedAt} />
        </ValueRow>
      )}
    </ValueRows>
  );
}

function Assertion({ info }: { readonly info: Fields }): ReactNode {
  // Each type of assertion has a member of its own.
  const own = Object.entries(info).find(([name]) => name.endsWith('Assertion'))?.[1];
  const { dataset, entity, fields } = isObject(own) ? own : {};
  const checked = [...urns(info['entityUrn']), ...urns(dataset), ...urns(entity)].slice(0, 1);
  return (
    <ValueRows label="Assertion">
      <ValueRow name="Type">{wordsOf(textOf(info['type']))}</ValueRow>
      {checked.length > 0 && (
        <ValueRow name="Checks">
          <EntityLinks urns={checked} />
        </ValueRow>
      )}
      {urns(fields).length > 0 && (
        <ValueRow name="Columns">
          <EntityLinks urns={urns(fields)} />
        </ValueRow>
      )}
    </ValueRows>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function urns(value: unknown): readonly string[] {
  return [value]
    .flat()
    .filter((item): item is string => typeof item === 'string' && item.startsWith('urn:li:'));
}

function objects(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
