import { urnParts } from '../../../model/urn.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { EntityReferences } from '../entity-reference.ts';
import { ofType } from './associations.ts';
import { entries, object, text, texts } from './json-members.ts';
import { auditStamp } from './stamps.ts';

/** The kinds of details that name what they check in `entity`. */
const KINDS = [
  'freshnessAssertion',
  'volumeAssertion',
  'sqlAssertion',
  'fieldAssertion',
  'schemaAssertion',
] as const;

/** What `AssertionInfo` has besides the members of the aspect. */
export function assertionInfo(value: JsonObject, references: EntityReferences): object {
  const dataset = object(value['datasetAssertion']);
  const custom = object(value['customAssertion']);
  const source = object(value['source']);
  return {
    entityUrn: checkedUrn(value),
    datasetAssertion: dataset && {
      ...comparison(dataset, references),
      datasetUrn: dataset['dataset'],
    },
    customAssertion: custom && customAssertion(custom, references),
    ...Object.fromEntries(
      KINDS.map((kind) => {
        const details = object(value[kind]);
        return [kind, details && { ...details, entityUrn: details['entity'] }];
      }),
    ),
    source: source && { type: source['type'], created: auditStamp(source['created']) },
    lastUpdated: auditStamp(value['lastUpdated']),
  };
}

/** Urn of what an assertion checks, wherever its details say it. */
export function checkedUrn(value: JsonObject): string | undefined {
  const members = [value['datasetAssertion'], value['customAssertion'], ...KINDS.map((kind) => value[kind])];
  const named = members.flatMap((member) => {
    const details = object(member);
    return text(details?.['entity']) ?? text(details?.['dataset']) ?? [];
  });
  return text(value['entityUrn']) ?? named[0];
}

function customAssertion(custom: JsonObject, references: EntityReferences): object {
  const shown = comparison(custom, references);
  const single = fieldRefs([custom['field']], references);
  return { ...shown, entityUrn: custom['entity'], field: single[0] ?? shown.fields[0] };
}

function comparison(details: JsonObject, references: EntityReferences) {
  return {
    ...details,
    fields: fieldRefs(texts(details['fields']), references),
    nativeParameters: entries(details['nativeParameters']),
  };
}

function fieldRefs(urns: readonly unknown[], references: EntityReferences): readonly object[] {
  return urns.flatMap((urn) => {
    const column = ofType('schemaField', references.find(urn));
    return column === undefined ? [] : [{ urn: column.urn, path: urnParts(column.urn).key[1] ?? '' }];
  });
}
