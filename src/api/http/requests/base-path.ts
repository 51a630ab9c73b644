const PREFIX = /^\/(?:api\/)?gms(?=[/?]|$)/;

/**
 * Strips the prefix `/gms` or `/api/gms` from the requested path. DataHub's clients are configured with addresses
 * that end with it, so every route is reachable there too.
 */
export function withoutBasePath(url: string): string {
  const rest = url.replace(PREFIX, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}
