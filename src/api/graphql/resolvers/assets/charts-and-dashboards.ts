import { object, objects, text } from '../../../../util/json/json-members.ts';
import type { JsonObject } from '../../../../util/json.ts';
import { unhurried } from '../../context/unhurried.ts';
import { linkedEntities } from '../../presenters/column-lineage.ts';
import { schemaField } from '../../presenters/schema.ts';
import { auditStamp, auditStampOrNever } from '../../presenters/stamps.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { details, fromAspect, fromKey } from '../fields/aspect-field.ts';

const chartDetails = details('chartInfo', { name: 'title' }, (value, references) => ({
  ...changeStamps(value['lastModified']),
  inputs: linkedEntities(
    'dataset',
    objects(value['inputs']).flatMap((input) => Object.values(input)),
    value['inputEdges'],
    references,
  ),
}));
const dashboardDetails = details('dashboardInfo', { name: 'title' }, (value, references) => ({
  ...changeStamps(value['lastModified']),
  charts: linkedEntities('chart', value['charts'], value['chartEdges'], references),
}));

const inputFields = fromAspect('inputFields', (value, references) => ({
  fields: unhurried(objects(value['fields']), ({ schemaFieldUrn, schemaField: field }) => {
    const column = object(field);
    const parent = /^urn:li:schemaField:\((.*),[^,]*\)$/.exec(text(schemaFieldUrn) ?? '')?.[1] ?? '';
    return { schemaFieldUrn, schemaField: column && schemaField(column, parent, references) };
  }),
}));

/** Fields of `Chart`. */
export const CHART = {
  tool: fromKey('dashboardTool'),
  chartId: fromKey('chartId'),
  properties: chartDetails,
  info: chartDetails,
  inputFields,
} satisfies Partial<Resolvers['Chart']>;

/** Fields of `Dashboard`. */
export const DASHBOARD = {
  tool: fromKey('dashboardTool'),
  dashboardId: fromKey('dashboardId'),
  properties: dashboardDetails,
  info: dashboardDetails,
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
