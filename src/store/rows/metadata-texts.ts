import type { SystemMetadata } from '../../model/aspect.ts';

/** JSON text of system metadata. */
export type TextOf = (metadata: SystemMetadata) => string;

/** Serializes each metadata object once: rows of a batch usually share it. */
export function textsOnce(): TextOf {
  const texts = new Map<SystemMetadata, string>();
  return (metadata) => {
    let text = texts.get(metadata);
    if (text === undefined) texts.set(metadata, (text = JSON.stringify(metadata)));
    return text;
  };
}
