import type { SystemMetadata } from '../../model/aspect.ts';

/** Text of system metadata. */
export type TextOf = (metadata: SystemMetadata) => string;

/** Makes the text of each metadata object once, its JSON by default: rows of a batch usually share it. */
export function textsOnce(textOf: TextOf = (metadata) => JSON.stringify(metadata)): TextOf {
  const texts = new Map<SystemMetadata, string>();
  return (metadata) => {
    let text = texts.get(metadata);
    if (text === undefined) texts.set(metadata, (text = textOf(metadata)));
    return text;
  };
}
