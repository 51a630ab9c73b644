/** Types that can have incidents. */
const WITH_INCIDENTS: ReadonlySet<string> = new Set([
  'chart',
  'dashboard',
  'dataFlow',
  'dataJob',
  'dataset',
  'mlFeature',
  'mlFeatureTable',
  'mlModel',
  'schemaField',
]);

/** Whether entities of a type, named as in urns, can have something to show on the tab. */
export function hasQuality(entityType: string): boolean {
  return WITH_INCIDENTS.has(entityType);
}
