import { useEntityNames } from '../../api/entity-names.ts';
import type { LineageNode } from './read-graph.ts';

/** Names of the platforms of these nodes, by what their urns call them; `PostgreSQL` for `postgres`. */
export function usePlatformNames(nodes: readonly LineageNode[]): (platform: string) => string {
  const urnOf = (platform: string): string => (platform === '' ? '' : `urn:li:dataPlatform:${platform}`);
  const nameOf = useEntityNames(nodes.map(({ platform }) => urnOf(platform)));
  return (platform) => nameOf(urnOf(platform));
}
