/** Words that are written in capitals, or in another form than their spelling in identifiers. */
const FORMS: Readonly<Record<string, string>> = {
  ai: 'AI',
  api: 'API',
  // Users and groups of DataHub are `corpUser` and `corpGroup`.
  corp: '',
  csv: 'CSV',
  er: 'ER',
  graphql: 'GraphQL',
  id: 'ID',
  mcp: 'MCP',
  ml: 'ML',
  openapi: 'OpenAPI',
  openlineage: 'OpenLineage',
  restli: 'Rest.li',
  sql: 'SQL',
  sso: 'SSO',
  url: 'URL',
  urn: 'URN',
};

/** The words of an identifier, as in the middle of a sentence: `ML model properties` for `mlModelProperties`. */
export function splitWords(identifier: string): string {
  return identifier
    .replaceAll(/[-_.]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map((word) => FORMS[word.toLowerCase()] ?? word.toLowerCase())
    .filter((word) => word !== '')
    .join(' ');
}
