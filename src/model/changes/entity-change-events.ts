import type { JsonObject } from '../../util/json.ts';
import type { AuditStamp } from '../aspect.ts';
import type { EntitySpec } from '../entity-registry.ts';
import { DIFFERS } from '../timeline/timeline-differs.ts';
import type { AspectDiffer, ChangeCategory } from '../timeline/timeline.ts';
import { attributeChanges } from './attribute-changes.ts';
import type { ChangeEvent as Change } from './change-event.ts';
import { definitionChanges } from './definition-changes.ts';
import { creationOrDeletion, deprecationChanges, statusChanges } from './lifecycle-changes.ts';
import { assertionRuns, incidentChanges, processRuns } from './run-changes.ts';
import type { ChangeDiffer, SemanticChange } from './semantic-change.ts';

/** DataHub's `EntityChangeEvent_v1`, with its names of members, categories and operations. */
export interface EntityChangeEvent {
  readonly entityType: string;
  /** The entity; for descriptions and labels of a column, the column. */
  readonly entityUrn: string;
  readonly category: string;
  readonly operation: string;
  /** What was added, changed or removed: the tag, the owner, the column, the property. */
  readonly modifier?: string;
  readonly parameters?: JsonObject;
  readonly auditStamp: AuditStamp;
  readonly version: 0;
}

/** Differs of changes that are not in the timeline, by aspect name. */
const FURTHER: ReadonlyMap<string, ChangeDiffer> = new Map([
  ['status', statusChanges],
  ['deprecation', deprecationChanges],
  ['propertyDefinition', definitionChanges],
  ['businessAttributes', attributeChanges],
  ['incidentInfo', incidentChanges],
  ['assertionRunEvent', assertionRuns],
  ['dataProcessInstanceRunEvent', processRuns],
]);

/** Differs of the timeline by aspect name, in the order of its categories. */
const TIMELINE: ReadonlyMap<string, readonly AspectDiffer[]> = new Map(
  [
    ...Map.groupBy(
      Object.values(DIFFERS).flatMap((differs) => Object.entries(differs)),
      ([aspectName]) => aspectName,
    ),
  ].map(([aspectName, entries]) => [aspectName, entries.map(([, differ]) => differ)]),
);

/** Names of categories that differ from those of the timeline. */
const CATEGORIES: Readonly<Partial<Record<ChangeCategory, string>>> = { OWNERSHIP: 'OWNER' };

/**
 * The entity change events of one change of an aspect, as DataHub emits them; `entity`: the type of the entity. A
 * value that is no longer kept counts as none. A generator, which also yields `undefined` between two parts of the
 * work, so that callers can let other work run.
 */
export function* entityChangeEvents(
  change: Pick<Change, 'actor' | 'after' | 'aspectName' | 'before' | 'entityType' | 'kind' | 'time' | 'urn'>,
  { keyAspect }: Pick<EntitySpec, 'keyAspect'>,
): Generator<EntityChangeEvent | undefined, void, undefined> {
  const { actor, aspectName, entityType, kind, time, urn } = change;
  const changes = aspectName === keyAspect.name ? [creationOrDeletion(kind)] : changesOf(change);
  for (const one of changes) {
    if (one === undefined) {
      yield undefined;
      continue;
    }
    const { entityUrn = urn, category, operation, modifier, parameters = {} } = one;
    yield {
      entityType: entityUrn === urn ? entityType : 'schemaField',
      entityUrn,
      category,
      operation,
      auditStamp: { time, actor },
      version: 0,
      ...(modifier !== undefined && { modifier }),
      ...(Object.keys(parameters).length > 0 && { parameters }),
    };
  }
}

function* changesOf({
  aspectName,
  urn,
  ...values
}: Pick<Change, 'after' | 'aspectName' | 'before' | 'urn'>): Generator<SemanticChange | undefined> {
  const before = values.before?.value;
  yield undefined;
  const after = values.after?.value;
  yield undefined;
  if (before === undefined && after === undefined) return;
  for (const differ of TIMELINE.get(aspectName) ?? []) {
    for (const { category, ...event } of differ(urn, before, after ?? {})) {
      // The key aspect has the events for creation and deletion, for documents as for all other entities.
      if (category === 'LIFECYCLE' && event.operation !== 'MODIFY') continue;
      yield { ...event, category: CATEGORIES[category] ?? category };
    }
    yield undefined;
  }
  yield* FURTHER.get(aspectName)?.(before, after, urn) ?? [];
}
