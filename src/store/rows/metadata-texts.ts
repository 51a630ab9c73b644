import type { SystemMetadata } from '../../model/aspect.ts';

/** JSON text of system metadata. */
export type TextOf = (metadata: SystemMetadata) => string;

/** Rows of one batch share their system metadata as a rule: writes the text of each object once. */
export function textsOnce(): TextOf {
  const texts = new Map<SystemMetadata, string>();
  return (metadata) => {
    let text = texts.get(metadata);
    if (text === undefined) texts.set(metadata, (text = JSON.stringify(metadata)));
    return text;
  };
}
