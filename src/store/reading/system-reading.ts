import type { SystemReader } from '../system-reader.ts';

/** Creates the reader of a store from its engine's reads of rows. */
export function createSystemReader(engine: Omit<SystemReader, 'entities'>): SystemReader {
  return {
    ...engine,
    entities: async (urns, aspectNames) => {
      const found = await engine.rows(urns, aspectNames);
      return new Map(
        [...found].map(([urn, { entity, rows }]) => [
          urn,
          { entity, aspects: new Map([...rows].map(([aspectName, { aspect }]) => [aspectName, aspect])) },
        ]),
      );
    },
  };
}
