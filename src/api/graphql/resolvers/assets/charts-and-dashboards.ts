import { object, objects, text } from '../../../../util/json/json-members.ts';
import type { JsonObject } from '../../../../util/json.ts';
import { yielding } from '../../context/yielding.ts';
import { linkedEntities } from '../../presenters/column-lineage.ts';
import { schemaField } from '../../presenters/schema.ts';
import { auditStamp, auditStampOrNever } from '../../presenters/stamps.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { details, fromAspect, fromKey } from '../fields/aspect-field.ts';

const inputFields = fromAspect('inputFields', (value, references) => ({
  fields: yielding(objects(value['fields']), ({ schemaFieldUrn, schemaField: field }) => {
    const column = object(field);
    const parent = /^urn:li:schemaField:\((.*),[^,]*\)$/.exec(text(schemaFieldUrn) ?? '')?.[1] ?? '';
    return { schemaFieldUrn, schemaField: column && schemaField(column, parent, references) };
  }),
}));

/** Fields of `Chart`. */
export const CHART = {
  tool: fromKey('dashboardTool'),
  chartId: fromKey('chartId'),
  inputFields,
} satisfies Partial<Resolvers['Chart']>;

/** Fields of `ChartProperties` and `ChartInfo` that are not members of the aspect. */
export const CHART_PROPERTIES = {
  inputs: ({ value }, _args, { references }) =>
    linkedEntities(
      'dataset',
      objects(value['inputs']).flatMap((input) => Object.values(input)),
      value['inputEdges'],
      references,
    ),
} satisfies Partial<Resolvers['ChartProperties' | 'ChartInfo']>;

/** Fields of `DashboardInfo` that are not members of the aspect. */
export const DASHBOARD_INFO = {
  charts: ({ value }, _args, { references }) =>
    linkedEntities('chart', value['charts'], value['chartEdges'], references),
} satisfies Partial<Resolvers['DashboardInfo']>;

/** Fields of `Dashboard`. */
export const DASHBOARD = {
  tool: fromKey('dashboardTool'),
  dashboardId: fromKey('dashboardId'),
  inputFields,
} satisfies Partial<Resolvers['Dashboard']>;

/** Fields of `Notebook`. */
export const NOTEBOOK = {
  tool: fromKey('notebookTool'),
  notebookId: fromKey('notebookId'),
  info: details('notebookInfo', { name: 'title' }, (value) => ({
    changeAuditStamps: changeStamps(value['changeAuditStamps']),
  })),
  content: fromAspect('notebookContent', notebookContent),
} satisfies Partial<Resolvers['Notebook']>;

function changeStamps(value: unknown): object {
  const stamps = object(value);
  return {
    created: auditStampOrNever(stamps?.['created']),
    lastModified: auditStampOrNever(stamps?.['lastModified']),
    deleted: auditStamp(stamps?.['deleted']),
  };
}

function notebookContent(value: JsonObject): object {
  const cell = (member: unknown): object | undefined => {
    const stored = object(member);
    return stored && { ...stored, changeAuditStamps: changeStamps(stored['changeAuditStamps']) };
  };
  const cells = objects(value['cells']).map(({ type, textCell, queryCell, chartCell }) => ({
    type,
    textCell: cell(textCell),
    queryCell: cell(queryCell),
    queryChell: cell(queryCell),
    chartCell: cell(chartCell),
  }));
  return { cells };
}
