import { useEntityNames } from '../../api/names/entity-names.ts';
import type { LineageNode } from './read-graph.ts';

/** Returns a function from a platform's id to its display name: `PostgreSQL` for `postgres`. */
export function usePlatformNames(nodes: readonly LineageNode[]): (platform: string) => string {
  const urnOf = (platform: string): string => (platform === '' ? '' : `urn:li:dataPlatform:${platform}`);
  const nameOf = useEntityNames(nodes.map(({ platform }) => urnOf(platform)));
  return (platform) => nameOf(urnOf(platform));
}
