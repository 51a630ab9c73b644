/** Address of the search for assets that have a value of a property, or this value of it. */
export function searchForProperty(qualifiedName: string, value?: string): string {
  const field = `structuredProperties.${qualifiedName}`.replace(/[\\:]/g, '\\$&');
  const condition = value === undefined ? 'exists' : `is:${value.replace(/[\\|]/g, '\\$&')}`;
  return `/search?${new URLSearchParams({ filter: `${field}:${condition}` }).toString()}`;
}
