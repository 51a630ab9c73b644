const PREFIX = /^\/(?:api\/)?gms(?=[/?]|$)/;

/**
 * The path that routes are registered under, from the path that was asked for: DataHub's clients are set to
 * addresses that end in `/gms` or `/api/gms`, so every path answers there too.
 */
export function withoutBasePath(url: string): string {
  const rest = url.replace(PREFIX, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}
