/** An entity type of the registry in words: `glossaryTerm` is `Glossary term`. */
export function typeName(type: string): string {
  const words = type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
