/** Two texts between which all urns are, or those of a type; none equals one of them. `;` is the character after `:`. */
export function rangeOfType(entityType?: string): readonly [from: string, to: string] {
  return entityType === undefined ? ['urn:', 'urn;'] : [`urn:li:${entityType}:`, `urn:li:${entityType};`];
}
