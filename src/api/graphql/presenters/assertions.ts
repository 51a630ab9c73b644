import type { JsonObject } from '../../../util/json.ts';
import type { EntityReferences } from '../../../model/entity-reference.ts';
import { DETAIL_KINDS, checkedUrn } from '../../../model/assertion.ts';
import { fieldRefs } from './column-lineage.ts';
import { entries, object, objects, text, texts } from '../../../util/json/json-members.ts';
import { columnType } from '../../../model/column-type.ts';
import { shownSchema } from './schema.ts';
import { auditStamp } from './stamps.ts';

/** Fields of `AssertionInfo` that differ from the members of the aspect or are not among them. */
export function assertionInfo(value: JsonObject, references: EntityReferences): object {
  const dataset = object(value['datasetAssertion']);
  const custom = object(value['customAssertion']);
  const source = object(value['source']);
  const schema = object(value['schemaAssertion']);
  return {
    entityUrn: checkedUrn(value),
    note: object(value['note'])?.['content'],
    datasetAssertion: dataset && {
      ...comparison(dataset, references),
      datasetUrn: dataset['dataset'],
    },
    customAssertion: custom && customAssertion(custom, references),
    ...Object.fromEntries(
      DETAIL_KINDS.map((kind) => {
        const details = object(value[kind]);
        return [kind, details && { ...details, entityUrn: details['entity'] }];
      }),
    ),
    ...(schema && { schemaAssertion: schemaAssertion(schema, references) }),
    source: source && { type: source['type'], created: auditStamp(source['created']) },
    lastUpdated: auditStamp(value['lastUpdated']),
  };
}

function schemaAssertion(details: JsonObject, references: EntityReferences): object {
  const schema = object(details['schema']) ?? {};
  const of = text(details['entity']) ?? '';
  const fields = objects(schema['fields']).map(({ fieldPath, type, nativeDataType }) => ({
    path: fieldPath,
    type: columnType(type),
    nativeType: nativeDataType,
  }));
  return {
    ...details,
    entityUrn: of,
    fields,
    schema: { ...shownSchema(schema, of, references), aspectVersion: 0 },
  };
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
