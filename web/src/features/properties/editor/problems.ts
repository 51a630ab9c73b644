/** A part of the form that a remark of the server belongs to. */
export type FormPart = 'name' | 'type' | 'allowedValues' | 'entityTypes' | 'platforms' | 'settings' | 'other';

/** Words of the server that tell which part is meant, the most specific first. */
const PARTS: readonly (readonly [FormPart, RegExp])[] = [
  ['settings', /isHidden|showAs|show as badge|structuredPropertySettings/i],
  ['allowedValues', /allowedValues|allowed value/i],
  ['platforms', /allowedPlatforms/i],
  ['entityTypes', /entityTypes/],
  ['type', /valueType|typeQualifier|allowedTypes|cardinality|immutable/i],
  ['name', /qualified name|qualifiedName|urn|soft deleted/i],
];

/** The remarks of a refusal, by the part of the form that they are about. */
export function problemsByPart(message: string): ReadonlyMap<FormPart, string> {
  const parts = new Map<FormPart, string>();
  for (const text of message.split(/(?<=\.);\s+/)) {
    const part = PARTS.find(([, words]) => words.test(text))?.[0] ?? 'other';
    const before = parts.get(part);
    parts.set(part, before === undefined ? text : `${before} ${text}`);
  }
  return parts;
}
