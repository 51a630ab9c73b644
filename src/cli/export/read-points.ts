import { elementsOf, membersOf } from '../../util/json/json-slices.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import type { ExportedType } from './exported-types.ts';
import type { ExportedAspect } from './proposal-lines.ts';
import { scrollParameter } from './read-entities.ts';

/** Points per request. */
const PAGE = 1_000;

/** All points of the timeseries aspects of the types, in pages, newest first within each aspect. */
export async function* readPoints(
  client: CatalogClient,
  types: readonly ExportedType[],
): AsyncGenerator<readonly ExportedAspect[]> {
  for (const { name, timeseries } of types) {
    for (const aspectName of timeseries) {
      const path = `/openapi/v2/timeseries/${name}/${aspectName}?count=${PAGE}&systemMetadata=true`;
      let next = '';
      do {
        const page = membersOf(await client.requestText('GET', path + next));
        yield elementsOf(page.get('results') ?? '[]').map((text) => pointOf(text, aspectName));
        next = scrollParameter(page);
      } while (next !== '');
    }
  }
}

function pointOf(text: string, aspectName: string): ExportedAspect {
  const members = membersOf(text);
  return {
    urn: String(JSON.parse(members.get('urn') ?? 'null')),
    aspectName,
    value: members.get('event') ?? '{}',
    systemMetadata: members.get('systemMetadata') ?? 'null',
  };
}
