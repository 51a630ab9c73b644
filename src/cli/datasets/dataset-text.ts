import { printable, tableText } from '../output.ts';
import type { DatasetForm, ShownAssignment, ShownColumn } from './dataset-form.ts';

/** Formats a dataset as text: summary, structured properties, columns. */
export function datasetText(dataset: DatasetForm): string {
  const { structured_properties: properties, columns } = dataset;
  return [
    headText(dataset),
    properties.length > 0
      ? tableText(['STRUCTURED PROPERTY', 'VALUES', 'QUALIFIED NAME'], properties.map(propertyRow))
      : 'No structured properties.',
    ...(columns.length > 0 ? [tableText(['COLUMN', 'TYPE', 'DESCRIPTION'], columns.map(columnRow))] : []),
  ].join('\n\n');
}

function headText(dataset: DatasetForm): string {
  const lines = [
    ['urn', dataset.urn],
    ['platform', `${dataset.platform}, ${dataset.environment}`],
    ['description', dataset.description ?? ''],
    ['container', dataset.container ?? ''],
    ['domains', dataset.domains.join(', ')],
    ['owners', dataset.owners.join(', ')],
    ['tags', dataset.tags.join(', ')],
    ['terms', dataset.glossary_terms.join(', ')],
  ].flatMap(([label = '', text = '']) => (text === '' ? [] : `${label.padEnd(12)} ${printable(text)}`));
  const title = `${printable(dataset.name)}${dataset.removed === true ? ' (soft-deleted)' : ''}`;
  return [title, ...lines].join('\n');
}

function propertyRow(assignment: ShownAssignment): readonly string[] {
  return [
    assignment.display_name ?? assignment.qualified_name,
    assignment.values.join(', '),
    assignment.qualified_name,
  ];
}

function columnRow(column: ShownColumn): readonly string[] {
  const assigned = (column.structured_properties ?? []).map(
    ({ display_name, qualified_name, values }) => `[${display_name ?? qualified_name}: ${values.join(', ')}]`,
  );
  return [column.path, column.type, [column.description ?? '', ...assigned].join(' ').trim()];
}
