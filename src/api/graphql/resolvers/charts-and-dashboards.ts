import type { FieldResolvers } from '../build-schema.ts';
import { details, fromAspect, fromKey } from './aspect-field.ts';

/** Fields of `Chart`. */
export const CHART: FieldResolvers = {
  tool: fromKey('dashboardTool'),
  chartId: fromKey('chartId'),
  properties: details('chartInfo', { name: 'title' }),
  editableProperties: fromAspect('editableChartProperties', (value) => value),
};

/** Fields of `Dashboard`. */
export const DASHBOARD: FieldResolvers = {
  tool: fromKey('dashboardTool'),
  dashboardId: fromKey('dashboardId'),
  properties: details('dashboardInfo', { name: 'title' }),
  editableProperties: fromAspect('editableDashboardProperties', (value) => value),
};

/** Fields of `Notebook`. */
export const NOTEBOOK: FieldResolvers = {
  tool: fromKey('notebookTool'),
  notebookId: fromKey('notebookId'),
  info: details('notebookInfo', { name: 'title' }),
  editableProperties: fromAspect('editableNotebookProperties', (value) => value),
};
